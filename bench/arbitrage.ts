import { judgeMarket, opportunities } from '@p2p-rates/core'
import type { Benchmark } from './benchmark.js'
import { crowdedMarket } from './crowded-market.js'
import { medianMicroseconds } from './median-time.js'

const goalMs = 2
/** One that a single ad can take, and one that needs several on each leg. */
const amounts = { small: 5_000, large: 60_000 }

export const arbitrageBenchmark: Benchmark = {
  name: 'arbitrage',
  goal: `all pairs of exchanges with 20 ads a side in at most ${goalMs} ms, also for an amount that needs several ads`,
  run: async () => {
    const boards = crowdedMarket(20, 0.15)
    const market = judgeMarket('UAH', boards)
    const find = (amountFiat: number) => () => opportunities(market, { amountFiat, feeUsdt: 1 })
    const [small = 0, large = 0, copy = 0] = medianMicroseconds(300, [
      find(amounts.small),
      find(amounts.large),
      () => JSON.parse(JSON.stringify(boards)),
    ])
    const figures = {
      milliseconds: small / 1000,
      several_ads_milliseconds: large / 1000,
      json_copy_ratio: small / copy,
      several_ads_json_copy_ratio: large / copy,
      opportunities: find(amounts.small)().length,
      several_ads_opportunities: find(amounts.large)().length,
    }
    return { met: Math.max(small, large) / 1000 <= goalMs, figures }
  },
}
