import type { Times } from '../account-usage.js'
import type { Admission, Cost, LimitSubject, MonthRule } from '../limiter.js'
import { maxAtOnce } from '../refusal-reasons.js'
import { admit, remaining, secondsUntilReset, takeBack } from '../sliding-window.js'
import { type AccountLimitState, type LocalQuota, onRecordIn } from './account-limit-state.js'
import type { AcquireSlot } from './acquire-slot.js'
import type { ExceededLimit, LimitCount, LimitViews } from './limit-views.js'

/** Behaviour of a server while Redis is unreachable: admit its share, everything or nothing. */
export type Outage = 'share' | 'open' | 'closed'

type LocalFallbackPorts = {
  readonly times: Times
  readonly limitViews: LimitViews
  readonly outage: Outage
  readonly servers: () => number
  readonly acquireSlot: AcquireSlot
  readonly load: (account: AccountLimitState) => Promise<void>
  readonly touch: (account: AccountLimitState) => void
}

/** Local fallback: decides by this server's own admissions, and sends them to Redis once it answers. */
export function createLocalFallback({
  times,
  limitViews,
  outage,
  servers,
  acquireSlot,
  load,
  touch,
}: LocalFallbackPorts) {
  const { clock, calendar } = times
  const shareOf = (count: number): number => (outage === 'share' ? Math.floor(count / Math.max(1, servers())) : count)

  /**
   * Returns how many requests this server may have in its window. For one window after Redis's last answer, the server
   * adds no more than its share of the slots that were free then, because other servers may have used the rest.
   */
  const mostInMinute = (
    { limits: { requestsPerMinute } }: LimitSubject,
    { lastShared, own }: AccountLimitState,
  ): number => {
    const share = Math.max(1, shareOf(requestsPerMinute))
    if (outage !== 'share' || lastShared === null || clock.monoMs() - lastShared.atMonoMs >= own.spanMs) return share
    return Math.min(share, lastShared.own + shareOf(Math.max(0, requestsPerMinute - lastShared.taken)))
  }

  /**
   * Returns the quota left: this server's share at the start of the outage, but no more than the database says is left
   * in total.
   */
  const quotaLeft = (
    { limits: { monthlyQuota } }: LimitSubject,
    account: AccountLimitState,
    { month, used, counted, reserved }: LocalQuota,
  ): number => {
    const ofShare = shareOf(Math.max(0, monthlyQuota - used)) - counted
    const ofAll = monthlyQuota - onRecordIn(account, month) - account.settlements.counted(month)
    return Math.max(0, Math.min(ofShare, ofAll) - reserved)
  }

  /** The limits that the client sees are those of this server's share. */
  const limitCountOf = (spender: LimitSubject, account: AccountLimitState, localQuota: LocalQuota): LimitCount => {
    const { own } = account
    const nowMs = clock.monoMs()
    const most = mostInMinute(spender, account)
    const { requestsPerMinute, monthlyQuota } = spender.limits
    return {
      month: localQuota.month,
      taken: Math.max(0, requestsPerMinute - remaining(own, most, nowMs)),
      used: monthlyQuota - quotaLeft(spender, account, localQuota),
      resetAtMonoMs: nowMs + secondsUntilReset(own, Math.max(1, most), nowMs) * 1000,
    }
  }

  const exceededLimit = (
    account: AccountLimitState,
    spender: LimitSubject,
    rule: MonthRule,
    localQuota: LocalQuota,
  ): ExceededLimit | null => {
    if (outage === 'closed') return 'unknown'
    const hasMinute = outage === 'open' || remaining(account.own, mostInMinute(spender, account), clock.monoMs()) > 0
    if (outage === 'share' && rule === 'binding' && quotaLeft(spender, account, localQuota) === 0) return 'month'
    if (hasMinute && account.inFlight >= maxAtOnce) return 'at-once'
    return hasMinute ? null : 'minute'
  }

  const decide = (
    account: AccountLimitState,
    spender: LimitSubject,
    rule: MonthRule,
    localQuota: LocalQuota,
  ): Admission => {
    const lacks = exceededLimit(account, spender, rule, localQuota)
    if (lacks !== null) return limitViews.refuse(account, spender, limitCountOf(spender, account, localQuota), lacks)

    const atMonoMs = clock.monoMs()
    const reserved = quotaLeft(spender, account, localQuota) > 0
    admit(account.own, Number.POSITIVE_INFINITY, atMonoMs)
    account.settlements.admit(localQuota.month, atMonoMs)
    account.inFlight += 1
    if (reserved) localQuota.reserved += 1
    touch(account)
    const end = (cost: Cost) => {
      if (cost === 'nothing' && account.settlements.takeBack(atMonoMs)) takeBack(account.own, atMonoMs)
      if (!reserved) return
      localQuota.reserved -= 1
      if (cost !== 'month') return
      localQuota.counted += 1
      account.settlements.settlementOf(localQuota.month).counted += 1
      touch(account)
    }
    return acquireSlot({
      account,
      spender,
      limitCount: limitCountOf(spender, account, localQuota),
      atMs: clock.wallMs(),
      reserved,
      end,
    })
  }

  const begin = async (account: AccountLimitState, month: number): Promise<LocalQuota> => {
    try {
      await load(account)
    } catch (error) {
      if (account.onRecord === null) throw error
    }
    if (account.localQuota?.month === month) return account.localQuota
    const lastShared = account.lastShared?.month === month ? account.lastShared.used : 0
    account.localQuota = { month, used: Math.max(lastShared, onRecordIn(account, month)), counted: 0, reserved: 0 }
    return account.localQuota
  }

  /** Loads the month once per outage, because the database knows how much other servers have used since. */
  const withMonth = <Answer>(
    account: AccountLimitState,
    answer: (localQuota: LocalQuota) => Answer,
  ): Answer | Promise<Answer> => {
    const month = calendar.month(clock.wallMs())
    return account.localQuota?.month === month ? answer(account.localQuota) : begin(account, month).then(answer)
  }

  return {
    admitRequest: (account: AccountLimitState, spender: LimitSubject, rule: MonthRule) =>
      withMonth(account, (localQuota) => decide(account, spender, rule, localQuota)),
    viewLimits: (account: AccountLimitState, spender: LimitSubject) =>
      withMonth(account, (localQuota) => ({
        view: limitViews.view(spender, limitCountOf(spender, account, localQuota)),
        abuse: account.abuse,
      })),
  }
}
