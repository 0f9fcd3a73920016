import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { BoardReviewer } from './board-reviewer.js'
import { loadBreakerState } from './breaker-state.js'
import type { Collector } from './collector.js'
import type { CollectorStateStore } from './collector-state-store.js'
import { nameOf, type WorkerMarket } from './fetch-queue.js'
import type { MarketEvent, ReportMarketEvent } from './market-event.js'
import { createMarketRequestCounts } from './market-request-counts.js'
import { createReadingProducer, type ReadingNotifier } from './queued-reading-producer.js'
import type { ReadingQueue } from './reading-queue.js'
import type { RemoteWorkerStatus } from './remote-workers.js'
import type { WorkerStatus } from './worker-status.js'

export type ExchangeSessionPorts = {
  readonly store: Pick<CollectorStateStore, 'backOffs' | 'saveBackOff' | 'clearBackOff'>
  /** Channel to another server that reviews the readings; null for a single server. */
  readonly peers: { readonly notifier: ReadingNotifier; readonly readings: Pick<ReadingQueue, 'agesOf'> } | null
}

export interface ExchangeSession {
  readonly view: WorkerStatus
  start(): void
  /** Sends waiting status and readings if another server leads. */
  pollTasks(): Promise<void>
  stop(): void
}

export async function openExchangeSession(
  exchange: ExchangeId,
  ports: ExchangeSessionPorts & {
    readonly collector: Collector
    readonly reviewer: () => BoardReviewer | null
    readonly fiats: readonly Fiat[]
    readonly markets: readonly WorkerMarket[]
    readonly cycleMsOf: (fiat: Fiat) => number
    readonly isSimulated: () => boolean
    readonly clock: Clock
    readonly report: ReportMarketEvent
  },
): Promise<ExchangeSession> {
  const { store, peers, collector, reviewer, fiats, markets, cycleMsOf, isSimulated, clock } = ports
  const begunMonoMs = clock.monoMs()
  const backOff = await loadBreakerState(exchange, { store, clock, report: ports.report })
  const recent = await recentlyQueued(exchange, ports)
  const counts = createMarketRequestCounts(markets)

  const status = (): RemoteWorkerStatus => {
    const { breaker, lastFault } = worker
    const { state, kind, openings, notBeforeMonoMs, rate } = breaker.now
    return {
      kind: 'lane',
      exchange,
      begunMonoMs,
      atMonoMs: clock.monoMs(),
      breaker: { state, kind, openings, notBeforeMonoMs, rate },
      trouble: breaker.trouble?.message ?? null,
      faults: markets.flatMap((market) => {
        const fault = lastFault(market)
        return fault === null ? [] : [{ market, fault }]
      }),
      nextCycleMonoMs: new Map(fiats.map((fiat) => [fiat, collector.nextCycleMonoMs(fiat)])),
      counts: counts.all(),
      isSimulated: isSimulated(),
      ageMs: 0,
    }
  }

  const producer =
    peers === null
      ? null
      : createReadingProducer({ notifier: peers.notifier, status, isStatusNeeded: () => reviewer() === null, clock })

  /** Collect counts here if another server records them. */
  const report = (event: MarketEvent): void => {
    const isCount = event.kind === 'due' || event.kind === 'answered'
    if (isCount && producer !== null && reviewer() === null) counts.countMarket(event)
    else ports.report(event)
  }

  const isRecent = (market: WorkerMarket): boolean => {
    const askedMonoMs = recent.get(nameOf(market))
    const isHanded = askedMonoMs !== undefined && clock.monoMs() - askedMonoMs < cycleMsOf(market.fiat) / 2
    return isHanded || reviewer()?.isRecent(exchange, market) === true
  }

  const worker = collector.openWorker(exchange, {
    stored: backOff.breaker,
    saveBreaker: backOff.saveBreaker,
    report,
    onReading: (reading) => {
      const here = reviewer()
      if (here !== null) return here.acceptReading(reading)
      producer?.put(reading)
      return 'taken'
    },
  })

  return {
    view: {
      exchange,
      breaker: worker.breaker,
      lastFault: worker.lastFault,
      nextCycleMonoMs: collector.nextCycleMonoMs,
      isUnattended: () => false,
      get isSimulated() {
        return isSimulated()
      },
    },
    start: () => collector.addWorker(worker, isRecent),
    pollTasks: async () => producer?.pollTasks(),
    stop: () => {
      collector.removeWorker(worker)
      producer?.stop()
    },
  }
}

/** Returns the request times of the last handed-over readings, so that the next holder doesn't ask again at once. */
async function recentlyQueued(
  exchange: ExchangeId,
  { peers, clock, report }: Pick<ExchangeSessionPorts, 'peers'> & { clock: Clock; report: ReportMarketEvent },
): Promise<ReadonlyMap<string, number>> {
  try {
    const nowMonoMs = clock.monoMs()
    const ages = (await peers?.readings.agesOf(exchange)) ?? []
    return new Map(ages.map((reading) => [nameOf(reading), nowMonoMs - reading.ageMs]))
  } catch (error) {
    report({ kind: 'crash', where: 'store of handed readings', error })
    return new Map()
  }
}
