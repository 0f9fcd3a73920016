import { type ExchangeId, exchangeById, type Fiat, type TrustRules } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { IngestView } from '../market/source-status-cache.js'
import { type BoardReviewer, openReviewer, type ReviewerPorts } from './board-reviewer.js'
import { createCollector, marketsOf } from './collector.js'
import { type ExchangeSession, type ExchangeSessionPorts, openExchangeSession } from './exchange-session.js'
import type { BookClient } from './fetch-with-timeout.js'
import type { ReportMarketEvent } from './market-event.js'
import type { MarketCount } from './market-request-counts.js'
import { createRemoteWorkers, type RemoteWorkerStatus } from './remote-workers.js'
import { idleWorker, type WorkerStatus } from './worker-status.js'

export type IngestSettings = {
  readonly fiats: readonly Fiat[]
  readonly exchanges: readonly ExchangeId[]
  readonly cycleSeconds: number
  readonly cycleSecondsByFiat: ReadonlyMap<string, number>
  readonly isSimulated: () => boolean
  readonly rules: TrustRules
}

export type IngestPorts = {
  readonly client: BookClient
  readonly shown: Pick<ShownMarkets, 'snapshot' | 'refreshAtMonoMs'>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
}

export interface IngestService {
  /** This server reads an exchange: its worker exists immediately, and runs from `start` on. */
  collectExchange(
    exchange: ExchangeId,
    ports: ExchangeSessionPorts,
  ): Promise<Pick<ExchangeSession, 'start' | 'pollTasks' | 'stop'>>
  /** This server decides what to believe, judges it and has it published. */
  reviewBoards(ports: ReviewerPorts): Promise<IngestView & Pick<BoardReviewer, 'pollReadings' | 'stop'>>
  receiveWorkerStatus(told: RemoteWorkerStatus): void
  receiveReadingsQueued(): void
  rereadReadings(): void
  readonly isRemoteSimulated: boolean
}

export function createIngestService(settings: IngestSettings, ports: IngestPorts): IngestService {
  const { fiats, exchanges, cycleSeconds, cycleSecondsByFiat, isSimulated, rules } = settings
  const { client, shown, clock, timers, random } = ports
  const report = neverThrowing(ports.report)
  const cycleMsOf = (fiat: Fiat): number => (cycleSecondsByFiat.get(fiat) ?? cycleSeconds) * 1000
  const remoteWorkers = createRemoteWorkers(clock)
  const sessions = new Map<ExchangeId, ExchangeSession>()
  let reviewer: BoardReviewer | null = null

  const collector = createCollector(
    { fiats, cycleMsOf, minIntervalMsOf: (exchange) => exchangeById(exchange)?.minIntervalMs ?? 0 },
    { client, clock, timers, random, report, onMarketSettled: (fiat) => reviewer?.onMarketSettled(fiat) },
  )

  const workers = (): readonly WorkerStatus[] =>
    exchanges.map(
      (exchange) => sessions.get(exchange)?.view ?? remoteWorkers.view(exchange) ?? idleWorker(exchange, clock),
    )

  const reportCount = (exchange: ExchangeId, { market, due, answered }: MarketCount): void => {
    for (let time = 0; time < due; time += 1) report({ kind: 'due', exchange, ...market })
    for (let time = 0; time < answered; time += 1) report({ kind: 'answered', exchange, ...market })
  }

  return {
    collectExchange: async (exchange, own) => {
      const session = await openExchangeSession(exchange, {
        ...own,
        collector,
        reviewer: () => reviewer,
        fiats,
        markets: marketsOf(fiats),
        cycleMsOf,
        isSimulated,
        clock,
        report,
      })
      sessions.set(exchange, session)
      return {
        start: session.start,
        pollTasks: session.pollTasks,
        stop: () => {
          if (sessions.get(exchange) === session) sessions.delete(exchange)
          session.stop()
        },
      }
    },
    reviewBoards: async (own) => {
      const opened = await openReviewer({
        ...own,
        fiats,
        exchanges,
        cycleMsOf,
        rules,
        workers,
        expects: collector.expects,
        shown,
        clock,
        timers,
        report,
      })
      reviewer = opened
      return {
        ...opened,
        stop: () => {
          if (reviewer === opened) reviewer = null
          opened.stop()
        },
      }
    },
    receiveWorkerStatus: (news) => {
      if (sessions.has(news.exchange)) return
      const counted = remoteWorkers.receiveStatus(news)
      if (reviewer !== null) for (const count of counted) reportCount(news.exchange, count)
    },
    receiveReadingsQueued: () => {
      // Ignore errors here; the periodic poll reports them.
      reviewer?.pollReadings().catch(() => {})
    },
    rereadReadings: () => reviewer?.rereadReadings(),
    get isRemoteSimulated() {
      return remoteWorkers.isSimulated
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
