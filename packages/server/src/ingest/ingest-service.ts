import type { ExchangeId, Fiat } from '@p2p-rates/core'
import { type BoardReviewer, openReviewer, type ReviewerPorts } from './board-reviewer.js'
import { createCollector } from './collector.js'
import { type ExchangeSession, type ExchangeSessionPorts, openExchangeSession } from './exchange-session.js'
import type { IngestContext } from './ingest-context.js'
import type { ReportMarketEvent } from './market-log.js'
import { createRemoteWorkers, idleWorker, type RemoteWorkerStatus, type WorkerStatus } from './worker-status.js'

export type IngestService = ReturnType<typeof createIngestService>

/** Collects the exchanges that this server is to read, and reviews all boards if it is to publish. */
export function createIngestService(given: IngestContext) {
  const context = { ...given, report: neverThrowing(given.report) }
  const { plan, report } = context
  const { clock } = context.time
  const remoteWorkers = createRemoteWorkers(clock)
  const sessions = new Map<ExchangeId, ExchangeSession>()
  let reviewer: BoardReviewer | null = null

  const collector = createCollector(context, (fiat: Fiat) => reviewer?.onMarketSettled(fiat))

  const workers = (): readonly WorkerStatus[] =>
    plan.exchanges.map(
      (exchange) => sessions.get(exchange)?.view ?? remoteWorkers.view(exchange) ?? idleWorker(exchange, clock),
    )

  return {
    /** This server reads an exchange: its worker exists immediately, and runs from `start` on. */
    collectExchange: async (exchange: ExchangeId, own: ExchangeSessionPorts) => {
      const session = await openExchangeSession(exchange, context, { ...own, collector, reviewer: () => reviewer })
      sessions.set(exchange, session)
      const stop = (): void => {
        if (sessions.get(exchange) === session) sessions.delete(exchange)
        session.stop()
      }
      return { ...session, stop }
    },
    /** This server decides which boards to believe, judges them and publishes. */
    reviewBoards: async (own: ReviewerPorts) => {
      const opened = await openReviewer(context, { ...own, workers, expects: collector.expects })
      reviewer = opened
      const stop = (): void => {
        if (reviewer === opened) reviewer = null
        opened.stop()
      }
      return { ...opened, stop }
    },
    receiveWorkerStatus: (status: RemoteWorkerStatus): void => {
      const { exchange } = status
      if (sessions.has(exchange)) return
      const counted = remoteWorkers.receiveStatus(status)
      if (reviewer === null) return
      for (const { market, due, answered } of counted) {
        for (let time = 0; time < due; time += 1) report({ kind: 'due', exchange, ...market })
        for (let time = 0; time < answered; time += 1) report({ kind: 'answered', exchange, ...market })
      }
    },
    receiveReadingsQueued: (): void => {
      // Ignore errors here; the periodic poll reports them.
      reviewer?.pollReadings().catch(() => {})
    },
    rereadReadings: (): void => reviewer?.rereadReadings(),
    get isRemoteSimulated(): boolean {
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
      // Reporting itself has failed, so there is no place to report to.
    }
  }
