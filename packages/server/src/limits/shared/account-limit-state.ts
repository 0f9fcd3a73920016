import type { LRUCache } from 'lru-cache'
import { getOrCreate } from '../../base/get-or-create.js'
import type { RedisSession } from '../../base/redis/outage-policy.js'
import type { Cancel, Timers } from '../../base/time/timers.js'
import { type AbuseState, createAbuseState } from '../abuse-throttle.js'
import type {
  Admitted,
  Cost,
  CountedByMonth,
  LimitStatus,
  LimitSubject,
  LimitView,
  MonthCounts,
  Times,
} from '../limiter.js'
import { createSlidingWindow, type SlidingWindow } from '../sliding-window.js'
import type { ClusterInRedis, HashKey } from './cluster-in-redis.js'
import type { CachedDenial } from './redis-admission.js'
import type { Decision } from './redis-counters.js'
import type { Settlement } from './settlements.js'

/** Behaviour of a server while Redis is unreachable: admit its share, everything or nothing. */
export type Outage = 'share' | 'open' | 'closed'

export type SharedLimitPorts = ClusterInRedis &
  Times & {
    readonly timers: Timers
    readonly outage: Outage
    readonly countedByMonth: CountedByMonth
    readonly windowMs: number
    /** Length of a bucket of reservations, which expire together. A bucket counts for 2 more lengths. */
    readonly stretchMs: number
  }

export type SharedLimits = {
  readonly ports: SharedLimitPorts
  readonly session: RedisSession
  readonly hashKey: HashKey
  readonly accounts: Map<string, AccountLimitState>
  /** Subjects without a monthly quota. An LRU; evicted entries are reloaded from Redis. */
  readonly exemptAccounts: LRUCache<string, AccountLimitState>
  /** Accounts whose requests are sent to Redis in the next turn of the event loop. */
  due: Set<AccountLimitState>
  /** Accounts with settlements to send. */
  readonly touched: Set<AccountLimitState>
  cancelSend: Cancel | null
  lastSequence: number
}

export type AccountLimitState = {
  readonly shared: SharedLimits
  readonly id: string
  /** No monthly quota and no record in the database. */
  readonly isExempt: boolean
  readonly abuse: AbuseState
  /** Requests that this server admitted within the window. Always kept, for the fallback without Redis. */
  readonly own: SlidingWindow
  /** Settlements that Redis does not have yet, in the order of sending. */
  settlements: Settlement[]
  sending: Promise<void> | null
  sendingNext: Promise<void> | null
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
  settleWith(outcome: string, count: LimitCount, decision: Decision, atMs: number): void
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

const createAccountLimitState = (shared: SharedLimits, id: string, isExempt: boolean): AccountLimitState => ({
  shared,
  id,
  isExempt,
  abuse: createAbuseState(),
  own: createSlidingWindow(shared.ports.windowMs),
  settlements: [],
  sending: null,
  sendingNext: null,
  onRecord: null,
  loading: null,
  inFlight: 0,
  waiting: [],
  denial: null,
  lastShared: null,
  localQuota: null,
})

export const accountOf = (shared: SharedLimits, id: string): AccountLimitState =>
  getOrCreate(shared.accounts, id, () => createAccountLimitState(shared, id, false))

export const exemptAccountOf = (shared: SharedLimits, id: string): AccountLimitState =>
  getOrCreate(shared.exemptAccounts, id, () => createAccountLimitState(shared, `apart ${shared.hashKey(id)}`, true))

/** Reads the account's months from the database. Concurrent calls share one query. */
export function loadAccount(account: AccountLimitState): Promise<void> {
  account.loading ??= (account.isExempt ? Promise.resolve([]) : account.shared.ports.countedByMonth(account.id))
    .then((counted) => noteOnRecord(account, counted))
    .finally(() => {
      account.loading = null
    })
  return account.loading
}

export const onRecordIn = ({ onRecord }: AccountLimitState, month: number): number => onRecord?.get(month) ?? 0

export function noteOnRecord(account: AccountLimitState, counts: MonthCounts): void {
  account.onRecord ??= new Map()
  for (const [month, counted] of counts) account.onRecord.set(month, Math.max(counted, onRecordIn(account, month)))
}

/** Counts of an account as of one answer. All limit headers come from it, so that they are consistent. */
export type LimitCount = {
  readonly month: number
  readonly taken: number
  readonly used: number
  /** Monotonic time of this server, rounded up. */
  readonly resetAtMonoMs: number
}

function limitView({ ports }: SharedLimits, { limits }: LimitSubject, count: LimitCount): LimitView {
  const { clock, calendar, windowMs } = ports
  const windowSeconds = Math.ceil(windowMs / 1000)
  const leftSeconds = Math.max(1, Math.ceil((count.resetAtMonoMs - clock.monoMs()) / 1000))
  return {
    minuteLimit: limits.requestsPerMinute,
    minuteRemaining: Math.max(0, limits.requestsPerMinute - count.taken),
    minuteResetSeconds: count.taken === 0 ? windowSeconds : Math.min(windowSeconds, leftSeconds),
    quotaLimit: limits.monthlyQuota,
    quotaRemaining: Math.max(0, limits.monthlyQuota - count.used),
    quotaResetSeconds: calendar.secondsUntilNextMonth(clock.wallMs()),
  }
}

export const statusOf = (account: AccountLimitState, spender: LimitSubject, count: LimitCount): LimitStatus => ({
  view: limitView(account.shared, spender, count),
  abuse: account.abuse,
})

export type Opening = {
  readonly spender: LimitSubject
  readonly count: LimitCount
  readonly atMs: number
  readonly reserved: boolean
  readonly end: (cost: Cost) => void
}

/** Opens a running request. Its headers use the counts from its admission. */
export function openSlot(account: AccountLimitState, { spender, count, atMs, reserved, end }: Opening): Admitted {
  let view: LimitView | null = null
  const charge = (cost: Cost): LimitView => {
    if (view !== null) return view
    account.inFlight -= 1
    end(cost)
    const taken = count.taken - (cost === 'nothing' ? 1 : 0)
    const used = count.used - (reserved && cost !== 'month' ? 1 : 0)
    view = limitView(account.shared, spender, { ...count, taken, used })
    return view
  }
  return { admitted: true, atMs, reserved, usedThisMonth: count.used, charge }
}
