import { type Fault, suspectGeoBlock } from '@p2p-rates/core'
import type { BookReading } from '@p2p-rates/core/node'
import { type FetchJob, nameOf } from './fetch-queue.js'
import { retriesAfter, retryBudget } from './retry-policy.js'

export type CycleState = {
  asked: number
  retries: number
  faults: number
  outcomes: BookReading[]
  readonly unanswered: Map<string, { readonly entry: FetchJob; readonly fault: Fault }>
}

export const newCycle = (): CycleState => ({ asked: 0, retries: 0, faults: 0, outcomes: [], unanswered: new Map() })

export const mayRetry = ({ asked, retries }: CycleState): boolean => retries < retryBudget(asked)

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
