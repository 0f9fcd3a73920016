import type { ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import { type Breaker, closedBreaker } from './breaker.js'
import type { DatedFault } from './fault-log.js'
import type { WorkerMarket } from './queue.js'

export interface WorkerStatus {
  readonly exchange: ExchangeId
  readonly breaker: { readonly now: BreakerFacts; readonly trouble: Pick<Fault, 'message'> | null }
  lastFault(market: WorkerMarket): DatedFault | null
  nextCycleMonoMs(fiat: Fiat): number
  isUnattended(fiat: Fiat): boolean
  readonly isSimulated: boolean
}

export type BreakerFacts = Pick<Breaker, 'state' | 'kind' | 'openings' | 'notBeforeMonoMs' | 'rate'>

export const idleWorker = (exchange: ExchangeId, clock: Clock): WorkerStatus => ({
  exchange,
  breaker: { now: closedBreaker, trouble: null },
  lastFault: () => null,
  nextCycleMonoMs: () => clock.monoMs(),
  isUnattended: () => true,
  isSimulated: false,
})
