import type { Times } from '../account-usage.js'
import type { Admission, Cost, LimitSubject, MonthRule } from '../limiter.js'
import { maxAtOnce } from '../reasons.js'
import { admit, remaining, secondsUntilReset, takeBack } from '../sliding-window.js'
import type { OpenPlace } from './acquire-slot.js'
import type { ExceededLimit, LimitCount, LimitViews } from './limit-views.js'
import { type LocalQuota, onRecordIn, type SharedAccount } from './shared-account.js'

/** Behaviour of a server while Redis is unreachable: admit its share, everything or nothing. */
export type Outage = 'share' | 'open' | 'closed'

type AlonePorts = {
  readonly times: Times
  readonly tallies: LimitViews
  readonly outage: Outage
  readonly servers: () => number
  readonly acquireSlot: OpenPlace
  readonly load: (account: SharedAccount) => Promise<void>
  readonly touch: (account: SharedAccount) => void
}

/** Local fallback: decides by this server's own admissions, and sends them to Redis once it answers. */
export function createLocalFallback({ times, tallies, outage, servers, acquireSlot, load, touch }: AlonePorts) {
  const { clock, calendar } = times
  const shareOf = (count: number): number => (outage === 'share' ? Math.floor(count / Math.max(1, servers())) : count)

  /**
   * Returns how many requests this server may have in its window. For one window after Redis's last answer, the server
   * adds no more than its share of the slots that were free then, because other servers may have used the rest.
   */
  const mostInMinute = ({ limits: { requestsPerMinute } }: LimitSubject, { heard, own }: SharedAccount): number => {
    const share = Math.max(1, shareOf(requestsPerMinute))
    if (outage !== 'share' || heard === null || clock.monoMs() - heard.atMonoMs >= own.spanMs) return share
    return Math.min(share, heard.own + shareOf(Math.max(0, requestsPerMinute - heard.taken)))
  }

  /**
   * Returns the quota left: this server's share at the start of the outage, but no more than the database says is left
   * in total.
   */
  const quotaLeft = (
    { limits: { monthlyQuota } }: LimitSubject,
    account: SharedAccount,
    { month, used, counted, reserved }: LocalQuota,
  ): number => {
    const ofShare = shareOf(Math.max(0, monthlyQuota - used)) - counted
    const ofAll = monthlyQuota - onRecordIn(account, month) - account.outbox.counted(month)
    return Math.max(0, Math.min(ofShare, ofAll) - reserved)
  }

  /** The limits that the client sees are those of this server's share. */
  const tallyOf = (spender: LimitSubject, account: SharedAccount, alone: LocalQuota): LimitCount => {
    const { own } = account
    const nowMs = clock.monoMs()
    const most = mostInMinute(spender, account)
    const { requestsPerMinute, monthlyQuota } = spender.limits
    return {
      month: alone.month,
      taken: Math.max(0, requestsPerMinute - remaining(own, most, nowMs)),
      used: monthlyQuota - quotaLeft(spender, account, alone),
      resetAtMonoMs: nowMs + secondsUntilReset(own, Math.max(1, most), nowMs) * 1000,
    }
  }

  const lacking = (
    account: SharedAccount,
    spender: LimitSubject,
    rule: MonthRule,
    alone: LocalQuota,
  ): ExceededLimit | null => {
    if (outage === 'closed') return 'unknown'
    const hasMinute = outage === 'open' || remaining(account.own, mostInMinute(spender, account), clock.monoMs()) > 0
    if (outage === 'share' && rule === 'binding' && quotaLeft(spender, account, alone) === 0) return 'month'
    if (hasMinute && account.underWay >= maxAtOnce) return 'at-once'
    return hasMinute ? null : 'minute'
  }

  const decide = (account: SharedAccount, spender: LimitSubject, rule: MonthRule, alone: LocalQuota): Admission => {
    const lacks = lacking(account, spender, rule, alone)
    if (lacks !== null) return tallies.refuse(account, spender, tallyOf(spender, account, alone), lacks)

    const atMonoMs = clock.monoMs()
    const reserved = quotaLeft(spender, account, alone) > 0
    admit(account.own, Number.POSITIVE_INFINITY, atMonoMs)
    account.outbox.admit(alone.month, atMonoMs)
    account.underWay += 1
    if (reserved) alone.reserved += 1
    touch(account)
    const end = (cost: Cost) => {
      if (cost === 'nothing' && account.outbox.takeBack(atMonoMs)) takeBack(account.own, atMonoMs)
      if (!reserved) return
      alone.reserved -= 1
      if (cost !== 'month') return
      alone.counted += 1
      account.outbox.letter(alone.month).counted += 1
      touch(account)
    }
    return acquireSlot({
      account,
      spender,
      tally: tallyOf(spender, account, alone),
      atMs: clock.wallMs(),
      reserved,
      end,
    })
  }

  const begin = async (account: SharedAccount, month: number): Promise<LocalQuota> => {
    try {
      await load(account)
    } catch (error) {
      if (account.onRecord === null) throw error
    }
    if (account.alone?.month === month) return account.alone
    const heard = account.heard?.month === month ? account.heard.used : 0
    account.alone = { month, used: Math.max(heard, onRecordIn(account, month)), counted: 0, reserved: 0 }
    return account.alone
  }

  /** Loads the month once per outage, because the database knows how much other servers have used since. */
  const withMonth = <Answer>(
    account: SharedAccount,
    answer: (alone: LocalQuota) => Answer,
  ): Answer | Promise<Answer> => {
    const month = calendar.month(clock.wallMs())
    return account.alone?.month === month ? answer(account.alone) : begin(account, month).then(answer)
  }

  return {
    spend: (account: SharedAccount, spender: LimitSubject, rule: MonthRule) =>
      withMonth(account, (alone) => decide(account, spender, rule, alone)),
    look: (account: SharedAccount, spender: LimitSubject) =>
      withMonth(account, (alone) => ({
        view: tallies.view(spender, tallyOf(spender, account, alone)),
        offender: account.offender,
      })),
  }
}
