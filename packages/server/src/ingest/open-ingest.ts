import type { Fiat, FrontRecord } from '@p2p-rates/core'
import { createExchangeClient, createNetworkClient, createOfficialClient, createSpotClient } from '@p2p-rates/core/node'
import type { Config } from '../base/config.js'
import type { Metrics } from '../base/metrics/metrics.js'
import type { Runtime } from '../base/runtime.js'
import type { PublishMarket } from '../market/market-snapshot.js'
import type { MarketModule } from '../market/open-market.js'
import { type AgentStores, openRemoteAgents } from './agents/remote-agents.js'
import { createReporterRegistry, type ReporterRemoved } from './agents/reporter.js'
import { detectSimulation } from './fetcher.js'
import { createIngestService } from './ingest-service.js'
import { ingestJobs, repeatAgentPolls } from './jobs.js'
import { createMarketLog, type RequestCounts } from './market-log.js'
import { cycleMsOf, cyclesOf, exchangeClientOptionsOf, officialClientOptionsOf } from './settings.js'

/**
 * The ingest module: reads the order books of the exchanges in cycles, checks every board, judges the market and
 * publishes one snapshot per currency. `agents` has exchanges read by remote collectors, `central-banks` reads official
 * rates, `networks` the networks on which USDT moves between exchanges, `usdt-usd` the price of USDT in US dollars.
 *
 * Of several servers, one collects each exchange and one reviews all boards; readings go between them through
 * the database (`peers`). Promises:
 * - Exchanges never wait for each other. A failing one is left alone for longer and longer, also after a restart.
 * - A board that contradicts the other exchanges, stands still, is suddenly empty or has its sides swapped is held back
 *   until it is confirmed, and the doubt is logged.
 * - No number of a publication is given twice, even if the clock jumps.
 * - If an answer says that it is simulated, all prices are marked as simulated.
 *
 * Without the database, a single server goes on publishing by its own clock and memory. Of several, none publishes;
 * readings wait in memory, the newest of each market. Without a central bank, its last rates stay, and the bank is asked
 * again after half an hour. A log that cannot be written does not stop it.
 */
export function openIngest(ports: {
  readonly runtime: Runtime
  readonly config: Config
  readonly store: AgentStores
  readonly market: MarketModule
  readonly metrics: Pick<Metrics, 'countFault' | 'observeCycle' | 'countRemoteDoubt'>
  readonly history: {
    readonly requestCounts: RequestCounts
    readonly archiving: (publishMarket: PublishMarket) => PublishMarket
    readonly frontRecord: (fiat: Fiat) => FrontRecord
  }
  readonly publishEvent: (removed: ReporterRemoved) => void | Promise<void>
}) {
  const { runtime, config, store, market, metrics, history, publishEvent } = ports
  const report = createMarketLog(runtime.log, metrics, history.requestCounts)
  const agents = openRemoteAgents({
    config,
    store,
    runtime,
    runPeriodically: repeatAgentPolls(runtime),
    count: metrics.countRemoteDoubt,
  })
  const client = createExchangeClient({ ...exchangeClientOptionsOf(config), ...agents?.clientOptions })
  const officials = createOfficialClient(officialClientOptionsOf(config))
  const networks = createNetworkClient(exchangeClientOptionsOf(config))
  const spot = createSpotClient(officialClientOptionsOf(config))
  const simulation = detectSimulation(client, config.SIMULATED)
  const service = createIngestService({
    exchanges: config.exchanges,
    plan: { fiats: config.FIATS, exchanges: config.EXCHANGES, cycleMsOf: cycleMsOf(config) },
    rules: market.rules,
    isSimulated: simulation.isSimulated,
    client: simulation.client,
    shown: market.shown,
    time: runtime,
    random: Math.random,
    frontRecord: history.frontRecord,
    report,
  })
  market.origin.addSimulationCheck(() => simulation.isSimulated() || service.isRemoteSimulated)
  return {
    report,
    cycles: cyclesOf(config),
    agentApi: agents?.agentApi ?? null,
    registry: createReporterRegistry({
      store: store.reporters,
      exchangeIds: config.exchanges.ids,
      clock: runtime.clock,
      publishEvent,
    }),
    handlers: {
      lane: service.receiveWorkerStatus,
      handed_over: service.receiveReadingsQueued,
      data_replaced: service.rereadReadings,
      reporter_removed: ({ reporter }: ReporterRemoved) => agents?.disconnectAgent(reporter),
    },
    jobs: ingestJobs({
      runtime,
      config,
      service,
      agents,
      officials,
      networks,
      spot,
      market,
      archiving: history.archiving,
      report,
    }),
    /** Ends the polls of remote collectors, so that the HTTP server can close. */
    endPolls: () => agents?.stop(),
    stop: async () => {
      agents?.stop()
      await Promise.all([client.close(), officials.close(), networks.close(), spot.close()])
    },
  }
}

export type IngestModule = ReturnType<typeof openIngest>
