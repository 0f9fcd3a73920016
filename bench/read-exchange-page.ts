import { exchanges } from '@p2p-rates/core'
import { recordAnswers } from '@p2p-rates/core/testing'
import { startSimulator } from '@p2p-rates/simulator'
import type { Benchmark } from './benchmark.js'
import { medianMicroseconds } from './median-time.js'

const goalRatio = 6
const rounds = 2_000

export const readPageBenchmark: Benchmark = {
  name: 'read-page',
  goal: `reading, normalising and validating a full Binance page costs at most ${goalRatio}x its bare JSON.parse`,
  run: async ({ print }) => {
    const simulator = await startSimulator({ seed: 7, now: () => Date.UTC(2026, 0, 15, 12) })
    const answers = await recordAnswers(simulator.baseUrls, ['EUR'])
    await simulator.close()

    const ratios = exchanges.map(({ id, name, pageSize }) => {
      const answer = answers.find(({ exchange }) => exchange === id)
      if (answer === undefined) throw new Error(`${name} gave no page.`)
      const [read = 0, parse = 0] = medianMicroseconds(rounds, [answer.read, () => JSON.parse(answer.text)])
      const kilobytes = (answer.text.length / 1024).toFixed(1)
      print(
        `  ${name}, up to ${pageSize} rows, ${kilobytes} KB: ${read.toFixed(0)} µs, JSON.parse ${parse.toFixed(0)} µs`,
      )
      return [`${id}_ratio`, read / parse] as const
    })
    const figures = Object.fromEntries(ratios)
    return { met: (figures.binance_ratio ?? Number.POSITIVE_INFINITY) <= goalRatio, figures }
  },
}
