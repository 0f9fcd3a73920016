import { type ExchangeId, type Fiat, sides } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import type { Breaker } from './breaker.js'
import { createExchangeWorker, type ExchangeWorker, type ExchangeWorkerPorts } from './exchange-worker.js'
import type { WorkerMarket } from './fetch-queue.js'
import type { BookClient } from './fetch-with-timeout.js'
import type { ReportMarketEvent } from './market-event.js'
import { createTimerGroup } from './timer-group.js'

export type CollectorSettings = {
  readonly fiats: readonly Fiat[]
  readonly cycleMsOf: (fiat: Fiat) => number
  readonly minIntervalMsOf: (exchange: ExchangeId) => number
}

export type CollectorPorts = {
  readonly client: BookClient
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
  readonly onMarketSettled: (fiat: Fiat) => void
}

type OwnWorkerPorts = Pick<ExchangeWorkerPorts, 'onReading' | 'saveBreaker' | 'report'> & {
  readonly stored: Breaker | null
}

export interface Collector {
  openWorker(exchange: ExchangeId, own: OwnWorkerPorts): ExchangeWorker
  /** Ask at once for all markets that aren't recent, and in the common cycles afterwards. */
  addWorker(lane: ExchangeWorker, isRecent: (market: WorkerMarket) => boolean): void
  removeWorker(lane: ExchangeWorker): void
  expects(fiat: Fiat): boolean
  nextCycleMonoMs(fiat: Fiat): number
}

export function createCollector(settings: CollectorSettings, ports: CollectorPorts): Collector {
  const { fiats, cycleMsOf, minIntervalMsOf } = settings
  const { clock, timers, report, onMarketSettled, ...shared } = ports
  const groups = groupBy(fiats, cycleMsOf)
  const workers = new Set<ExchangeWorker>()
  const started = new Set<ExchangeWorker>()
  const starts = new Map<Fiat, number>()
  const waits = createTimerGroup(timers)
  let busySinceMonoMs: number | null = null

  const areIdle = (): boolean => [...workers].every((worker) => worker.isIdle)

  const begins = (group: readonly Fiat[]): void => {
    for (const fiat of group) starts.set(fiat, clock.monoMs())
    busySinceMonoMs ??= clock.monoMs()
  }

  /** The next cycle is set before this one begins, so that nothing that happens in it can end the rhythm. */
  const repeat = (group: readonly Fiat[], cycleMs: number): void =>
    waits.after(cycleMs, () => {
      repeat(group, cycleMs)
      begins(group)
      for (const worker of started) worker.enqueueMarkets(marketsOf(group), cycleMs * deadlineShare)
    })

  const startCycles = (): void => {
    for (const [cycleMs, group] of groups) {
      repeat(group, cycleMs)
      begins(group)
    }
  }

  return {
    openWorker: (exchange, { stored, ...own }) => {
      const worker = createExchangeWorker(exchange, stored, {
        ...shared,
        ...own,
        clock,
        timers,
        markets: marketsOf(fiats),
        minIntervalMs: minIntervalMsOf(exchange),
        onMarketSettled: (fiat) => {
          onMarketSettled(fiat)
          if (busySinceMonoMs === null || !areIdle()) return
          report({ kind: 'cycle_done', durationMs: clock.monoMs() - busySinceMonoMs })
          busySinceMonoMs = null
        },
      })
      workers.add(worker)
      return worker
    },
    addWorker: (worker, isRecent) => {
      if (started.size === 0) startCycles()
      started.add(worker)
      busySinceMonoMs ??= clock.monoMs()
      for (const [cycleMs, group] of groups)
        worker.enqueueMarkets(
          marketsOf(group).filter((market) => !isRecent(market)),
          cycleMs * deadlineShare,
        )
    },
    removeWorker: (worker) => {
      worker.stop()
      workers.delete(worker)
      started.delete(worker)
      if (areIdle()) busySinceMonoMs = null
      if (started.size > 0) return
      waits.cancelAll()
      starts.clear()
    },
    expects: (fiat) => [...workers].some((worker) => worker.expects(fiat)),
    nextCycleMonoMs: (fiat) => (starts.get(fiat) ?? clock.monoMs()) + cycleMsOf(fiat),
  }
}

/** Share of a cycle in which requests may run: 240 of 300 s. */
const deadlineShare = 0.8

export const marketsOf = (fiats: readonly Fiat[]): readonly WorkerMarket[] =>
  fiats.flatMap((fiat) => sides.map((side) => ({ fiat, side })))

function groupBy(fiats: readonly Fiat[], keyOf: (fiat: Fiat) => number): ReadonlyMap<number, readonly Fiat[]> {
  const groups = new Map<number, Fiat[]>()
  for (const fiat of fiats) {
    const group = groups.get(keyOf(fiat))
    if (group === undefined) groups.set(keyOf(fiat), [fiat])
    else group.push(fiat)
  }
  return groups
}
