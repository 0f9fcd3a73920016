import { type ExchangeId, type Fiat, sides } from '@p2p-rates/core'
import type { Cancel } from '../base/time/timers.js'
import {
  createExchangeWorker,
  type ExchangeWorker,
  enqueueMarkets,
  expectsAnswer,
  isIdle,
  stopWorker,
  type WorkerPorts,
} from './exchange-worker.js'
import type { WorkerMarket } from './fetch-queue.js'
import type { IngestContext } from './ingest-context.js'

export type Collector = ReturnType<typeof createCollector>

/** Runs the cycles in which the exchanges of this server are asked. Currencies with the same pause share a cycle. */
export function createCollector(context: IngestContext, onMarketSettled: (fiat: Fiat) => void) {
  const { plan, time, report } = context
  const { clock, timers } = time
  const markets = marketsOf(plan.fiats)
  const groups = [...new Set(plan.fiats.map(plan.cycleMsOf))].map(
    (cycleMs) => [cycleMs, plan.fiats.filter((fiat) => plan.cycleMsOf(fiat) === cycleMs)] as const,
  )
  const workers = new Set<ExchangeWorker>()
  const started = new Set<ExchangeWorker>()
  const starts = new Map<Fiat, number>()
  const timersByCycle = new Map<number, Cancel>()
  let busySinceMonoMs: number | null = null

  const areIdle = (): boolean => [...workers].every(isIdle)

  const begins = (group: readonly Fiat[]): void => {
    for (const fiat of group) starts.set(fiat, clock.monoMs())
    busySinceMonoMs ??= clock.monoMs()
  }

  /** The next cycle is set before this one begins, so that nothing that happens in it can end the rhythm. */
  const repeat = (group: readonly Fiat[], cycleMs: number): void => {
    const cancel = timers.after(cycleMs, () => {
      repeat(group, cycleMs)
      begins(group)
      for (const worker of started) enqueueMarkets(worker, marketsOf(group), cycleMs * deadlineShare)
    })
    timersByCycle.set(cycleMs, cancel)
  }

  const reportIdle = (): void => {
    if (busySinceMonoMs === null || !areIdle()) return
    report({ kind: 'cycle_done', durationMs: clock.monoMs() - busySinceMonoMs })
    busySinceMonoMs = null
  }

  return {
    openWorker: (exchange: ExchangeId, own: Pick<WorkerPorts, 'stored' | 'report' | 'onReading'>): ExchangeWorker => {
      const worker = createExchangeWorker(exchange, {
        ...own,
        context,
        markets,
        onMarketSettled: (fiat) => {
          onMarketSettled(fiat)
          reportIdle()
        },
      })
      workers.add(worker)
      return worker
    },
    /** Asks at once for all markets that aren't recent, and in the common cycles afterwards. */
    addWorker: (worker: ExchangeWorker, isRecent: (market: WorkerMarket) => boolean): void => {
      if (started.size === 0)
        for (const [cycleMs, group] of groups) {
          repeat(group, cycleMs)
          begins(group)
        }
      started.add(worker)
      busySinceMonoMs ??= clock.monoMs()
      for (const [cycleMs, group] of groups) {
        const wanted = marketsOf(group).filter((market) => !isRecent(market))
        enqueueMarkets(worker, wanted, cycleMs * deadlineShare)
      }
    },
    removeWorker: (worker: ExchangeWorker): void => {
      stopWorker(worker)
      workers.delete(worker)
      started.delete(worker)
      if (areIdle()) busySinceMonoMs = null
      if (started.size > 0) return
      for (const cancel of timersByCycle.values()) cancel()
      timersByCycle.clear()
      starts.clear()
    },
    expects: (fiat: Fiat): boolean => [...workers].some((worker) => expectsAnswer(worker, fiat)),
    nextCycleMonoMs: (fiat: Fiat): number => (starts.get(fiat) ?? clock.monoMs()) + plan.cycleMsOf(fiat),
  }
}

/** Share of a cycle in which requests may run: 240 of 300 s. */
const deadlineShare = 0.8

export const marketsOf = (fiats: readonly Fiat[]): readonly WorkerMarket[] =>
  fiats.flatMap((fiat) => sides.map((side) => ({ fiat, side })))
