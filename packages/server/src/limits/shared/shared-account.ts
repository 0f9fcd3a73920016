import { type AbuseState, createOffender } from '../abuse-throttle.js'
import type { LimitSubject } from '../limiter.js'
import { createSlidingWindow, type SlidingWindow } from '../sliding-window.js'
import type { CachedDenial } from './cached-denial.js'
import type { LimitCount } from './limit-views.js'
import { createPendingSettlements, type PendingSettlements } from './pending-settlements.js'
import type { Decision } from './redis-counters.js'

/** What this server knows of an account whose counts lie in Redis. */
export type SharedAccount = {
  readonly id: string
  /** No month concerns it, and the database knows nothing of it. */
  readonly isApart: boolean
  readonly offender: AbuseState
  /** What this server admitted within the window, with Redis or by itself: kept at all times, for when Redis is gone. */
  readonly own: SlidingWindow
  readonly outbox: PendingSettlements
  /** What the database is known to have counted, by month; nothing before it was asked. */
  onRecord: Map<number, number> | null
  loading: Promise<void> | null
  /** Requests of this server whose answers are being made, or that wait to be admitted. */
  underWay: number
  /** Requests that wait for the end of this turn. */
  waiting: WaitingRequest[]
  denial: CachedDenial | null
  /** How much of the month was used when Redis was heard last. */
  heard: { readonly month: number; readonly used: number } | null
  alone: LocalQuota | null
}

export type WaitingRequest = {
  readonly spender: LimitSubject
  /** How the script knows it; nothing where it only wants to know how things stand. */
  readonly rule: 'b' | 'c' | ''
  conclude(outcome: string, tally: LimitCount, place: { readonly decision: Decision; readonly atMs: number }): void
  /** Redis did not say. */
  goAlone(): void
  fail(error: unknown): void
}

/** The month of an account since Redis is gone. */
export type LocalQuota = {
  readonly month: number
  /** When it began. */
  readonly used: number
  /** By this server since then. */
  counted: number
  reserved: number
}

type AccountPorts = { readonly isApart: boolean; readonly windowMs: number; readonly nextSequence: () => number }

export const createSharedAccount = (id: string, { isApart, windowMs, nextSequence }: AccountPorts): SharedAccount => ({
  id,
  isApart,
  offender: createOffender(),
  own: createSlidingWindow(windowMs),
  outbox: createPendingSettlements(windowMs, nextSequence),
  onRecord: null,
  loading: null,
  underWay: 0,
  waiting: [],
  denial: null,
  heard: null,
  alone: null,
})

export const onRecordIn = ({ onRecord }: SharedAccount, month: number): number => onRecord?.get(month) ?? 0

export function noteOnRecord(
  account: SharedAccount,
  counts: Iterable<readonly [month: number, counted: number]>,
): void {
  account.onRecord ??= new Map()
  for (const [month, counted] of counts) account.onRecord.set(month, Math.max(counted, onRecordIn(account, month)))
}
