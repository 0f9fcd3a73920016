import {
  type Admission,
  type Cost,
  type LimitStatus,
  type LimitSubject,
  type MonthRule,
  maxAtOnce,
} from '../limiter.js'
import { admit, countIn, takeBack } from '../sliding-window.js'
import {
  type AccountLimitState,
  loadAccount,
  onRecordIn,
  type SharedLimits,
  type WaitingRequest,
} from './account-limit-state.js'
import { type ExceededLimit, type LimitCount, limitView, openSlot, refuse } from './limit-views.js'
import { admitLocally, viewLocally } from './local-fallback.js'
import { type Decision, decideInRedis } from './redis-counters.js'
import { changesCounts, endReservation, hasReturns, openSettlement, sendSettlements, touch } from './settlements.js'

/** Lets Redis decide all of an account's requests of one event-loop turn in a single call, in order of arrival. */
export function admitInRedis(
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
  rule: MonthRule,
): Admission | Promise<Admission> {
  const { denial } = account
  const denied = denial === null ? null : deniedLimit(limits, denial, spender, rule)
  if (denial !== null && denied !== null) return refuse(limits, account, spender, denial.count, denied)

  const isCrowded = account.inFlight >= maxAtOnce
  const leave = () => {
    if (!isCrowded) account.inFlight -= 1
  }
  if (!isCrowded) account.inFlight += 1
  return new Promise((resolve, reject) =>
    waitForTurn(limits, account, {
      spender,
      rule: isCrowded ? '' : rule === 'binding' ? 'b' : 'c',
      settleWith: (outcome, count, decision, atMs) => {
        if (outcome === 'a' || outcome === 'r')
          return resolve(openShared(limits, account, spender, { count, decision, atMs, reserved: outcome === 'r' }))
        leave()
        const exceeded = isCrowded ? exceededWhenCrowded(spender, rule, count) : outcome === 'q' ? 'month' : 'minute'
        resolve(refuse(limits, account, spender, count, exceeded))
      },
      useLocalFallback: () => {
        leave()
        resolve(admitLocally(limits, account, spender, rule))
      },
      fail: (error) => {
        leave()
        reject(error)
      },
    }),
  )
}

export const viewInRedis = (
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
): Promise<LimitStatus> =>
  new Promise((resolve, reject) =>
    waitForTurn(limits, account, {
      spender,
      rule: '',
      settleWith: (_, count) => resolve({ view: limitView(limits, spender, count), abuse: account.abuse }),
      useLocalFallback: () => resolve(viewLocally(limits, account, spender)),
      fail: reject,
    }),
  )

function waitForTurn(limits: SharedLimits, account: AccountLimitState, request: WaitingRequest): void {
  account.waiting.push(request)
  if (limits.due.size === 0)
    limits.ports.timers.soon(() => {
      const asked = limits.due
      limits.due = new Set()
      for (const each of asked) void admitWaiting(limits, each)
    })
  limits.due.add(account)
}

async function admitWaiting(limits: SharedLimits, account: AccountLimitState): Promise<void> {
  if (account.onRecord === null) {
    try {
      await loadAccount(limits, account)
    } catch (error) {
      for (const request of account.waiting.splice(0)) request.fail(error)
      return
    }
  }
  await sendSettlementsFirst(limits, account)
  const requests = account.waiting.splice(0)
  const last = requests.at(-1)
  if (last === undefined) return
  const decided = await decideTogether(limits, account, last.spender, requests).catch(() => null)
  if (decided === null) for (const request of requests) request.useLocalFallback()
  else conclude(limits, account, last.spender, requests, decided)
}

/**
 * Sends pending settlements that would change the decision first, over the same connection. Waits only for those
 * already under way.
 */
function sendSettlementsFirst(limits: SharedLimits, account: AccountLimitState): Promise<void> | null {
  const { queue } = account
  if (!changesCounts(queue)) return null
  const isOnItsWay = queue.underWay !== null
  const sent = sendSettlements(limits, account, limits.session.run).catch(() => {})
  return isOnItsWay ? sent : null
}

