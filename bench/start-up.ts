import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeIds } from '@p2p-rates/core'
import { connectToServer } from '@p2p-rates/server/testing'
import type { Benchmark } from './benchmark.js'
import { builtServer, freePort, loadDays } from './http/servers.js'
import { medianOf } from './median-time.js'
import { startSimulatorProcess } from './simulator-process.js'

const days = 30
const rounds = 7
const goalMs = 1_000

export const startUpBenchmark: Benchmark = {
  name: 'start-up',
  goal: `first answer <= ${goalMs} ms after the start, with ${days} days on disk and no exchange in reach`,
  run: async ({ print }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'p2p-start-'))
    try {
      print(`  ${await loadDays(dataDir, days)} points on disk`)
      const key = await collectOnce(dataDir)
      const bare: number[] = []
      const live: number[] = []
      const rates: number[] = []
      for (let round = -1; round < rounds; round++) {
        const bareMs = timed(() => spawnSync(process.execPath, ['-e', '0']))
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
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

const ratesPath = '/api/v1/rates?fiat=UAH'

const collectOnce = async (dataDir: string): Promise<string> => {
  const simulator = await startSimulatorProcess(7)
  const { url, child } = await startServer(dataDir, {
    P2P_EXCHANGE_URLS: exchangeIds.map((exchange) => `${exchange}=${simulator.baseUrls[exchange]}`).join(','),
  })
  try {
    await firstAnswer(`${url}/readyz`)
    const operator = await connectToServer(dataDir)
    if (operator === null) throw new Error('the server has no control socket')
    const { id } = await operator.createAccount('bench', 'Business')
    const { key } = await operator.createKey(id, null)
    await firstAnswer(url + ratesPath, key)
    return key
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    simulator.stop()
  }
}

const timeStart = async (dataDir: string, key: string) => {
  const startMs = performance.now()
  const { url, child } = await startServer(dataDir)
  try {
    const [liveMs, ratesMs] = await Promise.all([
      firstAnswer(`${url}/livez`).then(() => performance.now() - startMs),
      firstAnswer(url + ratesPath, key).then(() => performance.now() - startMs),
    ])
    return { liveMs, ratesMs }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** Makes every exchange unreachable: nothing listens at this address. */
const unreachableExchanges = exchangeIds.map((exchange) => `${exchange}=http://127.0.0.1:1`).join(',')

const startServer = async (dataDir: string, settings: Readonly<Record<string, string>> = {}) => {
  const port = await freePort()
  const child = spawn(process.execPath, [builtServer], {
    env: {
      ...process.env,
      P2P_DATA_DIR: dataDir,
      P2P_PORT: String(port),
      P2P_METRICS_PORT: '0',
      P2P_SIMULATED: 'true',
      P2P_PACING: 'off',
      P2P_LOG_LEVEL: 'error',
      P2P_EXCHANGE_URLS: unreachableExchanges,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { url: `http://127.0.0.1:${port}`, child }
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

const timed = (job: () => void): number => {
  const startMs = performance.now()
  job()
  return performance.now() - startMs
}
