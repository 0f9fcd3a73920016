import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, withoutAnswer } from '../../endpoint/define-endpoint.js'
import { changeRule, orNull } from '../../endpoint/patch-inputs.js'
import { expectsZone, timeZone, zoneName } from '../../endpoint/time-zone.js'
import { toWire } from '../../endpoint/to-wire.js'
import { ownWords, typeNames } from '../../endpoint/type-names.js'
import { wireTime } from '../../endpoint/wire-schemas.js'
import type { BoardLanguage, BoardTheme, NewPriceBoard, PriceBoardList, PricePage } from '../../generated/types.js'
import { mostRules } from './rules.js'

export const boardLanguages = ['en', 'uk'] as const

export const boardThemes = ['light', 'dark', 'auto'] as const

export const mostBoards = mostRules
export const longestTitle = 64

/** Public path of a board's page. Append `.svg` for the picture, `/screen` for the page of a screen. */
export const boardPath = (id: string): string => `/board/${id}`

const titleSchema = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1)
      .refine((text) => [...text].length <= longestTitle),
  )
const rulesSchema = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(mostRules)
  .refine((ids) => new Set(ids).size === ids.length)

const accentSchema = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/)
  .nullable()

const words = {
  title: 'Title above the prices.',
  rules: 'Ids of rules of the account, in the order in which they are shown.',
  language: 'Language of the board.',
  tz: 'IANA time zone of the times shown, with daylight saving time.',
  theme: 'Light, dark, or the setting of the viewer’s device.',
  accent: 'Accent colour: `#` and six hexadecimal digits. Null for none.',
} as const

const expected = {
  title: `a text of 1 to ${longestTitle} characters`,
  rules: `a list of 1 to ${mostRules} different rules of yours`,
  language: `one of ${boardLanguages.join(', ')}`,
  theme: `one of ${boardThemes.join(', ')}`,
  accent: 'a colour such as #0a6cff, or null',
} as const

export const newBoard = {
  title: {
    schema: titleSchema.meta({ description: words.title, maxLength: longestTitle, examples: ['Our rates'] }),
    expects: expected.title,
  },
  rules: { schema: rulesSchema.meta({ description: words.rules, examples: [['ru_7Hq2']] }), expects: expected.rules },
  language: {
    schema: ownWords('BoardLanguage', boardLanguages).default('en').meta({ description: words.language }),
    expects: expected.language,
    words: boardLanguages,
  },
  tz: timeZone('UTC', words.tz),
  theme: {
    schema: ownWords('BoardTheme', boardThemes).default('auto').meta({ description: words.theme }),
    expects: expected.theme,
    words: boardThemes,
  },
  accent: {
    schema: accentSchema.default(null).meta({ description: words.accent, examples: ['#0a6cff'] }),
    expects: expected.accent,
  },
}

const resets = (description: string): string => `${description} Null resets it.`

export const boardChange = {
  title: { ...newBoard.title, schema: titleSchema.optional().meta({ description: words.title }) },
  rules: { ...newBoard.rules, schema: rulesSchema.optional().meta({ description: words.rules }) },
  language: orNull(
    { ...newBoard.language, schema: ownWords('BoardLanguage', boardLanguages).optional() },
    resets(words.language),
  ),
  tz: orNull({ schema: zoneName.optional(), expects: expectsZone }, resets(words.tz)),
  theme: orNull({ ...newBoard.theme, schema: ownWords('BoardTheme', boardThemes).optional() }, resets(words.theme)),
  accent: { ...newBoard.accent, schema: accentSchema.optional().meta({ description: words.accent }) },
}

