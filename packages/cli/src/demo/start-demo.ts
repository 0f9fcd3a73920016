import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planNames } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { buildServer, type Config, createLog, type HistoryEntry, openStore, readConfig } from '@p2p-rates/server'
import { type CrossedFiats, generateHistory, startSimulator } from '@p2p-rates/simulator'
import { isCalledBy, thisProgram } from '../this-program.js'
import { banner } from './banner.js'

const daysBehind = 30

/** As recorded in autumn 2026: money on a Ukrainian card is worth more than money in a merchant's hands. */
const crossed: CrossedFiats = { UAH: 4 }

type Demo = { readonly banner: string; stop(): Promise<void> }

/** The whole product on simulated exchanges. It keeps nothing and starts afresh each time. */
export async function startDemo({ port, seed }: { port: number; seed: number }): Promise<Demo> {
  const simulator = await startSimulator({ seed, crossed })
  const dataDir = mkdtempSync(join(tmpdir(), 'p2p-demo-'))
  const { config } = readConfig({
    P2P_DATA_DIR: dataDir,
    P2P_SIMULATED: 'true',
    P2P_PACING: 'off',
    P2P_PRIVATE_RECEIVERS: 'true',
    P2P_LOG_LEVEL: 'warn',
    P2P_METRICS_PORT: '0',
    P2P_PORT: String(await freePort(port)),
    P2P_EXCHANGE_URLS: addressesOf(simulator.baseUrls),
  })
  const points = await loadHistory(config, seed)
  const server = await buildServer(config, { log: createLog(config.LOG_LEVEL) })
  const keys = new Map<string, string>()
  for (const plan of planNames) {
    const account = await server.operator.createAccount(`Demo ${plan}`, plan)
    keys.set(plan, (await server.operator.createKey(account.id, null)).key)
  }
  await server.ready(['UAH', 'EUR'])
  const program = thisProgram()
  return {
    banner: banner({
      url: server.url,
      keys,
      points,
      days: daysBehind,
      program: isCalledBy('p2p', program, process.env.PATH) ? null : program,
      platform: process.platform,
    }),
    async stop() {
      await Promise.all([server.stop(), simulator.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function loadHistory(config: Config, seed: number): Promise<number> {
  const store = await openStore(config)
  const toMs = Date.now()
  const loaded = await store.history.load(slots(seed, toMs - daysBehind * 86_400_000, toMs))
  await store.close()
  return loaded
}

function* slots(seed: number, fromMs: number, toMs: number) {
  for (const { atMs, points } of generateHistory({ seed, fromMs, toMs, crossed }))
    yield { slotMs: atMs, entries: [...points, ...bestOf(points)] }
}

/** The best of all exchanges, per currency, as the recorder would have written it. */
function bestOf(points: readonly HistoryEntry[]): HistoryEntry[] {
  const best = new Map<string, HistoryEntry>()
  for (const { fiat, buy, sell, buyAds, sellAds } of points) {
    const known = best.get(fiat) ?? { fiat, exchange: 'best', buy: null, sell: null, buyAds: 0, sellAds: 0 }
    const buysBetter = buy !== null && (known.buy === null || buy < known.buy)
    const sellsBetter = sell !== null && (known.sell === null || sell > known.sell)
    best.set(fiat, { ...known, ...(buysBetter ? { buy, buyAds } : {}), ...(sellsBetter ? { sell, sellAds } : {}) })
  }
  return [...best.values()]
}

const addressesOf = (baseUrls: Readonly<Record<string, string>>): string =>
  exchangeIds.map((exchange) => `${exchange}=${baseUrls[exchange]}`).join(',')

/** The wanted port, or any free one when it is taken. */
const freePort = (wanted: number): Promise<number> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(0))
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => done(wanted)))
  })
