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
import { admit, countIn, takeBack } from '../sliding-window.js'
import {
  type AccountLimitState,
  type LimitCount,
  loadAccount,
  type Opening,
  openSlot,
  statusOf,
  type WaitingRequest,
} from './account-limit-state.js'
import { admitLocally, viewLocally } from './local-fallback.js'
import { type Decision, decideInRedis } from './redis-counters.js'
import { changesCounts, endReservation, hasReturns, openSettlement, sendSettlements, touch } from './settlements.js'

/** Lets Redis decide all of an account's requests of one event-loop turn in a single call, in order of arrival. */
export function admitInRedis(
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
): Admission | Promise<Admission> {
  const { denial } = account
  const denied = denial === null ? null : deniedLimit(account, denial, spender, rule)
  if (denial !== null && denied !== null) return refuse(denied, statusOf(account, spender, denial.count))

  const isCrowded = account.inFlight >= maxAtOnce
  if (!isCrowded) account.inFlight += 1
  const leave = () => {
    if (!isCrowded) account.inFlight -= 1
  }
  return new Promise((resolve, reject) =>
    waitForTurn(account, {
      spender,
      rule: isCrowded ? '' : rule === 'binding' ? 'b' : 'c',
      settleWith: (outcome, count, decision, atMs) => {
        if (outcome === 'a' || outcome === 'r')
          return resolve(openShared(account, { spender, count, atMs, reserved: outcome === 'r' }, decision))
        leave()
        const exceeded = isCrowded ? exceededWhenCrowded(spender, rule, count) : outcome === 'q' ? 'month' : 'minute'
        resolve(refuse(exceeded, statusOf(account, spender, count)))
      },
      useLocalFallback: () => {
        leave()
        resolve(admitLocally(account, spender, rule))
      },
      fail: (error) => {
        leave()
        reject(error)
      },
    }),
  )
}

export const viewInRedis = (account: AccountLimitState, spender: LimitSubject): Promise<LimitStatus> =>
  new Promise((resolve, reject) =>
    waitForTurn(account, {
      spender,
      rule: '',
      settleWith: (_, count) => resolve(statusOf(account, spender, count)),
      useLocalFallback: () => resolve(viewLocally(account, spender)),
      fail: reject,
    }),
  )

function waitForTurn(account: AccountLimitState, request: WaitingRequest): void {
  const { shared } = account
  account.waiting.push(request)
  if (shared.due.size === 0)
    shared.ports.timers.soon(() => {
      const asked = shared.due
      shared.due = new Set()
      for (const each of asked) void admitWaiting(each)
    })
  shared.due.add(account)
}

async function admitWaiting(account: AccountLimitState): Promise<void> {
  if (account.onRecord === null) {
    try {
      await loadAccount(account)
    } catch (error) {
      for (const request of account.waiting.splice(0)) request.fail(error)
      return
    }
  }
  await sendSettlementsFirst(account)
  const requests = account.waiting.splice(0)
  const last = requests.at(-1)
  if (last === undefined) return
  const decided = await decideTogether(account, last.spender, requests).catch(() => null)
  if (decided === null) for (const request of requests) request.useLocalFallback()
  else conclude(account, last.spender, requests, decided)
}

/** Only those that would change the decision, over the same connection. Waits only for those already under way. */
function sendSettlementsFirst(account: AccountLimitState): Promise<void> | null {
  if (!changesCounts(account)) return null
  const isOnItsWay = account.sending !== null
  const sent = sendSettlements(account, account.shared.session.run).catch(() => {})
  return isOnItsWay ? sent : null
}

async function decideTogether(
  account: AccountLimitState,
  { limits }: LimitSubject,
  requests: readonly WaitingRequest[],
): Promise<{ decision: Decision; month: number; atMs: number; sentAtMonoMs: number }> {
  const { ports, session } = account.shared
  const atMs = ports.clock.wallMs()
  const month = ports.calendar.month(atMs)
  const sentAtMonoMs = ports.clock.monoMs()
  const request = { month, limits, rules: requests.map(({ rule }) => rule).join('') }
  const decision = await session.run((epoch) =>
    decideInRedis(account, epoch, request, (late) => undoLateAdmission(account, month, late)),
  )
  return { decision, month, atMs, sentAtMonoMs }
}

