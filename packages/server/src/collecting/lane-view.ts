import type { ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import { type Breaker, calm } from './breaker.js'
import type { DatedFault } from './fault-log.js'
import type { LaneMarket } from './queue.js'

/** What there is to tell of the lane of one exchange, whichever server asks it. */
export interface LaneView {
  readonly exchange: ExchangeId
  readonly breaker: { readonly now: BreakerFacts; readonly trouble: Pick<Fault, 'message'> | null }
  lastFault(market: LaneMarket): DatedFault | null
  nextCycleMonoMs(fiat: Fiat): number
  /** No server asks it about this currency, as far as is known. */
  isUnattended(fiat: Fiat): boolean
  readonly isSimulated: boolean
}

export type BreakerFacts = Pick<Breaker, 'state' | 'kind' | 'openings' | 'notBeforeMonoMs' | 'rate'>

/** Of an exchange that no server has ever asked, as far as is known. */
export const unattendedLane = (exchange: ExchangeId, clock: Clock): LaneView => ({
  exchange,
  breaker: { now: calm, trouble: null },
  lastFault: () => null,
  nextCycleMonoMs: () => clock.monoMs(),
  isUnattended: () => true,
  isSimulated: false,
})
