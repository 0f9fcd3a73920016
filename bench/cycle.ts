import { exchanges, fiats, judgeMarket, rates, sides } from '@p2p-rates/core'
import { createExchangeClient } from '@p2p-rates/core/node'
import type { Benchmark } from './benchmark.js'
import { medianOf } from './median-time.js'
import { recordAnswers } from './recorded-answers.js'
import { startSimulatorProcess } from './simulator-process.js'

const cycleMs = 300_000
const goalShareOfCore = 0.005
const warmUps = 3
const rounds = 7

export const cycleBenchmark: Benchmark = {
  name: 'cycle',
  goal: 'reading all markets over sockets every five minutes takes at most 0.5 % of one core (aim: 2.5x JSON.parse)',
  run: async ({ print }) => {
    const simulator = await startSimulatorProcess(7)
    const client = createExchangeClient({ baseUrls: simulator.baseUrls, pace: { minIntervalMs: 0 } })
    try {
      const pages = (await recordAnswers(simulator.baseUrls)).map(({ text }) => text)
      const fetchAll = () => Promise.all(fiats.map((fiat) => client.fetchMarket(fiat)))
      const parseAll = async () => pages.map((text) => JSON.parse(text).length)

      const fetching: number[] = []
      const parsing: number[] = []
      const judging: number[] = []
      for (let round = -warmUps; round < rounds; round++) {
        const [fetchMs, markets] = await cpuMsOf(fetchAll)
        const [parseMs] = await cpuMsOf(parseAll)
        const [judgeMs] = await cpuMsOf(async () => markets.map(({ fiat, boards }) => rates(judgeMarket(fiat, boards))))
        if (round === -warmUps) print(`  the first, cold cycle: ${fetchMs.toFixed(0)} ms of CPU`)
        if (round < 0) continue
        fetching.push(fetchMs)
        parsing.push(parseMs)
        judging.push(judgeMs)
      }

      const figures = {
        markets: exchanges.length * fiats.length * sides.length,
        pages: pages.length,
        megabytes: pages.reduce((sum, text) => sum + text.length, 0) / 1024 / 1024,
        fetch_and_read_cpu_ms: medianOf(fetching),
        json_parse_cpu_ms: medianOf(parsing),
        judge_and_rate_cpu_ms: medianOf(judging),
        ratio_to_json_parse: medianOf(fetching) / medianOf(parsing),
        share_of_core: medianOf(fetching) / cycleMs,
      }
      return { met: figures.share_of_core <= goalShareOfCore, figures }
    } finally {
      await client.close()
      simulator.stop()
    }
  },
}

/** CPU of this process over all its threads, garbage collection and the kernel's share included. */
async function cpuMsOf<T>(job: () => Promise<T>): Promise<[number, T]> {
  const before = process.cpuUsage()
  const result = await job()
  const { user, system } = process.cpuUsage(before)
  return [(user + system) / 1000, result]
}
