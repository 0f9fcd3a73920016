import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exchanges } from '../exchanges/all.js'
import { readPage } from '../exchanges/read-page.js'
import { contextOf, pagesOf } from '../testing/fixture-pages.js'
import { canonicalMethod } from './match-method.js'

const recordings = fileURLToPath(new URL('../../../../../shared/wire', import.meta.url))
const filesOf = (exchange: string, prefix: string) =>
  readdirSync(`${recordings}/${exchange}`).filter((file) => file.startsWith(prefix))
const read = (exchange: string, file: string): unknown =>
  JSON.parse(readFileSync(`${recordings}/${exchange}/${file}`, 'utf8'))

/** What recorded payment lists call their methods: for each method all its spellings. */
const nameLists = z.object({ fiat: z.string(), methods: z.array(z.array(z.string())) })

describe.runIf(existsSync(recordings))('recorded payment lists', () => {
  const lists = !existsSync(recordings)
    ? []
    : ['binance', 'okx'].flatMap((exchange) =>
        filesOf(exchange, 'paymethods').map((file) => ({ exchange, file, ...nameLists.parse(read(exchange, file)) })),
      )

  test.each(lists)('$exchange $file: every method is known by each of its names', ({ exchange, fiat, methods }) => {
    const names = methods.flat().filter((name) => name.trim() !== '')
    expect(names.filter((name) => canonicalMethod(name, { exchange, fiat }) === null)).toEqual([])
  })

  test('bybit and mexc: ids and names mean the same method', () => {
    const bybit = z
      .object({ entries: z.array(z.tuple([z.string(), z.number(), z.string()])) })
      .parse(read('bybit', 'payment-list-uah.partial.json'))
      .entries.map(([id, , name]) => ({ exchange: 'bybit', fiat: 'UAH', id, name }))
    const mexc = z
      .object({ data: z.array(z.object({ id: z.number(), name: z.string() })) })
      .parse(read('mexc', 'payment-methods-rub.json'))
      .data.map(({ id, name }) => ({ exchange: 'mexc', fiat: 'RUB', id: String(id), name }))
    for (const { exchange, fiat, id, name } of [...bybit, ...mexc]) {
      expect(canonicalMethod(id, { exchange, fiat }), name).not.toBeNull()
      expect(canonicalMethod(id, { exchange, fiat }), name).toBe(canonicalMethod(name, { exchange, fiat }))
    }
  })
})

test('of the method names on our own pages nine tenths are known', () => {
  const ads = exchanges.flatMap((exchange) =>
    pagesOf(exchange.id).flatMap((page) => {
      const reading = readPage(exchange, page.text, contextOf(exchange, page))
      return reading.state === 'read' ? reading.ads : []
    }),
  )
  const named = ads.flatMap((ad) => ad.paymentMethods.map((name) => canonicalMethod(name, ad)))
  expect(named.filter((method) => method !== null).length / named.length).toBeGreaterThanOrEqual(0.9)
})
