import { type AbuseState, createAbuseState } from '../abuse-throttle.js'
import type { LimitSubject } from '../limiter.js'
import { createSlidingWindow, type SlidingWindow } from '../sliding-window.js'
import type { CachedDenial } from './cached-denial.js'
import type { LimitCount } from './limit-views.js'
import { createPendingSettlements, type PendingSettlements } from './pending-settlements.js'
import type { Decision } from './redis-counters.js'

export type AccountLimitState = {
  readonly id: string
  /** No monthly quota and no record in the database. */
  readonly isExempt: boolean
  readonly abuse: AbuseState
  /** Requests that this server admitted within the window. Always kept, for the fallback without Redis. */
  readonly own: SlidingWindow
  readonly settlements: PendingSettlements
  /** Counts by month, as known from the database; null before the first load. */
  onRecord: Map<number, number> | null
  loading: Promise<void> | null
  /** Requests of this server that run or wait for admission. */
  inFlight: number
  waiting: WaitingRequest[]
  denial: CachedDenial | null
  lastShared: LastSharedCounts | null
  localQuota: LocalQuota | null
}

export type WaitingRequest = {
  readonly spender: LimitSubject
  /** Rule letter for the script; empty for a request that only reads the counts. */
  readonly rule: 'b' | 'c' | ''
  settleWith(outcome: string, tally: LimitCount, place: { readonly decision: Decision; readonly atMs: number }): void
  useLocalFallback(): void
  fail(error: unknown): void
}

/** Counts at an answer of Redis: requests admitted by all servers within the window, and `own`, by this one. */
export type LastSharedCounts = {
  readonly month: number
  readonly used: number
  readonly taken: number
  readonly own: number
  readonly atMonoMs: number
}

/** Local count of the month during an outage of Redis. */
export type LocalQuota = {
  readonly month: number
  /** Usage at the start of the outage. */
  readonly used: number
  counted: number
  reserved: number
}

type AccountPorts = { readonly isExempt: boolean; readonly windowMs: number; readonly nextSequence: () => number }

export const createAccountLimitState = (
  id: string,
  { isExempt, windowMs, nextSequence }: AccountPorts,
): AccountLimitState => ({
  id,
  isExempt,
  abuse: createAbuseState(),
  own: createSlidingWindow(windowMs),
  settlements: createPendingSettlements(windowMs, nextSequence),
  onRecord: null,
  loading: null,
  inFlight: 0,
  waiting: [],
  denial: null,
  lastShared: null,
  localQuota: null,
})

export const onRecordIn = ({ onRecord }: AccountLimitState, month: number): number => onRecord?.get(month) ?? 0

export function noteOnRecord(
  account: AccountLimitState,
  counts: Iterable<readonly [month: number, counted: number]>,
): void {
  account.onRecord ??= new Map()
  for (const [month, counted] of counts) account.onRecord.set(month, Math.max(counted, onRecordIn(account, month)))
}