export const boardSchema: z.ZodType<PricePage> = z
  .object({
    id: z.string().meta({ description: 'Anyone with this id can see the board.', examples: ['bo_7Hq2'] }),
    title: z.string(),
    rules: z.array(z.string()).meta({ description: `${words.rules} Deleted rules are removed.` }),
    language: ownWords('BoardLanguage', boardLanguages),
    tz: z.string().meta({ description: words.tz, examples: ['Europe/Kyiv'] }),
    theme: ownWords('BoardTheme', boardThemes),
    accent: z.string().nullable().meta({ description: words.accent }),
    url: z.string().meta({ description: 'Page for an iframe; needs no key and no script.' }),
    screen_url: z.string().meta({ description: 'Page with large prices, for a screen in a shop window.' }),
    svg_url: z.string().meta({ description: 'SVG picture, for sites that allow no iframe.' }),
    created_at: wireTime,
  })
  .meta({ id: 'PriceBoard', description: 'Public page with the prices of an account’s rules.' })
  .register(typeNames, { type: 'PricePage' })

export type BoardInput = Omit<Required<NewPriceBoard>, 'language' | 'tz' | 'theme' | 'accent'> & {
  readonly id: string
  readonly lang: BoardLanguage
  readonly tz: string
  readonly theme: BoardTheme
  readonly accent: string | null
  readonly createdAtMs: number
}

export function toBoardResponse(board: BoardInput, publicUrl: string): PricePage {
  const url = `${publicUrl}${boardPath(board.id)}`
  return toWire(boardSchema, { ...board, language: board.lang, url, screenUrl: `${url}/screen`, svgUrl: `${url}.svg` })
}

const shared = { ...forKeys('Pro', 'session'), errors: ['storage_unavailable'] } as const
const ofBoard = { id: id('board') }

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

/** @group Price boards: public pages and pictures that show the prices of rules. */
export const listBoards = defineEndpoint({
  ...shared,
  name: 'boards.list',
  method: 'GET',
  path: '/boards',
  summary: 'All price boards of the account',
  description: 'Returns the price boards of the account, oldest first.',
  answer: z
    .object({ boards: z.array(boardSchema), limit: z.int() })
    .meta({ id: 'PriceBoardList' }) satisfies z.ZodType<PriceBoardList>,
  example: { boards: [exampleBoard], limit: mostBoards },
  table: tableOf(columnsOf(boardSchema), ({ boards }: PriceBoardList) => boards),
})

/**
 * @example
 * const { url } = await p2p.boards.create({ title: 'Our rates', rules: [id], tz: 'Europe/Kyiv' })
 * console.log(`<iframe src="${url}"></iframe>`)
 */
export const createBoard = defineEndpoint({
  ...shared,
  name: 'boards.create',
  method: 'POST',
  path: '/boards',
  summary: 'Create a public price board',
  description: `Creates a page and a picture of rules for any website: \`url\` for an iframe, \`svg_url\` as an image, \`screen_url\` for a shop window. Viewers need no key and use no quota. At most ${mostBoards} per account.`,
  inputType: 'NewPriceBoard',
  body: newBoard,
  status: 201,
  answer: boardSchema,
  example: exampleBoard,
  errors: ['board_limit', 'storage_unavailable'],
})

export const getBoard = defineEndpoint({
  ...shared,
  name: 'boards.get',
  method: 'GET',
  path: '/boards/{id}',
  summary: 'One price board',
  description: 'Returns the settings of the board, without deleted rules.',
  params: ofBoard,
  answer: boardSchema,
  example: exampleBoard,
})

export const updateBoard = defineEndpoint({
  ...shared,
  name: 'boards.update',
  method: 'PATCH',
  path: '/boards/{id}',
  summary: 'Change a price board',
  description: `${changeRule} The addresses of the board stay unchanged.`,
  params: ofBoard,
  inputType: 'PriceBoardChange',
  body: boardChange,
  answer: boardSchema,
  example: exampleBoard,
})

export const deleteBoard = defineEndpoint({
  ...shared,
  name: 'boards.delete',
  method: 'DELETE',
  path: '/boards/{id}',
  summary: 'Delete a price board',
  description: 'Deletes the board; its addresses stop working. A new board gets new addresses.',
  params: ofBoard,
  ...withoutAnswer,
})
