import type { TakerDemands } from '@p2p-rates/core'
import { anyMarket } from '@p2p-rates/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someMarketData } from '../testing/market-data.js'
import { forCaller } from './market-data.js'

/** All advertisers are present: absent ones have a rule of their own. */
const presentMarket = anyMarket.map((boards) =>
  boards.map((board) => ({
    ...board,
    ads: board.ads.map((ad) => ({ ...ad, lastSeenAtMs: board.observedAtMs })),
  })),
)

test('best prices are the best of the trusted ads that take the person who asks', () => {
  const figure = fc.integer({ min: 0, max: 120 })
  const asking = fc.record({
    my_orders: figure,
    my_completion_pct: fc.integer({ min: 0, max: 100 }),
    my_account_days: figure,
    my_verified: fc.constantFrom(true, undefined),
    my_exchanges: fc.constantFrom<string[] | undefined>(undefined, ['okx'], ['binance', 'bybit']),
  })
  fc.assert(
    fc.property(presentMarket, asking, (boards, asked) => {
      const data = someMarketData(boards)
      const takes = (demands: TakerDemands | null) =>
        demands === null ||
        ((demands.minOrders ?? 0) <= asked.my_orders &&
          (demands.minCompletionPct ?? 0) <= asked.my_completion_pct &&
          (demands.minAccountAgeDays ?? 0) <= asked.my_account_days &&
          (asked.my_verified === true || !demands.extraVerification))
      const judged = data.market.boards.flatMap(({ ads }) => ads)
      const prices = judged.flatMap(({ ad, trusted, reasons }) =>
        trusted &&
        takes(ad.takerDemands) &&
        reasons.every(({ code }) => code !== 'little_left' && code !== 'large_orders_only') &&
        (asked.my_exchanges?.includes(ad.exchange) ?? true)
          ? [ad]
          : [],
      )
      const best = (side: 'BUY' | 'SELL') =>
        prices
          .filter((ad) => ad.side === side)
          .map(({ price }) => price)
          .sort((a, b) => (side === 'BUY' ? a - b : b - a))[0] ?? null
      const { bestBuy, bestSell } = forCaller(data, asked).rates
      expect([bestBuy?.price ?? null, bestSell?.price ?? null]).toEqual([best('BUY'), best('SELL')])
    }),
    { seed: Number(process.env.SEED), numRuns: 75 },
  )
})
