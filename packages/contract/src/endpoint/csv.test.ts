import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { orderbook } from '../endpoints/prices/orderbook.js'
import { sources } from '../endpoints/service/sources.js'
import type { Orderbook, Source } from '../generated/types.js'
import { endpoints } from './all-endpoints.js'
import { csvOf, csvText, simulatedCsv, type Table, tableOf } from './csv.js'
import { apiPrefix } from './define-endpoint.js'

const tables = endpoints.flatMap(({ name, mirrorOf = name, table, example }) =>
  table === undefined ? [] : [{ name, sameAs: mirrorOf, table: table as Table<unknown>, example }],
)

const onlyWhereAskedFor: Readonly<Record<string, readonly string[]>> = {
  orderbook: ['available_usdt', 'merchant', 'score', 'reasons', 'eligible', 'observed_at', 'url', 'via', 'checked'],
  sources: ['via', 'checked'],
  arbitrage: ['since', 'buy_confidence', 'sell_confidence'],
}

describe('an answer as rows', () => {
  test('the example of each fills the columns that it names, each once', () =>
    checkEach(tables, ({ sameAs, table, example }) => {
      const rows = table.rows(example)
      expect(new Set(table.columns).size).toBe(table.columns.length)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(row).toHaveLength(table.columns.length)
      // A column that no row has would be one that is spelled otherwise there.
      const empty = table.columns.filter((_, at) => rows.every((row) => row[at] === undefined))
      expect(empty).toEqual(onlyWhereAskedFor[sameAs] ?? [])
    }))

  /** An object with many figures, none of which is a row of a table. */
  const noTable = ['stats', 'openapi']

  test('whatever answers with rows has a table', () => {
    const hasRows = (example: unknown) =>
      Object.values(example ?? {}).some((part) => Array.isArray(part) && typeof part[0] === 'object')
    const without = endpoints.filter(
      ({ root, method, table, example }) =>
        root === apiPrefix && method === 'GET' && table === undefined && hasRows(example),
    )
    expect(without.map(({ name }) => name).filter((name) => !noTable.includes(name))).toEqual([])
  })

  test('a simulated one says so on each line, in one column', () =>
    checkEach(tables, ({ table, example }) => {
      const [heading = [], ...rows] = simulatedCsv(csvOf(table, example))
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      expect(heading.filter((name) => name === 'simulated')).toHaveLength(1)
      expect(rows.length).toBeGreaterThan(0)
    }))

  test('a hostile nickname is neither a formula nor an extra cell', () => {
    const [ad] = orderbook.example.ads
    if (ad === undefined || orderbook.table === undefined) throw new Error('There is an ad, and a table.')
    const nickname = '=HYPERLINK("http://evil.example","a,b")\r\n@b'
    const text = csvOf(orderbook.table, { ...orderbook.example, ads: [{ ...ad, nickname }] })
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"",""a,b"") @b",true,`)
  })

  test('what a remote collector has read says so in each row, and whether it was checked', () => {
    const saidIn = (text: string) => {
      const [heading = [], ...rows] = text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      return rows.map((row) => ['via', 'checked'].map((column) => row[heading.indexOf(column)]))
    }
    const tables = (elsewhere: Pick<Source, 'via' | 'checked'>) => [
      orderbook.table && csvOf(orderbook.table, { ...orderbook.example, ...elsewhere }),
      sources.table &&
        csvOf(sources.table, { sources: sources.example.sources.map((one) => ({ ...one, ...elsewhere })) }),
    ]
    for (const [elsewhere, cells] of [
      [{}, ['', '']],
      [{ via: 'remote', checked: false }, ['remote', 'false']],
      [{ via: 'remote', checked: true }, ['remote', 'true']],
    ] as const)
      for (const text of tables(elsewhere)) expect(saidIn(text ?? '')).toEqual([cells])
  })

  test('each ad of a book names its exchange, in the last column', () => {
    const exchanges = ({ ads, ...book }: Orderbook) =>
      csvText([], orderbook.table?.rows({ ...book, ads }).map((row) => row.slice(-1)) ?? [])
        .split('\r\n')
        .slice(1, -1)
    const [ad] = orderbook.example.ads
    if (ad === undefined) throw new Error('There is an ad.')
    expect(exchanges(orderbook.example)).toEqual(['binance'])
    const ads = [
      { ...ad, exchange: 'okx' },
      { ...ad, exchange: 'mexc' },
    ]
    expect(exchanges({ ...orderbook.example, exchange: 'all', ads })).toEqual(['okx', 'mexc'])
  })

  test('numbers stay numbers, a list is one cell, and an unknown value is empty', () => {
    const table = tableOf(['a', 'b', 'c', 'd'], (rows: readonly object[]) => rows)
    expect(csvOf(table, [{ a: -0.61, b: ['Monobank', '-Cash'], c: false, d: null }, {}])).toBe(
      "a,b,c,d\r\n-0.61,Monobank | '-Cash,false,\r\n,,,\r\n",
    )
    expect(csvText(['a'], [[['+cash', 'card']]])).toBe("a\r\n'+cash | card\r\n")
  })
})
