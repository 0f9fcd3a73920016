import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Board } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from '../trust/judge-market.js'
import { opportunities, sameExchangeOpportunities } from './opportunities.js'
import { bandSizesUsdt, type ProfitablePair, profitablePairs, profitableSince } from './profitable-pairs.js'

const seed = Number(process.env.SEED)

const minute = 60_000
const startMs = Date.UTC(2026, 10, 21, 12)

const exchangeAt = (exchange: string, price: number): readonly Board[] =>
  (['BUY', 'SELL'] as const).map((side) =>
    aBoard(
      exchange,
      side,
      Array.from({ length: 8 }, (_, index) => ({
        price: Number((price * (side === 'BUY' ? 1.005 + index * 4e-4 : 0.995 - index * 4e-4)).toFixed(3)),
        minFiat: 400,
        maxFiat: 60_000,
        nickname: `${exchange} ${side} ${index}`,
      })),
    ),
  )
const market = (prices: Readonly<Record<string, number>>, without?: Board['side']) =>
  judgeMarket(
    'UAH',
    Object.entries(prices)
      .flatMap(([exchange, price]) => exchangeAt(exchange, price))
      .filter((board) => board.side !== without || board.exchange !== 'bybit'),
  )
const apart = { okx: 41, bybit: 42 }
const together = { okx: 41, bybit: 41 }
const trip = { buyExchange: 'okx', sellExchange: 'bybit' }

describe('since when a pair has been paying', () => {
  const first = profitablePairs(market(apart), [], startMs)

  test('is returned for amounts near each profitable size', () => {
    for (const usdt of [200, 250, 999, 20_000]) {
      const isDeep = usdt < 10_000
      expect([usdt, profitableSince(first, trip, usdt)]).toEqual([usdt, isDeep ? startMs : null])
    }
    // A fee of 1 USDT is two percent of fifty.
    expect(profitableSince(first, trip, 60)).toBeNull()
    expect(profitableSince(first, { buyExchange: 'bybit', sellExchange: 'okx' }, 250)).toBeNull()
  })

  test('stays while it goes on, whatever happens to the prices', () => {
    const later = profitablePairs(market({ okx: 41, bybit: 41.9 }), first, startMs + 5 * minute)
    expect(profitableSince(later, trip, 250)).toBe(startMs)
    expect(later.every(({ seenMs }) => seenMs === startMs + 5 * minute)).toBe(true)
  })

  test('is forgotten with the first market in which it does not pay', () => {
    const none = profitablePairs(market(together), first, startMs + 5 * minute)
    expect(none).toEqual([])
    expect(profitableSince(profitablePairs(market(apart), none, startMs + 10 * minute), trip, 250)).toBe(
      startMs + 10 * minute,
    )
  })

  test('outlives half an hour in which an exchange is silent, and no more', () => {
    for (const [silent, since] of [
      [29, startMs],
      [30, startMs],
      [31, startMs + 31 * minute],
    ] as const) {
      const between = profitablePairs(market(apart, 'SELL'), first, startMs + (silent - 1) * minute)
      expect(profitableSince(between, trip, 250)).toBe(startMs)
      const again = profitablePairs(market(apart), between, startMs + silent * minute)
      expect([silent, profitableSince(again, trip, 250)]).toEqual([silent, since])
    }
  })

  test('is unknown where it was noted in the future: the clock was set since', () => {
    const back = profitablePairs(market(apart), first, startMs - minute)
    expect(profitableSince(back, trip, 250)).toBe(startMs - minute)
  })

  test('includes trips on one exchange, without a fee', () => {
    const crossed = judgeMarket('UAH', [
      ...exchangeAt('okx', 41).slice(0, 1),
      ...exchangeAt('okx', 42).slice(1),
      ...exchangeAt('bybit', 41.4),
    ])
    expect(sameExchangeOpportunities(crossed, { amountFiat: 2_000 })).not.toEqual([])
    const pairs = profitablePairs(crossed, [], startMs)
    expect(profitableSince(pairs, { buyExchange: 'okx', sellExchange: 'okx' }, 50)).toBe(startMs)
  })

  test('is nothing where there is no market', () => {
    expect(profitablePairs(judgeMarket('UAH', []), [], startMs)).toEqual([])
    expect(profitablePairs(judgeMarket('UAH', []), first, startMs + minute)).toEqual(first)
  })
})

type Moment = { readonly atMs: number; readonly boards: readonly Board[] }

const anyStory: fc.Arbitrary<readonly Moment[]> = fc
  .array(
    fc.record({
      afterMin: fc.constantFrom(1, 5, 5, 10, 20, 40),
      prices: fc.tuple(...['okx', 'bybit', 'mexc'].map(() => fc.constantFrom(41, 41.3, 41.8, 42.4))),
      silent: fc.constantFrom('', '', '', 'okx BUY', 'bybit SELL', 'mexc SELL'),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((moments) => {
    let atMs = startMs
    return moments.map(({ afterMin, prices, silent }) => {
      atMs += afterMin * minute
      const boards = ['okx', 'bybit', 'mexc'].flatMap((exchange, index) => exchangeAt(exchange, prices[index] ?? 41))
      return { atMs, boards: boards.filter(({ exchange, side }) => `${exchange} ${side}` !== silent) }
    })
  })

function slowly(story: readonly Moment[], buy: string, sell: string, sizeUsdt: number): number | null {
  let since: number | null = null
  let lastSeen = story.at(-1)?.atMs ?? 0
  for (const { atMs, boards } of story.toReversed()) {
    if (lastSeen - atMs > 30 * minute) break
    const judged = judgeMarket('UAH', boards)
    const prices = judged.boards.flatMap(({ consensus }) => consensus?.price ?? []).sort((a, b) => a - b)
    const [low, high] = [prices[Math.floor((prices.length - 1) / 2)], prices[Math.ceil((prices.length - 1) / 2)]]
    const ask = { amountFiat: (sizeUsdt * ((low ?? 0) + (high ?? 0))) / 2, feeUsdt: 1 }
    const trips = buy === sell ? sameExchangeOpportunities(judged, ask) : opportunities(judged, ask)
    const earns = trips.some(
      ({ buyExchange, sellExchange, netProfit }) => buyExchange === buy && sellExchange === sell && netProfit > 0,
    )
    if (earns) {
      since = atMs
      lastSeen = atMs
      continue
    }
    const sees = (exchange: string, side: string) =>
      boards.some((board) => board.exchange === exchange && board.side === side)
    if (sees(buy, 'BUY') && sees(sell, 'SELL')) break
  }
  return since
}

test('whatever happens, one step after the other says what the whole story read backwards says', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      let pairs: readonly ProfitablePair[] = []
      for (const { atMs, boards } of story) pairs = profitablePairs(judgeMarket('UAH', boards), pairs, atMs)
      for (const sizeUsdt of bandSizesUsdt)
        for (const buyExchange of ['okx', 'bybit', 'mexc'])
          for (const sellExchange of ['okx', 'bybit', 'mexc']) {
            const told = profitableSince(pairs, { buyExchange, sellExchange }, sizeUsdt)
            expect([sizeUsdt, buyExchange, sellExchange, told]).toEqual([
              ...[sizeUsdt, buyExchange, sellExchange],
              slowly(story, buyExchange, sellExchange, sizeUsdt),
            ])
          }
    }),
    { seed, numRuns: 12 },
  )
})
