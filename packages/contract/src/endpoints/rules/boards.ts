import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import { changeRule } from '../../endpoint/patch-inputs.js'
import type { PriceBoardList, PricePage } from '../../generated/types.js'

import { boardChange, boardSchema, mostBoards, newBoard } from './board-shape.js'

const access = { kind: 'key', plan: 'Pro' } as const
const ofBoard = { id: id('board') }
const stored = 'storage_unavailable'

const exampleBoard: PricePage = {
  id: 'bo_7Hq2',
  title: 'Our rates',
  rules: ['ru_7Hq2', 'ru_9Kw4'],
  language: 'en',
  tz: 'Europe/Kyiv',
  theme: 'auto',
  accent: '#0a6cff',
  url: 'https://rates.example.com/board/bo_7Hq2',
  screen_url: 'https://rates.example.com/board/bo_7Hq2/screen',
  svg_url: 'https://rates.example.com/board/bo_7Hq2.svg',
  created_at: '2026-11-21T10:00:00.000Z',
}

const boardColumns = [
  'id',
  'title',
  'rules',
  'language',
  'tz',
  'theme',
  'accent',
  'url',
  'screen_url',
  'svg_url',
  'created_at',
] as const

export const listBoards = defineEndpoint({
  name: 'boards.list',
  method: 'GET',
  path: '/boards',
  access,
  pages: 'session',
  summary: 'All price boards of the account',
  description: 'Returns the price boards of the account, oldest first.',
  answer: z
    .object({ boards: z.array(boardSchema), limit: z.int() })
    .meta({ id: 'PriceBoardList' }) satisfies z.ZodType<PriceBoardList>,
  example: { boards: [exampleBoard], limit: mostBoards },
  table: tableOf(boardColumns, ({ boards }: PriceBoardList) => boards),
  errors: [stored],
})

/**
 * @example
 * const { url } = await p2p.boards.create({ title: 'Our rates', rules: [id], tz: 'Europe/Kyiv' })
 * console.log(`<iframe src="${url}"></iframe>`)
 */
export const createBoard = defineEndpoint({
  name: 'boards.create',
  method: 'POST',
  path: '/boards',
  access,
  pages: 'session',
  summary: 'Create a public price board',
  description: `Creates a page and a picture of rules for any website: \`url\` for an iframe, \`svg_url\` as an image, \`screen_url\` for a shop window. Viewers need no key and use no quota. At most ${mostBoards} per account.`,
  inputType: 'NewPriceBoard',
  body: newBoard,
  status: 201,
  answer: boardSchema,
  example: exampleBoard,
  errors: ['board_limit', stored],
})

export const getBoard = defineEndpoint({
  name: 'boards.get',
  method: 'GET',
  path: '/boards/{id}',
  access,
  pages: 'session',
  summary: 'One price board',
  description: 'Returns the settings of the board, without deleted rules.',
  params: ofBoard,
  answer: boardSchema,
  example: exampleBoard,
  errors: [stored],
})

export const updateBoard = defineEndpoint({
  name: 'boards.update',
  method: 'PATCH',
  path: '/boards/{id}',
  access,
  pages: 'session',
  summary: 'Change a price board',
  description: `${changeRule} The addresses of the board stay unchanged.`,
  params: ofBoard,
  inputType: 'PriceBoardChange',
  body: boardChange,
  answer: boardSchema,
  example: exampleBoard,
  errors: [stored],
})

export const deleteBoard = defineEndpoint({
  name: 'boards.delete',
  method: 'DELETE',
  path: '/boards/{id}',
  access,
  pages: 'session',
  summary: 'Delete a price board',
  description: 'Deletes the board; its addresses stop working. A new board gets new addresses.',
  params: ofBoard,
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: [stored],
})
