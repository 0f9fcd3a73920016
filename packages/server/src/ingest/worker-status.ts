import type { ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import { type Breaker, closedBreaker } from './breaker.js'
import type { DatedFault } from './fault-log.js'
import type { WorkerMarket } from './queue.js'

/** What there is to tell of the lane of one exchange, whichever server asks it. */
export interface WorkerStatus {
  readonly exchange: ExchangeId
  readonly breaker: { readonly now: BreakerFacts; readonly trouble: Pick<Fault, 'message'> | null }
  lastFault(market: WorkerMarket): DatedFault | null
  nextCycleMonoMs(fiat: Fiat): number
  /** No server asks it about this currency, as far as is known. */
  isUnattended(fiat: Fiat): boolean
  readonly isSimulated: boolean
}

export type BreakerFacts = Pick<Breaker, 'state' | 'kind' | 'openings' | 'notBeforeMonoMs' | 'rate'>

/** Of an exchange that no server has ever asked, as far as is known. */
export const idleWorker = (exchange: ExchangeId, clock: Clock): WorkerStatus => ({
  exchange,
  breaker: { now: closedBreaker, trouble: null },
  lastFault: () => null,
  nextCycleMonoMs: () => clock.monoMs(),
  isUnattended: () => true,
  isSimulated: false,
})
