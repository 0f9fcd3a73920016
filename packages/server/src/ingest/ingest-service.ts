import { type ExchangeId, exchangeById, type Fiat, type TrustRules } from '@p2p-rates/core'
import type { CollectingView } from '../market/market-service.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import { type BelievingPorts, type BoardReviewer, openReviewer } from './board-reviewer.js'
import { createCollector, marketsOf } from './collector.js'
import { type ExchangeSession, type ExchangeSessionPorts, openExchangeSession } from './exchange-session.js'
import type { BookClient } from './fetch-with-timeout.js'
import type { MarketCount } from './market-counts.js'
import type { ReportMarketEvent } from './market-event.js'
import { createRemoteWorkers, type RemoteWorkerStatus } from './remote-workers.js'
import { idleWorker, type WorkerStatus } from './worker-status.js'

export type CollectingSettings = {
  readonly fiats: readonly Fiat[]
  readonly exchanges: readonly ExchangeId[]
  readonly cycleSeconds: number
  readonly cycleSecondsByFiat: ReadonlyMap<string, number>
  readonly isSimulated: () => boolean
  readonly rules: TrustRules
}

export type CollectingPorts = {
  readonly client: BookClient
  readonly shown: Pick<ShownMarkets, 'snapshot' | 'refreshAtMonoMs'>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
}

export interface IngestService {
  /** This server reads an exchange: its worker exists immediately, and runs from `start` on. */
  ask(exchange: ExchangeId, ports: ExchangeSessionPorts): Promise<Pick<ExchangeSession, 'start' | 'pollTasks' | 'stop'>>
  /** This server decides what to believe, judges it and has it published. */
  believe(ports: BelievingPorts): Promise<CollectingView & Pick<BoardReviewer, 'pollReadings' | 'stop'>>
  hearLane(told: RemoteWorkerStatus): void
  hearHandedOver(): void
  startOver(): void
  readonly isToldSimulated: boolean
}

export function createIngestService(settings: CollectingSettings, ports: CollectingPorts): IngestService {
  const { fiats, exchanges, cycleSeconds, cycleSecondsByFiat, isSimulated, rules } = settings
  const { client, shown, clock, timers, random } = ports
  const report = neverThrowing(ports.report)
  const cycleMsOf = (fiat: Fiat): number => (cycleSecondsByFiat.get(fiat) ?? cycleSeconds) * 1000
  const told = createRemoteWorkers(clock)
  const here = new Map<ExchangeId, ExchangeSession>()
  let believing: BoardReviewer | null = null

  const collector = createCollector(
    { fiats, cycleMsOf, minIntervalMsOf: (exchange) => exchangeById(exchange)?.minIntervalMs ?? 0 },
    { client, clock, timers, random, report, answeredOrGivenUp: (fiat) => believing?.answeredOrGivenUp(fiat) },
  )

  const lanes = (): readonly WorkerStatus[] =>
    exchanges.map((exchange) => here.get(exchange)?.view ?? told.view(exchange) ?? idleWorker(exchange, clock))

  const reportCount = (exchange: ExchangeId, { market, due, answered }: MarketCount): void => {
    for (let time = 0; time < due; time += 1) report({ kind: 'due', exchange, ...market })
    for (let time = 0; time < answered; time += 1) report({ kind: 'answered', exchange, ...market })
  }

  return {
    ask: async (exchange, own) => {
      const asking = await openExchangeSession(exchange, {
        ...own,
        collector,
        believing: () => believing,
        fiats,
        markets: marketsOf(fiats),
        cycleMsOf,
        isSimulated,
        clock,
        report,
      })
      here.set(exchange, asking)
      return {
        start: asking.start,
        pollTasks: asking.pollTasks,
        stop: () => {
          if (here.get(exchange) === asking) here.delete(exchange)
          asking.stop()
        },
      }
    },
    believe: async (own) => {
      const opened = await openReviewer({
        ...own,
        fiats,
        exchanges,
        cycleMsOf,
        rules,
        lanes,
        expects: collector.expects,
        shown,
        clock,
        timers,
        report,
      })
      believing = opened
      return {
        ...opened,
        stop: () => {
          if (believing === opened) believing = null
          opened.stop()
        },
      }
    },
    hearLane: (news) => {
      if (here.has(news.exchange)) return
      const counted = told.receiveStatus(news)
      if (believing !== null) for (const count of counted) reportCount(news.exchange, count)
    },
    hearHandedOver: () => {
      // Ignore errors here; the periodic poll reports them.
      believing?.pollReadings().catch(() => {})
    },
    startOver: () => believing?.startOver(),
    get isToldSimulated() {
      return told.isSimulated
    },
  }
}

/** A log that cannot be written must not stop the collection. */
const neverThrowing =
  (report: ReportMarketEvent): ReportMarketEvent =>
  (event) => {
    try {
      report(event)
    } catch {
      // The place where failures are told has failed: there is no other.
    }
  }
