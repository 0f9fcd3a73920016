import { shareOf } from '../../base/redis/outage-policy.js'
import {
  type Admission,
  type Cost,
  type LimitStatus,
  type LimitSubject,
  type MonthRule,
  maxAtOnce,
} from '../limiter.js'
import { admit, remaining, secondsUntilReset, takeBack } from '../sliding-window.js'
import {
  type AccountLimitState,
  type LocalQuota,
  loadAccount,
  onRecordIn,
  type SharedLimits,
} from './account-limit-state.js'
import { type ExceededLimit, type LimitCount, limitView, openSlot, refuse } from './limit-views.js'
import { countedUnsent, noteAdmission, openSettlement, retractAdmission, touch } from './settlements.js'

/** Decides by this server's own admissions, and sends them to Redis once it answers. */
export const admitLocally = (
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
): Admission | Promise<Admission> =>
  withMonth(limits, account, (quota) => decideLocally(limits, account, spender, rule, quota))

export const viewLocally = (
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
): LimitStatus | Promise<LimitStatus> =>
  withMonth(limits, account, (quota) => ({
    view: limitView(limits, spender, limitCountOf(limits, account, spender, quota)),
    abuse: account.abuse,
  }))

/** Loads the month once per outage, because the database knows how much other servers have used since. */
function withMonth<Answer>(
  limits: SharedLimits,
  account: AccountLimitState,
  answer: (quota: LocalQuota) => Answer,
): Answer | Promise<Answer> {
  const month = limits.ports.calendar.month(limits.ports.clock.wallMs())
  return account.localQuota?.month === month
    ? answer(account.localQuota)
    : beginMonth(limits, account, month).then(answer)
}

async function beginMonth(limits: SharedLimits, account: AccountLimitState, month: number): Promise<LocalQuota> {
  try {
    await loadAccount(limits, account)
  } catch (error) {
    if (account.onRecord === null) throw error
  }
  if (account.localQuota?.month === month) return account.localQuota
  const lastShared = account.lastShared?.month === month ? account.lastShared.used : 0
  account.localQuota = { month, used: Math.max(lastShared, onRecordIn(account, month)), counted: 0, reserved: 0 }
  return account.localQuota
}

function decideLocally(
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
  quota: LocalQuota,
): Admission {
  const { clock } = limits.ports
  const exceeded = exceededLimit(limits, account, spender, rule, quota)
  if (exceeded !== null)
    return refuse(limits, account, spender, limitCountOf(limits, account, spender, quota), exceeded)

  const atMonoMs = clock.monoMs()
  const reserved = quotaLeft(limits, account, spender, quota) > 0
  admit(account.own, Number.POSITIVE_INFINITY, atMonoMs)
  noteAdmission(account, quota.month, atMonoMs)
  account.inFlight += 1
  if (reserved) quota.reserved += 1
  touch(limits, account)
  const end = (cost: Cost) => {
    if (cost === 'nothing' && retractAdmission(account.queue, atMonoMs)) takeBack(account.own, atMonoMs)
    if (!reserved) return
    quota.reserved -= 1
    if (cost !== 'month') return
    quota.counted += 1
    openSettlement(account.queue, quota.month).counted += 1
    touch(limits, account)
  }
  const count = limitCountOf(limits, account, spender, quota)
  return openSlot(limits, account, { spender, count, atMs: clock.wallMs(), reserved, end })
}

function exceededLimit(
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
  quota: LocalQuota,
): ExceededLimit | null {
  const { outage, clock } = limits.ports
  if (outage === 'closed') return 'notCounted'
  const hasMinute =
    outage === 'open' || remaining(account.own, mostInMinute(limits, account, spender), clock.monoMs()) > 0
  if (outage === 'share' && rule === 'binding' && quotaLeft(limits, account, spender, quota) === 0) return 'month'
  if (hasMinute && account.inFlight >= maxAtOnce) return 'atOnce'
  return hasMinute ? null : 'minute'
}

const ownPart = ({ ports: { outage, servers } }: SharedLimits, count: number, least: number): number =>
  outage === 'share' ? shareOf(count, servers(), least) : Math.max(least, count)

/**
 * Returns how many requests this server may have in its window. For one window after Redis's last answer, the server
 * adds no more than its share of the slots that were free then, because other servers may have used the rest.
 */
function mostInMinute(
  limits: SharedLimits,
  { lastShared, own }: AccountLimitState,
  { limits: { requestsPerMinute } }: LimitSubject,
): number {
  const { outage, clock } = limits.ports
  const share = ownPart(limits, requestsPerMinute, 1)
  if (outage !== 'share' || lastShared === null || clock.monoMs() - lastShared.atMonoMs >= own.spanMs) return share
  return Math.min(share, lastShared.own + ownPart(limits, Math.max(0, requestsPerMinute - lastShared.taken), 0))
}

/**
 * Returns the quota left: this server's share at the start of the outage, but no more than the database says is left in
 * total.
 */
function quotaLeft(
  limits: SharedLimits,
  account: AccountLimitState,
  { limits: { monthlyQuota } }: LimitSubject,
  { month, used, counted, reserved }: LocalQuota,
): number {
  const ofShare = ownPart(limits, Math.max(0, monthlyQuota - used), 0) - counted
  const ofAll = monthlyQuota - onRecordIn(account, month) - countedUnsent(account.queue, month)
  return Math.max(0, Math.min(ofShare, ofAll) - reserved)
}

/** The limits that the client sees are those of this server's share. */
function limitCountOf(
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
  quota: LocalQuota,
): LimitCount {
  const { own } = account
  const { requestsPerMinute, monthlyQuota } = spender.limits
  const nowMs = limits.ports.clock.monoMs()
  const most = mostInMinute(limits, account, spender)
  return {
    month: quota.month,
    taken: Math.max(0, requestsPerMinute - remaining(own, most, nowMs)),
    used: monthlyQuota - quotaLeft(limits, account, spender, quota),
    resetAtMonoMs: nowMs + secondsUntilReset(own, Math.max(1, most), nowMs) * 1000,
  }
}
