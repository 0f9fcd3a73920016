import type { ExchangeId } from '@p2p-rates/core'
import type { BoardReviewer } from './board-reviewer.js'
import { loadBreakerState } from './breaker-runner.js'
import { type Collector, marketsOf } from './collector.js'
import type { CollectorStateStore } from './collector-state-store.js'
import type { ExchangeWorker } from './exchange-worker.js'
import { nameOf, type WorkerMarket } from './fetch-queue.js'
import type { IngestContext } from './ingest-context.js'
import type { MarketEvent } from './market-log.js'
import { createReadingProducer } from './queued-readings.js'
import type { ReadingNotifier, ReadingQueue } from './reading-queue.js'
import type { MarketCount, RemoteWorkerStatus, WorkerStatus } from './worker-status.js'

export type ExchangeSessionPorts = {
  readonly store: Pick<CollectorStateStore, 'backOffs' | 'saveBackOff' | 'clearBackOff'>
  /** Channel to another server that reviews the readings; null for a single server. */
  readonly peers: { readonly notifier: ReadingNotifier; readonly readings: Pick<ReadingQueue, 'agesOf'> } | null
}

export type ExchangeSession = Awaited<ReturnType<typeof openExchangeSession>>

/** Readings go to the reviewer of this server, or through the queue to another one. */
export async function openExchangeSession(
  exchange: ExchangeId,
  context: IngestContext,
  ports: ExchangeSessionPorts & { readonly collector: Collector; readonly reviewer: () => BoardReviewer | null },
) {
  const { plan, time, isSimulated } = context
  const { clock } = time
  const { store, peers, collector, reviewer } = ports
  const begunMonoMs = clock.monoMs()
  const stored = await loadBreakerState(exchange, { store, time, report: context.report })
  const recent = await recentlyQueued(exchange, context, peers)
  const counts = new Map(marketsOf(plan.fiats).map((market) => [nameOf(market), { market, due: 0, answered: 0 }]))

  const producer =
    peers === null
      ? null
      : createReadingProducer({
          notifier: peers.notifier,
          status: () => statusOf(worker, { begunMonoMs, context, collector, counts: [...counts.values()] }),
          isStatusNeeded: () => reviewer() === null,
          clock,
        })

  /** Collects counts here if another server records them. */
  const report = (event: MarketEvent): void => {
    const isCount = event.kind === 'due' || event.kind === 'answered'
    if (!isCount || producer === null || reviewer() !== null) context.report(event)
    else {
      const count = counts.get(nameOf(event))
      if (count !== undefined) count[event.kind] += 1
    }
  }

  const isRecent = (market: WorkerMarket): boolean => {
    const askedMonoMs = recent.get(nameOf(market))
    const isHanded = askedMonoMs !== undefined && clock.monoMs() - askedMonoMs < plan.cycleMsOf(market.fiat) / 2
    return isHanded || reviewer()?.isRecent(exchange, market) === true
  }

  const worker = collector.openWorker(exchange, {
    stored,
    report,
    onReading: (reading) => {
      const here = reviewer()
      if (here !== null) return here.acceptReading(reading)
      producer?.put(reading)
      return 'taken'
    },
  })
  const view: WorkerStatus = {
    exchange,
    breaker: worker.breaker,
    lastFault: worker.faults.last,
    nextCycleMonoMs: collector.nextCycleMonoMs,
    isUnattended: () => false,
    get isSimulated() {
      return isSimulated()
    },
  }

  return {
    view,
    start: (): void => collector.addWorker(worker, isRecent),
    /** Sends waiting status and readings if another server leads. */
    pollTasks: async (): Promise<void> => producer?.pollTasks(),
    stop: (): void => {
      collector.removeWorker(worker)
      producer?.stop()
    },
  }
}

function statusOf(
  { exchange, breaker, faults }: ExchangeWorker,
  facts: {
    readonly begunMonoMs: number
    readonly context: IngestContext
    readonly collector: Collector
    readonly counts: readonly MarketCount[]
  },
): RemoteWorkerStatus {
  const { begunMonoMs, context, collector, counts } = facts
  const { state, kind, openings, notBeforeMonoMs, rate } = breaker.now
  const { fiats } = context.plan
  return {
    kind: 'lane',
    exchange,
    begunMonoMs,
    atMonoMs: context.time.clock.monoMs(),
    breaker: { state, kind, openings, notBeforeMonoMs, rate },
    trouble: breaker.trouble?.message ?? null,
    faults: marketsOf(fiats).flatMap((market) => {
      const fault = faults.last(market)
      return fault === null ? [] : [{ market, fault }]
    }),
    nextCycleMonoMs: new Map(fiats.map((fiat) => [fiat, collector.nextCycleMonoMs(fiat)])),
    counts: counts.map((count) => ({ ...count })),
    isSimulated: context.isSimulated(),
    ageMs: 0,
  }
}

/** Returns the request times of the last handed-over readings, so that the next holder doesn't ask again at once. */
async function recentlyQueued(
  exchange: ExchangeId,
  { time, report }: IngestContext,
  peers: ExchangeSessionPorts['peers'],
): Promise<ReadonlyMap<string, number>> {
  try {
    const nowMonoMs = time.clock.monoMs()
    const ages = (await peers?.readings.agesOf(exchange)) ?? []
    return new Map(ages.map((reading) => [nameOf(reading), nowMonoMs - reading.ageMs]))
  } catch (error) {
    report({ kind: 'crash', where: 'store of handed readings', error })
    return new Map()
  }
}
