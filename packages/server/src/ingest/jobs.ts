import type { ExchangeId } from '@p2p-rates/core'
import type { NetworkClient, OfficialClient, SpotClient } from '@p2p-rates/core/node'
import type { Config } from '../base/config.js'
import { combineJobs, type OpenJob, timerJob } from '../base/jobs.js'
import type { Notes } from '../base/notes.js'
import type { Runtime } from '../base/runtime.js'
import { isComplete, type MarketSnapshot, type PublishMarket } from '../market/market-snapshot.js'
import type { MarketModule } from '../market/open-market.js'
import type { RuleStore } from '../market/price-rules/rule-store.js'
import type { RemoteAgents } from './agents/remote-agents.js'
import type { ReporterStore } from './agents/reporter.js'
import { pollIntervalMs, type RunPeriodically } from './agents/task-board.js'
import { createOfficialRateCollector } from './central-banks/official-rate-collector.js'
import type { OfficialRateStore } from './central-banks/official-rate-store.js'
import type { CollectorStateStore } from './collector-state-store.js'
import type { IngestService } from './ingest-service.js'
import type { ReportMarketEvent } from './market-log.js'
import { createNetworkCollector } from './networks/network-collector.js'
import type { PeerChannel } from './reading-queue.js'
import { exchangesToCollect, networkReadersOf, officialSourcesOf, spotTickersOf } from './settings.js'
import type { SourcePorts } from './source-faults.js'
import { createUsdtUsdCollector } from './usdt-usd/usdt-usd-collector.js'

type CollectContext = {
  readonly store: { readonly sources: CollectorStateStore; readonly reporters: ReporterStore }
  /** Null if this server is alone. */
  readonly peers: PeerChannel | null
}

type MarketContext = {
  readonly store: { readonly sources: CollectorStateStore; readonly rules: RuleStore }
  readonly peers: PeerChannel | null
  readonly publishMarket: PublishMarket
  readonly evaluate: ((snapshot: MarketSnapshot) => Promise<void>) | null
}

type MaintenanceContext = { readonly store: Notes & { readonly officials: OfficialRateStore } }

type IngestJobPorts = {
  readonly runtime: Runtime
  readonly config: Config
  readonly service: Pick<IngestService, 'collectExchange' | 'reviewBoards'>
  readonly agents: Pick<RemoteAgents, 'startReading'> | null
  readonly officials: Pick<OfficialClient, 'fetchOfficial'>
  readonly networks: Pick<NetworkClient, 'fetchNetworks'>
  readonly spot: Pick<SpotClient, 'fetchUsdtUsd'>
  readonly market: MarketModule
  readonly archiving: (publishMarket: PublishMarket) => PublishMarket
  readonly report: ReportMarketEvent
}

/** Jobs of `ingest` on timers, each on one server for all. A single server runs them all itself. */
export const ingestJobs = (ports: IngestJobPorts) => ({
  /** One job per exchange, so that several servers share the exchanges. */
  collect: new Map(exchangesToCollect(ports.config).map((exchange) => [exchange, collect(exchange, ports)])),
  market: review(ports),
  maintenance: combineJobs([readOfficialRates(ports), readExchangeNetworks(ports), readUsdtUsd(ports)]),
})

const collect =
  (exchange: ExchangeId, { runtime, service, agents }: IngestJobPorts): OpenJob<CollectContext> =>
  async ({ store, peers }) => {
    const session = await service.collectExchange(exchange, {
      store: store.sources,
      peers: peers && { notifier: peers, readings: peers.readings },
    })
    const timers = timerJob(() => {
      const stopReading = agents?.startReading(exchange, { store: store.reporters, tasks: peers?.tasks ?? null })
      session.start()
      return [
        ...(stopReading === undefined ? [] : [stopReading]),
        ...(peers === null
          ? []
          : [runtime.repeat(1_000, `readings of ${exchange} are not forwarded`, session.pollTasks)]),
      ]
    })
    return {
      start: timers.start,
      stop: () => {
        session.stop()
        return timers.stop()
      },
    }
  }