type Decided = {
  readonly decision: Decision
  readonly month: number
  readonly atMs: number
  readonly sentAtMonoMs: number
}

async function decideTogether(
  limits: SharedLimits,
  account: AccountLimitState,
  { limits: { requestsPerMinute, monthlyQuota } }: LimitSubject,
  requests: readonly WaitingRequest[],
): Promise<Decided> {
  const { ports, session } = limits
  const atMs = ports.clock.wallMs()
  const month = ports.calendar.month(atMs)
  const sentAtMonoMs = ports.clock.monoMs()
  const request = {
    accountId: account.id,
    month,
    perMinute: requestsPerMinute,
    perMonth: monthlyQuota,
    onRecord: onRecordIn(account, month),
    rules: requests.map(({ rule }) => rule).join(''),
  }
  const decision = await session.run((epoch) =>
    decideInRedis(ports, epoch, request, (late) => undoLateAdmission(limits, account, month, late)),
  )
  return { decision, month, atMs, sentAtMonoMs }
}

function conclude(
  { ports: { clock } }: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
  requests: readonly WaitingRequest[],
  { decision, month, atMs, sentAtMonoMs }: Decided,
): void {
  const { outcomes } = decision
  const resetAtMonoMs = clock.monoMs() + decision.freesInMs
  let taken = decision.taken - lettersIn(outcomes, /[ar]/g)
  let used = decision.used - lettersIn(outcomes, /r/g)
  account.localQuota = null
  // Don't cache a denial while a release is unsent, or requests would be rejected although a slot is free.
  account.denial = hasReturns(account.queue)
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
function undoLateAdmission(
  limits: SharedLimits,
  account: AccountLimitState,
  month: number,
  { outcomes, atUs, bucket }: Decision,
): void {
  const settlement = openSettlement(account.queue, month)
  for (const outcome of outcomes) {
    if (outcome === 'a' || outcome === 'r') settlement.givenBack.push(String(atUs))
    if (outcome === 'r') endReservation(settlement, bucket)
  }
  touch(limits, account)
}

type SharedSlot = {
  readonly count: LimitCount
  readonly decision: Decision
  readonly atMs: number
  readonly reserved: boolean
}

function openShared(
  limits: SharedLimits,
  account: AccountLimitState,
  spender: LimitSubject,
  { count, decision: { atUs, bucket }, atMs, reserved }: SharedSlot,
): Admission {
  const atMonoMs = limits.ports.clock.monoMs()
  admit(account.own, Number.POSITIVE_INFINITY, atMonoMs)
  const end = (cost: Cost) => {
    if (!reserved && cost !== 'nothing') return
    const settlement = openSettlement(account.queue, count.month)
    if (reserved) endReservation(settlement, bucket)
    if (reserved && cost === 'month') settlement.counted += 1
    if (cost === 'nothing') {
      takeBack(account.own, atMonoMs)
      settlement.givenBack.push(String(atUs))
      account.denial = null
    }
    touch(limits, account)
  }
  return openSlot(limits, account, { spender, count, atMs, reserved, end })
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
  { ports: { clock, calendar } }: SharedLimits,
  { perMinute, perMonth, count, minuteUntilMonoMs, monthUntilMonoMs }: CachedDenial,
  { limits }: LimitSubject,
  rule: MonthRule,
): ExceededLimit | null {
  if (limits.requestsPerMinute !== perMinute || limits.monthlyQuota !== perMonth) return null
  if (calendar.month(clock.wallMs()) !== count.month) return null
  const nowMonoMs = clock.monoMs()
  if (rule === 'binding' && count.used >= perMonth) return nowMonoMs < monthUntilMonoMs ? 'month' : null
  return nowMonoMs < minuteUntilMonoMs ? 'minute' : null
}
