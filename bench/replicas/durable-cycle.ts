import { join } from 'node:path'
import { type Board, exchangeIds, fiats, normalRules } from '@p2p-rates/core'
import { createExchangeClient } from '@p2p-rates/core/node'
import {
  createRecorder,
  createRuntime,
  type JobContext,
  jobContextOf,
  judgeSnapshot,
  type LeaderStore,
  type MarketSnapshot,
  openCluster,
  openStore,
  publicationAt,
  readConfig,
  readMasterKey,
  recordThenEmit,
  systemClock,
  systemTimers,
} from '@p2p-rates/server/testing'
import { medianOf, quantileOf } from '../median-time.js'
import type { Cluster } from './cluster.js'

const rounds = 40
const warmUps = 5

/** Time to write one cycle: numbers, publications and boards of all currencies. Excludes judging. */
export async function measureDurableCycle(cluster: Cluster, print: (line: string) => void) {
  const markets = await readMarkets(cluster)
  const { settings } = await cluster.newDatabase()
  const places = {
    sqlite: await openPublishing({ P2P_DATA_DIR: join(cluster.root, 'cycle-sqlite') }),
    postgres: await openPublishing({ P2P_DATA_DIR: join(cluster.root, 'cycle-postgres'), ...settings }),
  }
  const times = { sqlite: [] as Cycle[], postgres: [] as Cycle[] }
  try {
    for (let round = -warmUps; round < rounds; round++)
      for (const name of ['sqlite', 'postgres'] as const) {
        const cycle = await timeCycle(places[name].right, markets, round)
        if (round >= 0) times[name].push(cycle)
      }
  } finally {
    for (const { close } of Object.values(places)) await close()
  }
  const middle = (name: keyof typeof times, part: keyof Cycle) => medianOf(times[name].map((cycle) => cycle[part]))
  for (const name of ['sqlite', 'postgres'] as const)
    print(
      `  ${name.padEnd(8)} numbers ${middle(name, 'numbersMs').toFixed(1)} ms, publications ${middle(name, 'publishMs').toFixed(1)} ms, boards ${middle(name, 'boardsMs').toFixed(1)} ms`,
    )
  const allOf = ({ numbersMs, publishMs, boardsMs }: Cycle) => numbersMs + publishMs + boardsMs
  const all = (name: keyof typeof times) => times[name].map(allOf)
  return {
    currencies: markets.length,
    sqlite_cycle_ms: medianOf(all('sqlite')),
    postgres_cycle_ms: medianOf(all('postgres')),
    postgres_cycle_p95_ms: quantileOf(all('postgres'), 0.95),
    publications_to_sqlite: middle('postgres', 'publishMs') / middle('sqlite', 'publishMs'),
    cycle_to_sqlite: medianOf(all('postgres')) / medianOf(all('sqlite')),
  }
}

type Cycle = { readonly numbersMs: number; readonly publishMs: number; readonly boardsMs: number }
type MarketOfBench = { readonly snapshot: MarketSnapshot; readonly boards: readonly Board[] }

async function timeCycle(
  { store, publishMarket }: JobContext,
  markets: readonly MarketOfBench[],
  round: number,
): Promise<Cycle> {
  const cycle = { numbersMs: 0, publishMs: 0, boardsMs: 0 }
  const timed = async <Result>(part: keyof Cycle, work: () => Promise<Result>): Promise<Result> => {
    const startMs = performance.now()
    const result = await work()
    cycle[part] += performance.now() - startMs
    return result
  }
  for (const { snapshot, boards } of markets) {
    const { fiat } = snapshot
    const nowMs = Date.now()
    const numbers = await timed('numbersMs', () =>
      store.sources.nextPublications(new Map([[fiat, publicationAt(nowMs)]])),
    )
    const version = (numbers.get(fiat) ?? 0) * 64
    const published = { ...moved(snapshot, round), version, judgedAtMs: nowMs, updatedAtMs: nowMs }
    await timed('publishMs', () =>
      publishMarket({ fiat, snapshot: published, judgedMonoMs: systemClock.monoMs(), isNew: true }),
    )
    const observed = boards.map((board) => ({ ...board, observedAtMs: nowMs }))
    await timed('boardsMs', () => store.sources.saveBoards(observed, observed.map(memoryOf)))
  }
  return cycle
}

/** Prices that move: SQLite does not write what stands there already. */
const moved = (snapshot: MarketSnapshot, round: number): MarketSnapshot => ({
  ...snapshot,
  rates: {
    ...snapshot.rates,
    exchanges: snapshot.rates.exchanges.map((one) => ({ ...one, buy: one.buy && one.buy * (1 + round / 1_000) })),
  },
})

const memoryOf = ({ exchange, fiat, side, observedAtMs, ads }: Board) => ({
  ...{ exchange, fiat, side, observedAtMs },
  centre: { price: ads[0]?.price ?? 1, atMs: observedAtMs },
  previous: null,
  offers: ads.map((ad) => [`${ad.advertiserId} ${ad.price}`, observedAtMs - 600_000, observedAtMs] as const),
  paying: [],
})

async function readMarkets({ simulator }: Cluster): Promise<readonly MarketOfBench[]> {
  const client = createExchangeClient({ baseUrls: simulator.baseUrls, pace: { minIntervalMs: 0 } })
  try {
    return await Promise.all(
      fiats.map(async (fiat) => {
        const { boards } = await client.fetchMarket(fiat)
        const nowMs = Date.now()
        const dated = boards.map((board) => ({ board, askedAtMs: nowMs }))
        const judgement = {
          ...{ fiat, boards: dated, judgedAtMs: nowMs, refreshAtMs: nowMs + 300_000 },
          memory: { exchangesAsked: exchangeIds.length },
          publication: publicationAt(nowMs),
          paying: [],
        }
        return { snapshot: judgeSnapshot(judgement, normalRules), boards }
      }),
    )
  } finally {
    await client.close()
  }
}

/** Open the server's publishing part in this process, without a server, and take the `market` lease. */
async function openPublishing(settings: Readonly<Record<string, string>>) {
  const { config } = readConfig({ P2P_SIMULATED: 'true', P2P_PACING: 'off', ...settings })
  const store = await openStore(config)
  const runtime = createRuntime({
    clock: systemClock,
    timers: systemTimers,
    log: { debug: () => {}, info: () => {}, warn: console.error, error: console.error },
  })
  const cluster = await openCluster<LeaderStore>({
    config,
    runtime,
    store,
    secret: () => readMasterKey(config.DATA_DIR, config.MASTER_KEY),
    canWrite: async () => true,
  })
  const { publishEvent } = cluster.eventBus
  const contextOf = jobContextOf({
    store,
    shared: cluster.shared,
    publishAlone: recordThenEmit({
      recorder: createRecorder({ store: store.history, publishEvent }),
      publishEvent,
      reportRefusal: (_, error) => console.error(error),
      clock: systemClock,
    }),
    evaluateInTransaction: async () => [],
    clock: systemClock,
  })
  const right = new Promise<JobContext>((done) => {
    const nothing = { start: () => {}, stop: () => {} }
    const jobs = {
      market: async (given: JobContext) => {
        done(given)
        return nothing
      },
      maintenance: async () => nothing,
      collect: new Map(),
      chats: null,
    }
    void cluster
      .prepareJobs(jobs, contextOf)
      .then(() => cluster.start('http://127.0.0.1:1', { closeAllGradually: async () => {} }))
  })
  return {
    right: await right,
    close: async () => {
      await cluster.stopJobs()
      await cluster.close()
      await store.close()
    },
  }
}