function conclude(
  account: AccountLimitState,
  spender: LimitSubject,
  requests: readonly WaitingRequest[],
  { decision, month, atMs, sentAtMonoMs }: Awaited<ReturnType<typeof decideTogether>>,
): void {
  const { clock } = account.shared.ports
  const { outcomes } = decision
  const resetAtMonoMs = clock.monoMs() + decision.freesInMs
  let taken = decision.taken - lettersIn(outcomes, /[ar]/g)
  let used = decision.used - lettersIn(outcomes, /r/g)
  account.localQuota = null
  // Don't cache a denial while a release is unsent, or requests would be rejected although a slot is free.
  account.denial = hasReturns(account)
    ? null
    : denialOf(spender, decision, { month, taken: decision.taken, used: decision.used, resetAtMonoMs }, sentAtMonoMs)

  let at = 0
  for (const request of requests) {
    const outcome = request.rule === '' ? '' : outcomes.charAt(at)
    at += request.rule.length
    if (outcome === 'a' || outcome === 'r') taken += 1
    if (outcome === 'r') used += 1
    request.settleWith(outcome, { month, taken, used, resetAtMonoMs }, decision, atMs)
  }
  const atMonoMs = clock.monoMs()
  const own = countIn(account.own, atMonoMs)
  account.lastShared = { month, used: decision.used, taken: decision.taken, own, atMonoMs }
}

const lettersIn = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns the slots of a late answer: those requests were decided by this server meanwhile. */
function undoLateAdmission(account: AccountLimitState, month: number, { outcomes, atUs, bucket }: Decision): void {
  const settlement = openSettlement(account, month)
  for (const outcome of outcomes) {
    if (outcome === 'a' || outcome === 'r') settlement.givenBack.push(String(atUs))
    if (outcome === 'r') endReservation(settlement, bucket)
  }
  touch(account)
}

function openShared(account: AccountLimitState, opening: Omit<Opening, 'end'>, { atUs, bucket }: Decision): Admission {
  const { reserved, count } = opening
  const atMonoMs = account.shared.ports.clock.monoMs()
  admit(account.own, Number.POSITIVE_INFINITY, atMonoMs)
  const end = (cost: Cost) => {
    if (!reserved && cost !== 'nothing') return
    const settlement = openSettlement(account, count.month)
    if (reserved) endReservation(settlement, bucket)
    if (reserved && cost === 'month') settlement.counted += 1
    if (cost === 'nothing') {
      takeBack(account.own, atMonoMs)
      settlement.givenBack.push(String(atUs))
      account.denial = null
    }
    touch(account)
  }
  return openSlot(account, { ...opening, end })
}

function exceededWhenCrowded({ limits }: LimitSubject, rule: MonthRule, { taken, used }: LimitCount): ExceededLimit {
  if (rule === 'binding' && used >= limits.monthlyQuota) return 'month'
  return taken >= limits.requestsPerMinute ? 'minute' : 'atOnce'
}

/** A cached rejection, valid while Redis would certainly reject. Does not apply to other limits or another month. */
export type CachedDenial = {
  readonly perMinute: number
  readonly perMonth: number
  readonly count: LimitCount
  readonly minuteUntilMonoMs: number
  readonly monthUntilMonoMs: number
}

/** Bounds a cached rejection, because only Redis knows of slots that other servers release. */
const longestDenialMs = 250

/** `null` if a request could pass. `sentAtMonoMs` is no later than the decision. */
function denialOf(
  { limits: { requestsPerMinute: perMinute, monthlyQuota: perMonth } }: LimitSubject,
  { taken, used, reserved, freesInMs }: Decision,
  count: LimitCount,
  sentAtMonoMs: number,
): CachedDenial | null {
  const isMinuteFull = taken >= perMinute
  const isMonthFull = used >= perMonth && reserved === 0
  if (!isMinuteFull && !isMonthFull) return null
  const minuteUntilMonoMs = isMinuteFull
    ? sentAtMonoMs + Math.min(freesInMs, longestDenialMs)
    : Number.NEGATIVE_INFINITY
  const monthUntilMonoMs = isMonthFull ? sentAtMonoMs + longestDenialMs : Number.NEGATIVE_INFINITY
  return { perMinute, perMonth, count, minuteUntilMonoMs, monthUntilMonoMs }
}

/** Returns the limit that is certainly used up; `null` if Redis has to decide. */
function deniedLimit(
  account: AccountLimitState,
  { perMinute, perMonth, count, minuteUntilMonoMs, monthUntilMonoMs }: CachedDenial,
  { limits }: LimitSubject,
  rule: MonthRule,
): ExceededLimit | null {
  const { clock, calendar } = account.shared.ports
  if (limits.requestsPerMinute !== perMinute || limits.monthlyQuota !== perMonth) return null
  if (calendar.month(clock.wallMs()) !== count.month) return null
  const nowMonoMs = clock.monoMs()
  if (rule === 'binding' && count.used >= perMonth) return nowMonoMs < monthUntilMonoMs ? 'month' : null
  return nowMonoMs < minuteUntilMonoMs ? 'minute' : null
}
