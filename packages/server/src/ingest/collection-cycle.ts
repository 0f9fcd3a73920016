import type { Fault, FaultKind } from '@p2p-rates/core'
import { suspectGeoBlock } from '@p2p-rates/core/internal'
import type { BookReading } from '@p2p-rates/core/node'
import { type FetchJob, nameOf } from './fetch-queue.js'

/** Requests and outcomes of one exchange since its queue was last empty. */
export const newCycle = () => ({
  asked: 0,
  retries: 0,
  faults: 0,
  outcomes: [] as BookReading[],
  unanswered: new Map<string, { readonly entry: FetchJob; readonly fault: Fault }>(),
})

export type CycleState = ReturnType<typeof newCycle>

/** Allows retries for a tenth of the requests, but at least 1, so that small installations can retry. */
export const mayRetry = ({ asked, retries }: CycleState): boolean => retries < Math.max(1, Math.floor(asked / 10))

export const afterRecovery = ({ asked, retries }: CycleState): CycleState => ({ ...newCycle(), asked, retries })

export function noteFault(cycle: CycleState, entry: FetchJob, fault: Fault): void {
  if (fault.kind !== 'no_market') cycle.faults += 1
  const isWorthAsking = retriesAfter(fault.kind) > 0 || fault.kind === 'rate_limited'
  if (isWorthAsking && entry.stopAfterMs > 0) cycle.unanswered.set(nameOf(entry.market), { entry, fault })
}

export type CycleResult =
  | { readonly state: 'good' | 'mixed' | 'hides_everything' }
  /** No request was answered; the last fault stands for all. */
  | { readonly state: 'lost'; readonly fault: Fault }

export function cycleResultOf({ outcomes, unanswered, faults }: CycleState): CycleResult {
  const last = [...unanswered.values()].at(-1)
  if (last !== undefined && outcomes.every(({ state }) => state === 'failed'))
    return { state: 'lost', fault: last.fault }
  if (suspectGeoBlock(outcomes)) return { state: 'hides_everything' }
  return { state: faults === 0 ? 'good' : 'mixed' }
}

/** Retries of one market per refresh, by fault; a fault that isn't listed gets none. */
const retries: Partial<Record<FaultKind, number>> = {
  timeout: 2,
  network: 2,
  tls: 2,
  dns: 2,
  unavailable: 2,
  bad_response: 1,
}

export const retriesAfter = (kind: FaultKind): number => retries[kind] ?? 0

export const retriesAfterSuddenEmptiness = 1

/** Any moment up to a doubling bound, so that many troubled markets do not come back together. */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.round(random * Math.min(8_000, 500 * 2 ** attempt))
