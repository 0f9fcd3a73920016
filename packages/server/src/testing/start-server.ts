import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlanName, planNames } from '@p2p-rates/contract'
import { type ExchangeId, type Exchanges, exchangeIds, type Fiat } from '@p2p-rates/core'
import { type Simulator, type SimulatorOptions, startSimulator } from '@p2p-rates/simulator'
import { buildServer } from '../app/build.js'
import type { RunningServer } from '../app/running-server.js'
import { type Config, readConfig } from '../base/config.js'
import { type Log, silentLog } from '../base/log/log.js'
import type { Clock } from '../base/time/clock.js'
import type { EventBus } from '../cluster/events/event-bus.js'
import type { Limiter } from '../limits/limiter.js'
import { chooseStore, type StoreSettings } from '../storage/choose-store.js'
import { makeBuiltPages } from './built-pages.js'
import { generatedFixingSlots, generatedHistory } from './generated-history.js'
import { quickLogCost } from './quick-passwords.js'
import { createShiftedClock, type ShiftedClock } from './shifted-clock.js'

export type TestServerOptions = {
  readonly seed?: number
  /** Currencies that are collected; few of them start fast. */
  readonly fiats?: readonly Fiat[]
  readonly exchanges?: readonly ExchangeId[]
  /** The exchanges that the server knows. */
  readonly known?: Exchanges
  readonly historyDays?: number
  readonly settings?: Readonly<Record<string, string>>
  readonly faults?: SimulatorOptions['faults']
  readonly crossed?: SimulatorOptions['crossed']
  readonly officials?: boolean
  readonly log?: Log
  readonly feed?: EventBus
  /** Folder of the dashboard's build, or `true` for a small generated one. Without it the server has no pages. */
  readonly pages?: string | true
  readonly limiterOver?: (inMemory: Limiter) => Limiter
  /** Continues on the data of an earlier server, which are not removed at the end. */
  readonly dataDir?: string
}

/**
 * The simulated market begins on a morning whose prices are all sure. At some hours they are not, and then no webhook
 * fires: a test would pass by day and fail by night.
 */
const leadMs = Math.floor((Date.UTC(2026, 9, 14, 3) - Date.now()) / 300_000) * 300_000

type WithClock<Time extends Clock> = TestServerOptions & { readonly clock: Time }

export type TestServer<Time extends Clock = ShiftedClock> = {
  readonly url: string
  /** With the prefix, as SDK and CLI want it. */
  readonly baseUrl: string
  readonly keys: Readonly<Record<PlanName, string>>
  readonly server: RunningServer
  readonly simulator: Simulator
  readonly clock: Time
  readonly config: Config
  stop(): Promise<void>
}

/** The whole server on a free port over simulated exchanges, with fresh prices of all its currencies and a past. */
export const startServer = (options: TestServerOptions = {}): Promise<TestServer> =>
  startServerAt({ ...options, clock: createShiftedClock() })

export const startServerAt = async <Time extends Clock>(options: WithClock<Time>): Promise<TestServer<Time>> => {
  const { seed = 7, fiats = ['UAH', 'EUR'], exchanges = exchangeIds } = options
  const { historyDays = 30, settings = {}, log = silentLog, clock } = options
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'p2p-rates-'))
  const simulator = await startSimulator({
    seed,
    leadMs,
    exchanges,
    faults: options.faults ?? [],
    ...(options.crossed === undefined ? {} : { crossed: options.crossed }),
  })

  const { config } = readConfig(
    {
      P2P_PORT: '0',
      P2P_METRICS_PORT: '0',
      P2P_DATA_DIR: dataDir,
      P2P_SIMULATED: 'true',
      P2P_PACING: 'off',
      // A test refuses thousands within a second and has no time to lose.
      P2P_HAMMERING_PAUSE_MS: '0',
      P2P_FIATS: fiats.join(','),
      P2P_EXCHANGES: exchanges.join(','),
      P2P_EXCHANGE_URLS: Object.entries({
        ...simulator.baseUrls,
        ...(options.officials === true ? simulator.officials.urls : {}),
      })
        .map(([id, url]) => `${id}=${url}`)
        .join(','),
      ...settings,
    },
    options.known,
  )
  await loadHistory(config, {
    seed,
    leadMs,
    fiats,
    exchanges,
    fromMs: clock.wallMs() - historyDays * dayMs,
    toMs: clock.wallMs(),
  })
  const madePages = options.pages === true ? makeBuiltPages() : null
  const server = await buildServer(config, {
    log,
    clock,
    passwordLogCost: quickLogCost,
    pagesFolder: madePages ?? (options.pages === true ? null : (options.pages ?? null)),
    ...(options.feed && { feed: options.feed }),
    ...(options.limiterOver && { limiterOver: options.limiterOver }),
  })
  const keys = new Map<PlanName, string>()
  for (const plan of planNames) keys.set(plan, await createKey(server, plan))
  await server.ready(fiats)

  return {
    url: server.url,
    baseUrl: `${server.url}/api/v1`,
    keys: Object.fromEntries(keys) as Record<PlanName, string>,
    server,
    simulator,
    clock,
    config,
    stop: async () => {
      await server.stop()
      await simulator.close()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true })
      if (madePages !== null) rmSync(madePages, { recursive: true })
    },
  }
}

export const createKey = async (server: RunningServer, plan: PlanName): Promise<string> => {
  const account = await server.operator.createAccount(`Test ${plan}`, plan)
  return (await server.operator.createKey(account.id, null)).key
}

const dayMs = 86_400_000

const loadHistory = async (place: StoreSettings, span: Parameters<typeof generatedHistory>[0]): Promise<void> => {
  if (span.fromMs === span.toMs) return
  const store = await (await chooseStore(place)).openForCommand()
  await store.history.load(generatedHistory(span))
  for (const [fiat, slots] of generatedFixingSlots(span)) await store.fixings.saveSlots(fiat, slots)
  await store.close()
}
