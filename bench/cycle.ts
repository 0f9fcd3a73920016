import { gunzipSync } from 'node:zlib'
import { exchanges, fiats, judgeMarket, rates, sides } from '@p2p-rates/core'
import { createExchangeClient } from '@p2p-rates/core/node'
import { type RecordedAnswer, recordAnswers } from '@p2p-rates/core/testing'
import { Agent, request } from 'undici'
import type { Benchmark } from './benchmark.js'
import { cpuMsOf, inTurns, medianOf } from './median-time.js'
import { startSimulatorProcess } from './simulator-process.js'

const cycleMs = 300_000
const goalShareOfCore = 0.005
const goalToBareClient = 2.5
const warmUps = 4
const rounds = 7

/**
 * JSON.parse alone is no floor for this work: sockets, gzip and text cost a multiple of it before the first byte is
 * parsed. So the baseline is a client that fetches and parses the same pages and does nothing else.
 */
export const cycleBenchmark: Benchmark = {
  name: 'cycle',
  goal: `reading all 228 markets costs at most ${goalToBareClient}x the CPU of fetching and parsing the same pages, and ${goalShareOfCore * 100} % of one core at a cycle every five minutes`,
  run: async ({ print }) => {
    const gzip = await measure(true, print)
    const plain = await measure(false, print)
    const figures = {
      markets: exchanges.length * fiats.length * sides.length,
      ...named('gzip', gzip),
      ...named('plain', plain),
      share_of_core: gzip.cycle_cpu_ms / cycleMs,
    }
    const met =
      gzip.to_bare_client <= goalToBareClient &&
      plain.to_bare_client <= goalToBareClient &&
      figures.share_of_core <= goalShareOfCore
    return { met, figures }
  },
}

const measure = async (compresses: boolean, print: (line: string) => void) => {
  const simulator = await startSimulatorProcess(7, { compresses })
  const client = createExchangeClient({ baseUrls: simulator.baseUrls, pace: { minIntervalMs: 0 } })
  const answers = await recordAnswers(simulator.baseUrls)
  const bare = createBareClient(simulator.baseUrls, answers)
  const pages = answers.map(({ text }) => text)
  try {
    const cycle = () => cpuMsOf(() => Promise.all(fiats.map((fiat) => client.fetchMarket(fiat))))
    print(`  the first, cold cycle: ${(await cycle()).toFixed(0)} ms of CPU`)
    const jobs = {
      cycle,
      bare: () => cpuMsOf(bare.fetchAll),
      parse: () => cpuMsOf(async () => pages.map((text) => JSON.parse(text))),
      read: () => cpuMsOf(async () => answers.map(({ read }) => read())),
    }
    const times = await inTurns(jobs, { rounds, warmUps })
    const markets = await Promise.all(fiats.map((fiat) => client.fetchMarket(fiat)))
    const judgeMs = await cpuMsOf(async () => void markets.map(({ fiat, boards }) => rates(judgeMarket(fiat, boards))))
    const cycleCpuMs = medianOf(times.cycle)
    return {
      pages: pages.length,
      kilobytes_per_page: pages.reduce((sum, text) => sum + text.length, 0) / 1024 / pages.length,
      cycle_cpu_ms: cycleCpuMs,
      bare_client_cpu_ms: medianOf(times.bare),
      json_parse_cpu_ms: medianOf(times.parse),
      understand_cpu_ms: medianOf(times.read),
      judge_and_rate_cpu_ms: judgeMs,
      to_bare_client: cycleCpuMs / medianOf(times.bare),
      to_json_parse: cycleCpuMs / medianOf(times.parse),
    }
  } finally {
    await client.close()
    await bare.close()
    simulator.close()
  }
}

const named = (prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}_${name}`, value]))

/**
 * The least that any client does: asks for the same pages, two at once from each exchange, inflates and parses them.
 */
const createBareClient = (baseUrls: Readonly<Record<string, string>>, answers: readonly RecordedAnswer[]) => {
  const dispatcher = new Agent()
  const exchanges = [...new Set(answers.map(({ exchange }) => exchange))]

  const read = async ({ exchange, request: { method, path, query = {}, body, headers } }: RecordedAnswer) => {
    const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await request(`${baseUrls[exchange]}${path}?${new URLSearchParams(texts)}`, {
      dispatcher,
      method,
      headers: {
        ...headers,
        'accept-encoding': 'gzip',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const wire = Buffer.from(await answer.body.arrayBuffer())
    JSON.parse((answer.headers['content-encoding'] === 'gzip' ? gunzipSync(wire) : wire).toString('utf8'))
  }

  return {
    fetchAll: async () => {
      await Promise.all(
        exchanges.flatMap((wanted) => {
          const left = answers.filter(({ exchange }) => exchange === wanted)
          const worker = async () => {
            for (let next = left.pop(); next !== undefined; next = left.pop()) await read(next)
          }
          return [worker(), worker()]
        }),
      )
    },
    close: () => dispatcher.close(),
  }
}
