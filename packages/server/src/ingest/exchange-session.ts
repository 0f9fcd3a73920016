import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import type { BoardReviewer } from './board-reviewer.js'
import { loadBreakerState } from './breaker-state.js'
import type { Collector } from './collector.js'
import { createMarketCounts } from './market-counts.js'
import type { MarketEvent, ReportMarketEvent } from './market-event.js'
import { nameOf, type WorkerMarket } from './queue.js'
import { createReadingProducer, type ReadingNotifier } from './reading-producer.js'
import type { ReadingQueue } from './reading-queue.js'
import type { RemoteWorkerStatus } from './remote-workers.js'
import type { SourceStore } from './source-store.js'
import type { WorkerStatus } from './worker-status.js'

export type ExchangeSessionPorts = {
  readonly store: Pick<SourceStore, 'backOffs' | 'saveBackOff' | 'clearBackOff'>
  /** Channel to another server that reviews the readings; null for a single server. */
  readonly peers: { readonly messenger: ReadingNotifier; readonly readings: Pick<ReadingQueue, 'agesOf'> } | null
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
    readonly believing: () => BoardReviewer | null
    readonly fiats: readonly Fiat[]
    readonly markets: readonly WorkerMarket[]
    readonly cycleMsOf: (fiat: Fiat) => number
    readonly isSimulated: () => boolean
    readonly clock: Clock
    readonly report: ReportMarketEvent
  },
): Promise<ExchangeSession> {
  const { store, peers, collector, believing, fiats, markets, cycleMsOf, isSimulated, clock } = ports
  const begunMonoMs = clock.monoMs()
  const backOff = await loadBreakerState(exchange, { store, clock, report: ports.report })
  const recent = await recentlyHanded(exchange, ports)
  const counts = createMarketCounts(markets)

  const words = (): RemoteWorkerStatus => {
    const { breaker, lastFault } = lane
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

  const handing =
    peers === null
      ? null
      : createReadingProducer({ messenger: peers.messenger, words, isAwaited: () => believing() === null, clock })

  /** Collect counts here if another server records them. */
  const report = (event: MarketEvent): void => {
    const isCount = event.kind === 'due' || event.kind === 'answered'
    if (isCount && handing !== null && believing() === null) counts.countMarket(event)
    else ports.report(event)
  }

  const isRecent = (market: WorkerMarket): boolean => {
    const askedMonoMs = recent.get(nameOf(market))
    const isHanded = askedMonoMs !== undefined && clock.monoMs() - askedMonoMs < cycleMsOf(market.fiat) / 2
    return isHanded || believing()?.isRecent(exchange, market) === true
  }

  const lane = collector.open(exchange, {
    remembered: backOff.breaker,
    remember: backOff.remember,
    report,
    onReading: (reading) => {
      const here = believing()
      if (here !== null) return here.acceptReading(reading)
      handing?.put(reading)
      return 'taken'
    },
  })

  return {
    view: {
      exchange,
      breaker: lane.breaker,
      lastFault: lane.lastFault,
      nextCycleMonoMs: collector.nextCycleMonoMs,
      isUnattended: () => false,
      get isSimulated() {
        return isSimulated()
      },
    },
    start: () => collector.addWorker(lane, isRecent),
    pollTasks: async () => handing?.pollTasks(),
    stop: () => {
      collector.removeWorker(lane)
      handing?.stop()
    },
  }
}

/** Returns the request times of the last handed-over readings, so that the next holder doesn't ask again at once. */
async function recentlyHanded(
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
