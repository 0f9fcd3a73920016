import { judgeMarket, rates } from '@p2p-rates/core'
import type { Benchmark } from './benchmark.js'
import { crowdedMarket } from './crowded-market.js'
import { medianMicroseconds } from './median-time.js'

const goalMs = 10
const goalRatio = 8

export const trustRatesBenchmark: Benchmark = {
  name: 'trust-rates',
  goal: `trust and rates of one currency, 12 boards of 50 ads: at most ${goalMs} ms and ${goalRatio}x a JSON copy of these ads`,
  run: async () => {
    const boards = crowdedMarket(50)
    const [judge = 0, copy = 0] = medianMicroseconds(200, [
      () => rates(judgeMarket('UAH', boards)),
      () => JSON.parse(JSON.stringify(boards)),
    ])
    const figures = { milliseconds: judge / 1000, json_copy_ratio: judge / copy }
    return { met: figures.milliseconds <= goalMs && figures.json_copy_ratio <= goalRatio, figures }
  },
}
