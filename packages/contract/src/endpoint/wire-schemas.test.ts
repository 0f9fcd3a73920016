import { checkEach } from '@p2p-rates/core/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candlesCsv, toCandlesResponse } from '../endpoints/history/candles.js'
import { historyCsv, toHistoryResponse } from '../endpoints/history/history.js'
import { csvText } from './csv.js'
import { isoTime, roundUsdt, wireCount, wireMoney, wirePrice, wireTime } from './wire-schemas.js'

describe('what crosses the wire', () => {
  test('each type has bounds', () =>
    checkEach(
      [
        ['a price', wirePrice, [0.0001, 41.32, 1e9], [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '41', null]],
        ['money', wireMoney, [0, 0.01, 1e12], [-0.01, Number.NaN, Number.POSITIVE_INFINITY, '1', null]],
        ['a count', wireCount, [0, 1, 1e6], [-1, 0.5, Number.NaN, '1', null]],
        [
          'a time',
          wireTime,
          ['2026-11-21T10:05:00.000Z', '2026-11-21T10:05:00Z'],
          ['2026-11-21T10:05:00', '2026-13-01T00:00:00Z', 0],
        ],
      ] as const,
      ([_, schema, good, bad]) => {
        expect(good.filter((value) => !schema.safeParse(value).success)).toEqual([])
        expect(bad.filter((value) => schema.safeParse(value).success)).toEqual([])
      },
    ))

  test('USDT is counted in millionths, never more finely', () => {
    expect([roundUsdt(1 / 3), roundUsdt(726.0406582), roundUsdt(1e-7), roundUsdt(5)]).toEqual([
      0.333333, 726.040658, 0, 5,
    ])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (usdt) => Math.abs(roundUsdt(usdt) - usdt) <= 6e-7),
      { seed: Number(process.env.SEED) },
    )
  })

  test('an instant is returned in UTC and reads back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
        expect(wireTime.safeParse(isoTime(ms)).success).toBe(true)
        expect(Date.parse(isoTime(ms))).toBe(ms)
      }),
      { seed: Number(process.env.SEED) },
    )
  })
})

describe('lines of CSV', () => {
  const cellsOf = (text: string) => text.split('\r\n').map((line) => line.split(','))

  test('end as RFC 4180 demands, including the last; a missing value is an empty cell, and 0 is not missing', () => {
    expect(
      csvText(
        ['a', 'b'],
        [
          [1, null],
          [null, 0],
        ],
      ),
    ).toBe('a,b\r\n1,\r\n,0\r\n')
    expect(csvText(['a'], [])).toBe('a\r\n')
  })

  const price = fc.option(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), { nil: null })
  const point = fc.record({ t: fc.integer({ min: 0, max: 4e12 }), buy: price, sell: price })

  test('say of the past what its JSON says, cell by cell', () => {
    fc.assert(
      fc.property(fc.array(point), (points) => {
        const answer = toHistoryResponse({ fiat: 'UAH', exchange: 'best', hours: 24, points })
        const [heading, ...lines] = cellsOf(historyCsv(answer))
        expect(heading).toEqual(['t', 'buy', 'sell'])
        expect(lines.pop()).toEqual([''])
        expect(lines).toEqual(answer.points.map(({ t, buy, sell }) => [t, String(buy ?? ''), String(sell ?? '')]))
      }),
      { seed: Number(process.env.SEED) },
    )
  })

  const ohlc = fc.option(
    fc
      .double({ min: 1e-3, max: 1e9, noNaN: true })
      .map((price) => ({ open: price, high: price * 2, low: price / 2, close: price, ads: 1 })),
    { nil: null },
  )

  test('say of candles what their JSON says, side by side', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ t: fc.integer({ min: 0, max: 4e12 }), buy: ohlc, sell: ohlc })), (bars) => {
        const candles = bars.map((bar) => ({ ...bar, points: 1 }))
        const answer = toCandlesResponse({ fiat: 'UAH', exchange: 'best', interval: '1h', hours: 24, candles })
        const [heading, ...lines] = cellsOf(candlesCsv(answer))
        expect(heading).toHaveLength(9)
        expect(lines.pop()).toEqual([''])
        const side = (bar: (typeof answer.candles)[number]['buy']) =>
          bar === null ? ['', '', '', ''] : [bar.open, bar.high, bar.low, bar.close].map(String)
        expect(lines).toEqual(answer.candles.map(({ t, buy, sell }) => [t, ...side(buy), ...side(sell)]))
      }),
      { seed: Number(process.env.SEED) },
    )
  })
})
