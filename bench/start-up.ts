import { spawnSync } from 'node:child_process'
import { get } from 'node:http'
import { exchangeIds, fiats } from '@p2p-rates/core'
import { freePort } from '../proofs/harness/free-port.js'
import { createBusinessKey, endProcess, makeDataDir, startServerProcess } from '../proofs/harness/server-process.js'
import type { Benchmark } from './benchmark.js'
import { loadDays } from './http/servers.js'
import { medianOf, millisecondsOf } from './median-time.js'
import { startSimulatorProcess } from './simulator-process.js'

const days = 30
const rounds = 7
const goalMs = 1_000

export const startUpBenchmark: Benchmark = {
  name: 'start-up',
  goal: `first answer <= ${goalMs} ms after the start, with ${days} days on disk and no exchange in reach`,
  run: async ({ print }) => {
    const { dataDir, close } = makeDataDir()
    try {
      print(`  ${await loadDays(dataDir, days)} points on disk`)
      const key = await collectOnce(dataDir)
      const bare: number[] = []
      const live: number[] = []
      const rates: number[] = []
      for (let round = -1; round < rounds; round++) {
        const bareMs = millisecondsOf(() => spawnSync(process.execPath, ['-e', '0']))
        const times = await timeStart(dataDir, key)
        if (round < 0) continue
        bare.push(bareMs)
        live.push(times.liveMs)
        rates.push(times.ratesMs)
      }
      const figures = {
        live_ms: medianOf(live),
        first_rates_ms: medianOf(rates),
        slowest_first_rates_ms: Math.max(...rates),
        node_alone_ms: medianOf(bare),
        first_rates_to_node_alone: medianOf(rates) / medianOf(bare),
      }
      return { met: figures.first_rates_ms <= goalMs, figures }
    } finally {
      close()
    }
  },
}

const ratesPath = '/api/v1/rates?fiat=UAH'

const collectOnce = async (dataDir: string): Promise<string> => {
  const simulator = await startSimulatorProcess(7)
  const { url, server } = await start(dataDir, simulator.baseUrls)
  try {
    await firstAnswer(`${url}/readyz`)
    const key = await createBusinessKey(dataDir)
    await firstAnswer(url + ratesPath, key)
    return key
  } finally {
    await endProcess(server, 'SIGTERM')
    simulator.close()
  }
}

const timeStart = async (dataDir: string, key: string) => {
  const startMs = performance.now()
  const { url, server } = await start(dataDir, unreachable)
  try {
    const [liveMs, ratesMs] = await Promise.all([
      firstAnswer(`${url}/livez`).then(() => performance.now() - startMs),
      firstAnswer(url + ratesPath, key).then(() => performance.now() - startMs),
    ])
    return { liveMs, ratesMs }
  } finally {
    await endProcess(server, 'SIGTERM')
  }
}

/** Nothing listens at this address. */
const unreachable = Object.fromEntries(exchangeIds.map((exchange) => [exchange, 'http://127.0.0.1:1']))

const start = async (dataDir: string, baseUrls: Readonly<Record<string, string>>) => {
  const port = await freePort()
  const settings = { P2P_PORT: String(port), P2P_FIATS: fiats.join(','), P2P_CYCLE_SECONDS: '300' }
  const server = startServerProcess({ dataDir, simulator: { baseUrls }, settings })
  return { url: `http://127.0.0.1:${port}`, server }
}

const firstAnswer = async (url: string, key = ''): Promise<void> => {
  for (let attempt = 0; attempt < 10_000; attempt++) {
    if ((await statusOf(url, key)) === 200) return
    await new Promise((done) => setTimeout(done, 3))
  }
  throw new Error(`${url} was never answered`)
}

const statusOf = (url: string, key: string): Promise<number> =>
  new Promise((done) => {
    get(url, { agent: false, headers: { 'X-API-Key': key } }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode ?? 0))
    }).on('error', () => done(0))
  })
