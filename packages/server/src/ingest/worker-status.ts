import type { ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import { type Breaker, closedBreaker } from './breaker.js'
import { nameOf, type WorkerMarket } from './fetch-queue.js'
import type { ReportMarketEvent } from './market-log.js'

export type WorkerStatus = {
  readonly exchange: ExchangeId
  readonly breaker: { readonly now: BreakerView; readonly trouble: Pick<Fault, 'message'> | null }
  readonly lastFault: (market: WorkerMarket) => DatedFault | null
  readonly nextCycleMonoMs: (fiat: Fiat) => number
  readonly isUnattended: (fiat: Fiat) => boolean
  readonly isSimulated: boolean
}

type BreakerView = Pick<Breaker, 'state' | 'kind' | 'openings' | 'notBeforeMonoMs' | 'rate'>

export const idleWorker = (exchange: ExchangeId, clock: Clock): WorkerStatus => ({
  exchange,
  breaker: { now: closedBreaker, trouble: null },
  lastFault: () => null,
  nextCycleMonoMs: () => clock.monoMs(),
  isUnattended: () => true,
  isSimulated: false,
})

/** Status for the reviewing server. Its instants are of the sender's monotonic clock, relative to `atMonoMs`. */
export type RemoteWorkerStatus = {
  readonly kind: 'lane'
  readonly exchange: ExchangeId
  /** Start of the worker; a new worker counts from 0. */
  readonly begunMonoMs: number
  readonly atMonoMs: number
  readonly breaker: BreakerView
  readonly trouble: string | null
  readonly faults: readonly { readonly market: WorkerMarket; readonly fault: DatedFault }[]
  readonly nextCycleMonoMs: ReadonlyMap<Fiat, number>
  /** Counts since the start, except those that the sender recorded itself. */
  readonly counts: readonly MarketCount[]
  readonly isSimulated: boolean
  readonly ageMs: number
}

export type MarketCount = { readonly market: WorkerMarket; readonly due: number; readonly answered: number }

export function createRemoteWorkers(clock: Clock) {
  const workers = new Map<ExchangeId, { readonly status: RemoteWorkerStatus; readonly view: WorkerStatus }>()

  return {
    /** Returns the counts added since the previous status. */
    receiveStatus: (status: RemoteWorkerStatus): readonly MarketCount[] => {
      const before = workers.get(status.exchange)?.status ?? null
      workers.set(status.exchange, { status, view: viewOf(status, clock) })
      return countedSince(before, status)
    },
    view: (exchange: ExchangeId): WorkerStatus | null => workers.get(exchange)?.view ?? null,
    get isSimulated(): boolean {
      return [...workers.values()].some(({ status }) => status.isSimulated)
    },
  }
}

function viewOf(status: RemoteWorkerStatus, clock: Clock): WorkerStatus {
  const { exchange, breaker, trouble, faults, nextCycleMonoMs, isSimulated } = status
  const aheadMs = clock.monoMs() - status.ageMs - status.atMonoMs
  const faultOf = new Map(faults.map(({ market, fault }) => [nameOf(market), fault]))
  const cycleOf = (fiat: Fiat): number | null => {
    const atMonoMs = nextCycleMonoMs.get(fiat)
    return atMonoMs === undefined ? null : atMonoMs + aheadMs
  }
  return {
    exchange,
    breaker: {
      now: { ...breaker, notBeforeMonoMs: breaker.notBeforeMonoMs === null ? null : breaker.notBeforeMonoMs + aheadMs },
      trouble: trouble === null ? null : { message: trouble },
    },
    lastFault: (market) => faultOf.get(nameOf(market)) ?? null,
    nextCycleMonoMs: (fiat) => cycleOf(fiat) ?? clock.monoMs(),
    isUnattended: (fiat) => clock.monoMs() - (cycleOf(fiat) ?? Number.NEGATIVE_INFINITY) > overdueMs,
    isSimulated,
  }
}

function countedSince(
  before: RemoteWorkerStatus | null,
  { begunMonoMs, counts }: RemoteWorkerStatus,
): readonly MarketCount[] {
  const isSame = before?.begunMonoMs === begunMonoMs
  const known = new Map(isSame ? before.counts.map((count) => [nameOf(count.market), count]) : [])
  return counts.map(({ market, due, answered }) => {
    const { due: knownDue = 0, answered: knownAnswered = 0 } = known.get(nameOf(market)) ?? {}
    return { market, due: due - knownDue, answered: answered - knownAnswered }
  })
}

/** Delay after which a worker counts as gone, because every status names the next cycle. */
const overdueMs = 30_000

/** `isOver`: the market has answered since. */
export type DatedFault = Fault & { readonly atMs: number; readonly isOver: boolean }

export type FaultLog = ReturnType<typeof createFaultLog>

/** The last fault of each market of one exchange. Reports new faults and recoveries. */
export function createFaultLog(exchange: ExchangeId, clock: Clock, report: ReportMarketEvent) {
  const faults = new Map<string, DatedFault>()
  return {
    recordFault: (market: WorkerMarket, fault: Fault): void => {
      const last = faults.get(nameOf(market))
      faults.set(nameOf(market), { ...fault, atMs: clock.wallMs(), isOver: false })
      if (fault.kind === 'no_market') return
      const news = last === undefined || last.isOver || last.kind !== fault.kind
      report({ kind: 'fault', exchange, ...market, fault, news })
    },
    over: (market: WorkerMarket): void => {
      const last = faults.get(nameOf(market))
      if (last === undefined || last.isOver) return
      faults.set(nameOf(market), { ...last, isOver: true })
      if (last.kind !== 'no_market') report({ kind: 'recovered', exchange, ...market })
    },
    last: (market: WorkerMarket): DatedFault | null => faults.get(nameOf(market)) ?? null,
  }
}