const review =
  ({ runtime, service, market, archiving, report }: IngestJobPorts): OpenJob<MarketContext> =>
  async ({ store, publishMarket, peers, evaluate }) => {
    const { sourceStatusCache, shown } = market
    const reviewer = await service.reviewBoards({
      store: store.sources,
      publishMarket: archiving(market.storingPrices(store.rules, publishMarket)),
      readings: peers?.readings ?? null,
    })
    sourceStatusCache.setLocalIngest(reviewer)
    const timers = timerJob(() => {
      if (peers !== null) void reviewer.pollReadings().catch(() => {})
      return [
        ...(evaluate === null ? [] : [shown.subscribe(evaluateAfterExpiry(evaluate, report))]),
        ...(peers === null
          ? []
          : [
              runtime.repeat(5_000, 'the status of the exchanges is not sent', publishChangedStatus(market, peers)),
              // Readings are announced by events. This poll finds those whose event was lost.
              runtime.repeat(5_000, 'what other servers have read is not taken', reviewer.pollReadings),
            ]),
      ]
    })
    return {
      start: timers.start,
      stop: async () => {
        await timers.stop()
        reviewer.stop()
        sourceStatusCache.setLocalIngest(null)
      },
    }
  }

const readOfficialRates =
  (ports: IngestJobPorts): OpenJob<MaintenanceContext> =>
  async ({ store }) => {
    const { runtime, config, officials } = ports
    const readOfficials = createOfficialRateCollector({
      store: store.officials,
      client: officials,
      sources: officialSourcesOf(config),
      ...sourcePortsOf(ports, 'the official rates of a bank are', 'bank'),
    })
    return timerJob(() => [runtime.repeat(1_000, 'official rates are not on record', readOfficials)])
  }

const readExchangeNetworks =
  (ports: IngestJobPorts): OpenJob<MaintenanceContext> =>
  async ({ store }) => {
    const { runtime, config, networks } = ports
    const collectors = networkReadersOf(config).map((reader) =>
      createNetworkCollector({
        reader,
        notes: store,
        client: networks,
        ...sourcePortsOf(ports, 'the networks of an exchange are', 'exchange'),
      }),
    )
    return timerJob(() =>
      collectors.map((collect) => runtime.repeat(1_000, 'networks of an exchange are not stored', collect)),
    )
  }

const readUsdtUsd =
  (ports: IngestJobPorts): OpenJob<MaintenanceContext> =>
  async ({ store }) => {
    const { runtime, config, spot } = ports
    const collect = createUsdtUsdCollector({
      tickers: spotTickersOf(config),
      notes: store,
      client: spot,
      ...sourcePortsOf(ports, 'USDT/USD of a spot exchange is', 'exchange'),
    })
    return timerJob(() => [runtime.repeat(1_000, 'USDT/USD is not stored', collect)])
  }

const sourcePortsOf = (
  { runtime: { log, clock }, market }: IngestJobPorts,
  what: string,
  field: 'bank' | 'exchange',
): SourcePorts => ({
  isSimulated: market.origin.isSimulated,
  clock,
  report: (source, fault) =>
    fault === null
      ? log.info(`${what} read again`, { [field]: source })
      : log.warn(`${what} not read`, { [field]: source, fault: `${fault.kind}: ${fault.message}` }),
})

/** On every server with remote collectors: looks for tasks and answers of other servers. */
export const repeatAgentPolls =
  ({ repeat }: Runtime): RunPeriodically =>
  (poll) =>
    repeat(pollIntervalMs, 'pages cannot be given to remote collectors', poll)

/** Complete snapshots were already evaluated at publication, so only evaluate after boards expire. */
const evaluateAfterExpiry =
  (evaluate: NonNullable<MarketContext['evaluate']>, report: ReportMarketEvent) =>
  (snapshot: MarketSnapshot): void => {
    if (isComplete(snapshot)) return
    void evaluate(snapshot).catch((error: unknown) => report({ kind: 'crash', where: 'webhooks', error }))
  }

function publishChangedStatus({ sourceStatusCache }: MarketModule, { publishStatus }: PeerChannel) {
  let last = ''
  return async (): Promise<void> => {
    const status = sourceStatusCache.serialize()
    if (status === null) return
    const now = JSON.stringify(
      status.scenes.map(({ sides, lastFault, leftAlone, isSwapped, isUnattended }) => ({
        sides: sides.map(({ newest, isHeld, still }) => [newest?.observedAtMs, newest?.ads, isHeld, still === null]),
        lastFault,
        leftAlone,
        isSwapped,
        isUnattended,
      })),
    )
    if (now === last) return
    await publishStatus(status)
    last = now
  }
}
