import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { readArguments } from './read-arguments.js'
import { getOrderbook } from './tools/get-orderbook.js'
import { listMarkets } from './tools/list-markets.js'

const read = (given: unknown) => readArguments(getOrderbook, given)
const messageOf = (given: unknown) => {
  const outcome = read(given)
  return 'problem' in outcome ? outcome.problem.message : null
}

describe('the arguments of a tool', () => {
  test('become the words of a query, whatever kind of value a model gives', () => {
    expect(read({ exchange: 'okx', rows: 5, trusted: true, fiat: null, side: undefined })).toEqual({
      values: { exchange: 'okx', rows: '5', trusted: 'true', fiat: undefined, side: undefined },
    })
    expect(read({ rows: 1e-7 })).toEqual({ values: { rows: '0.0000001' } })
    expect(read({ rows: 1e12 })).toEqual({ values: { rows: '1000000000000' } })
    for (const nothing of [undefined, null, {}]) expect(read(nothing)).toEqual({ values: {} })
  })

  test('wrong arguments are refused in a sentence', () =>
    checkEach(
      [
        [{ exchnge: 'okx' }, '`exchnge` is unknown: did you mean `exchange`?'],
        [
          { p2p_live_secret_in_the_wrong_place: 'x' },
          'There is an unknown argument. get_orderbook takes exchange, fiat, side, rows, method, trusted.',
        ],
        [{ rows: [1] }, '`rows` must be a text, a number, true or false.'],
        [{ rows: Number.NaN }, '`rows` must be a text, a number, true or false.'],
        [{ fiat: { code: 'UAH' } }, '`fiat` must be a text, a number, true or false.'],
        [['UAH'], 'Arguments are one JSON object.'],
        ['UAH', 'Arguments are one JSON object.'],
        [
          JSON.parse('{"__proto__": "x"}'),
          'There is an unknown argument. get_orderbook takes exchange, fiat, side, rows, method, trusted.',
        ],
        [
          { constructor: 'x' },
          'There is an unknown argument. get_orderbook takes exchange, fiat, side, rows, method, trusted.',
        ],
      ] as const,
      ([given, message]) => {
        expect(messageOf(given)).toBe(message)
      },
    ))

  test('a tool without arguments says so', () => {
    const outcome = readArguments(
      listMarkets(() => []),
      { fiat: 'UAH' },
    )
    expect(outcome).toMatchObject({ problem: { message: 'There is an unknown argument. list_markets takes none.' } })
  })
})
