import type { ExchangeId, Fault, Fiat } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import { type Breaker, closedBreaker } from './breaker.js'
import type { DatedFault } from './fault-log.js'
import type { WorkerMarket } from './fetch-queue.js'

export interface WorkerStatus {
  readonly exchange: ExchangeId
  readonly breaker: { readonly now: BreakerView; readonly trouble: Pick<Fault, 'message'> | null }
  lastFault(market: WorkerMarket): DatedFault | null
  nextCycleMonoMs(fiat: Fiat): number
  isUnattended(fiat: Fiat): boolean
  readonly isSimulated: boolean
}

export type BreakerView = Pick<Breaker, 'state' | 'kind' | 'openings' | 'notBeforeMonoMs' | 'rate'>

export const idleWorker = (exchange: ExchangeId, clock: Clock): WorkerStatus => ({
  exchange,
  breaker: { now: closedBreaker, trouble: null },
  lastFault: () => null,
  nextCycleMonoMs: () => clock.monoMs(),
  isUnattended: () => true,
  isSimulated: false,
})
