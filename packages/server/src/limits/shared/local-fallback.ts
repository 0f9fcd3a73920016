import { shareOf } from '../../base/redis/outage-policy.js'
import {
  type Admission,
  type Cost,
  type ExceededLimit,
  type LimitStatus,
  type LimitSubject,
  type MonthRule,
  maxAtOnce,
  refuse,
} from '../limiter.js'
import { admit, remaining, secondsUntilReset, takeBack } from '../sliding-window.js'
import {
  type AccountLimitState,
  type LimitCount,
  type LocalQuota,
  loadAccount,
  onRecordIn,
  openSlot,
  type SharedLimits,
  statusOf,
} from './account-limit-state.js'
import { countedUnsent, noteAdmission, openSettlement, retractAdmission, touch } from './settlements.js'

type SyncOrAsync<Decided> = Decided | Promise<Decided>

/** Decides by this server's own admissions, and sends them to Redis once it answers. */
export const admitLocally = (
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
): SyncOrAsync<Admission> => withMonth(account, (quota) => decideLocally(account, spender, rule, quota))

export const viewLocally = (account: AccountLimitState, spender: LimitSubject): SyncOrAsync<LimitStatus> =>
  withMonth(account, (quota) => statusOf(account, spender, limitCountOf(account, spender, quota)))

/** Loads the month once per outage, because the database knows how much other servers have used since. */
function withMonth<Decided>(account: AccountLimitState, decide: (quota: LocalQuota) => Decided): SyncOrAsync<Decided> {
  const { clock, calendar } = account.shared.ports
  const month = calendar.month(clock.wallMs())
  return account.localQuota?.month === month ? decide(account.localQuota) : beginMonth(account, month).then(decide)
}

async function beginMonth(account: AccountLimitState, month: number): Promise<LocalQuota> {
  try {
    await loadAccount(account)
  } catch (error) {
    if (account.onRecord === null) throw error
  }
  if (account.localQuota?.month === month) return account.localQuota
  const lastShared = account.lastShared?.month === month ? account.lastShared.used : 0
  account.localQuota = { month, used: Math.max(lastShared, onRecordIn(account, month)), counted: 0, reserved: 0 }
  return account.localQuota
}

function decideLocally(
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
  quota: LocalQuota,
): Admission {
  const { clock } = account.shared.ports
  const exceeded = exceededLimit(account, spender, rule, quota)
  if (exceeded !== null) return refuse(exceeded, statusOf(account, spender, limitCountOf(account, spender, quota)))

  const atMonoMs = clock.monoMs()
  const reserved = quotaLeft(account, spender, quota) > 0
  admit(account.own, Number.POSITIVE_INFINITY, atMonoMs)
  noteAdmission(account, quota.month, atMonoMs)
  account.inFlight += 1
  if (reserved) quota.reserved += 1
  touch(account)
  const end = (cost: Cost) => {
    if (cost === 'nothing' && retractAdmission(account, atMonoMs)) takeBack(account.own, atMonoMs)
    if (!reserved) return
    quota.reserved -= 1
    if (cost !== 'month') return
    quota.counted += 1
    openSettlement(account, quota.month).counted += 1
    touch(account)
  }
  const count = limitCountOf(account, spender, quota)
  return openSlot(account, { spender, count, atMs: clock.wallMs(), reserved, end })
}

function exceededLimit(
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
  quota: LocalQuota,
): ExceededLimit | null {
  const { outage, clock } = account.shared.ports
  if (outage === 'closed') return 'notCounted'
  const hasMinute = outage === 'open' || remaining(account.own, mostInMinute(account, spender), clock.monoMs()) > 0
  if (outage === 'share' && rule === 'binding' && quotaLeft(account, spender, quota) === 0) return 'month'
  if (hasMinute && account.inFlight >= maxAtOnce) return 'atOnce'
  return hasMinute ? null : 'minute'
}

const ownPart = ({ ports: { outage, servers } }: SharedLimits, count: number, least: number): number =>
  outage === 'share' ? shareOf(count, servers(), least) : Math.max(least, count)

/**
 * Returns how many requests this server may have in its window. For one window after Redis's last answer, the server
 * adds no more than its share of the slots that were free then, because other servers may have used the rest.
 */
function mostInMinute({ shared, lastShared, own }: AccountLimitState, { limits }: LimitSubject): number {
  const { outage, clock } = shared.ports
  const share = ownPart(shared, limits.requestsPerMinute, 1)
  if (outage !== 'share' || lastShared === null || clock.monoMs() - lastShared.atMonoMs >= own.spanMs) return share
  return Math.min(share, lastShared.own + ownPart(shared, Math.max(0, limits.requestsPerMinute - lastShared.taken), 0))
}

/** This server's share at the start of the outage, but no more than the database says is left in total. */
function quotaLeft(
  account: AccountLimitState,
  { limits: { monthlyQuota } }: LimitSubject,
  { month, used, counted, reserved }: LocalQuota,
): number {
  const ofShare = ownPart(account.shared, Math.max(0, monthlyQuota - used), 0) - counted
  const ofAll = monthlyQuota - onRecordIn(account, month) - countedUnsent(account, month)
  return Math.max(0, Math.min(ofShare, ofAll) - reserved)
}

/** The limits that the client sees are those of this server's share. */
function limitCountOf(account: AccountLimitState, spender: LimitSubject, quota: LocalQuota): LimitCount {
  const { own, shared } = account
  const { requestsPerMinute, monthlyQuota } = spender.limits
  const nowMs = shared.ports.clock.monoMs()
  const most = mostInMinute(account, spender)
  return {
    month: quota.month,
    taken: Math.max(0, requestsPerMinute - remaining(own, most, nowMs)),
    used: monthlyQuota - quotaLeft(account, spender, quota),
    resetAtMonoMs: nowMs + secondsUntilReset(own, Math.max(1, most), nowMs) * 1000,
  }
}
