import type { RedisSession } from '../../base/redis/outage-policy.js'
import type { Timers } from '../../base/time/timers.js'
import type { Times } from '../account-usage.js'
import type { Admission, Cost, LimitStatus, LimitSubject, MonthRule } from '../limiter.js'
import { maxAtOnce } from '../refusal-reasons.js'
import { admit, countIn, takeBack } from '../sliding-window.js'
import { type AccountLimitState, onRecordIn, type WaitingRequest } from './account-limit-state.js'
import type { AcquireSlot } from './acquire-slot.js'
import { denialOf, exceededLimitOf } from './cached-denial.js'
import type { ExceededLimit, LimitCount, LimitViews } from './limit-views.js'
import type { createLocalFallback } from './local-fallback.js'
import type { Settlement } from './pending-settlements.js'
import type { Decision, RedisCounters } from './redis-counters.js'
import type { SettlementSender } from './settlement-sender.js'

type RedisAdmissionPorts = {
  readonly times: Times
  readonly timers: Timers
  readonly counters: RedisCounters
  readonly session: RedisSession
  readonly settlementSender: SettlementSender
  readonly limitViews: LimitViews
  readonly acquireSlot: AcquireSlot
  readonly localFallback: ReturnType<typeof createLocalFallback>
  readonly load: (account: AccountLimitState) => Promise<void>
  readonly touch: (account: AccountLimitState) => void
}

/** Lets Redis decide all of an account's requests of one event-loop turn in a single call, in order of arrival. */
export function createRedisAdmission(ports: RedisAdmissionPorts) {
  const { times, timers, counters, session, settlementSender, limitViews, acquireSlot, localFallback, load, touch } =
    ports
  const { clock, calendar } = times
  let due = new Set<AccountLimitState>()

  const wait = (account: AccountLimitState, request: WaitingRequest): void => {
    account.waiting.push(request)
    if (due.size === 0) timers.soon(admitAll)
    due.add(account)
  }

  function admitAll(): void {
    const asked = due
    due = new Set()
    for (const account of asked) void admitFor(account)
  }

  async function admitFor(account: AccountLimitState): Promise<void> {
    if (account.onRecord === null) {
      try {
        await load(account)
      } catch (error) {
        for (const request of account.waiting.splice(0)) request.fail(error)
        return
      }
    }
    await sendSettlementsFirst(account)
    const requests = account.waiting.splice(0)
    const last = requests.at(-1)
    if (last === undefined) return
    const decided = await decide(account, last.spender, requests).catch(() => null)
    if (decided === null) for (const request of requests) request.useLocalFallback()
    else conclude(account, last.spender, requests, decided)
  }

  /**
   * Sends pending settlements that would change the decision first, over the same connection. Waits only for those
   * already under way.
   */
  function sendSettlementsFirst(account: AccountLimitState): Promise<void> | null {
    const { settlements } = account
    if (!settlements.changesCounts()) return null
    const isOnItsWay = settlements.isSending
    const told = settlementSender.send(account, session.run).catch(() => {})
    return isOnItsWay ? told : null
  }

  async function decide(
    account: AccountLimitState,
    { limits }: LimitSubject,
    requests: readonly WaitingRequest[],
  ): Promise<Decided> {
    const atMs = clock.wallMs()
    const month = calendar.month(atMs)
    const sentAtMonoMs = clock.monoMs()
    const demand = {
      accountId: account.id,
      month,
      perMinute: limits.requestsPerMinute,
      perMonth: limits.monthlyQuota,
      onRecord: onRecordIn(account, month),
      rules: requests.map(({ rule }) => rule).join(''),
    }
    const decision = await session.run((epoch) =>
      counters.admit(epoch, demand, (late) => undoLateAdmission(account, month, late)),
    )
    return { decision, month, atMs, sentAtMonoMs }
  }

  function conclude(
    account: AccountLimitState,
    spender: LimitSubject,
    requests: readonly WaitingRequest[],
    { decision, month, atMs, sentAtMonoMs }: Decided,
  ): void {
    const { outcomes } = decision
    const resetAtMonoMs = clock.monoMs() + decision.freesInMs
    let taken = decision.taken - countOf(outcomes, /[ar]/g)
    let used = decision.used - countOf(outcomes, /r/g)
    account.localQuota = null
    // Don't cache a denial while a release is unsent, or requests would be rejected although a slot is free.
    account.denial = account.settlements.hasReturns()
      ? null
      : denialOf(spender, decision, { month, taken: decision.taken, used: decision.used, resetAtMonoMs }, sentAtMonoMs)

    let at = 0
    for (const request of requests) {
      const outcome = request.rule === '' ? '' : outcomes.charAt(at)
      at += request.rule.length
      if (outcome === 'a' || outcome === 'r') taken += 1
      if (outcome === 'r') used += 1
      request.settleWith(outcome, { month, taken, used, resetAtMonoMs }, { decision, atMs })
    }
    const atMonoMs = clock.monoMs()
    const own = countIn(account.own, atMonoMs)
    account.lastShared = { month, used: decision.used, taken: decision.taken, own, atMonoMs }
  }

  /** Returns the slots of a late answer: those requests were decided by this server meanwhile. */
  function undoLateAdmission(account: AccountLimitState, month: number, { outcomes, atUs, bucket }: Decision): void {
    const settlement = account.settlements.settlementOf(month)
    for (const outcome of outcomes) {
      if (outcome === 'a' || outcome === 'r') settlement.givenBack.push(String(atUs))
      if (outcome === 'r') endReservation(settlement, bucket)
    }
    touch(account)
  }

  const openShared = (
    account: AccountLimitState,
    spender: LimitSubject,
    limitCount: LimitCount,
    { decision: { atUs, bucket }, atMs, reserved }: SharedSlot,
  ): Admission => {
    const atMonoMs = clock.monoMs()
    admit(account.own, Number.POSITIVE_INFINITY, atMonoMs)
    const end = (cost: Cost) => {
      if (!reserved && cost !== 'nothing') return
      const settlement = account.settlements.settlementOf(limitCount.month)
      if (reserved) endReservation(settlement, bucket)
      if (reserved && cost === 'month') settlement.counted += 1
      if (cost === 'nothing') {
        takeBack(account.own, atMonoMs)
        settlement.givenBack.push(String(atUs))
        account.denial = null
      }
      touch(account)
    }
    return acquireSlot({ account, spender, limitCount, atMs, reserved, end })
  }

  const exceededWhenCrowded = (
    { limits }: LimitSubject,
    rule: MonthRule,
    { taken, used }: LimitCount,
  ): ExceededLimit => {
    if (rule === 'binding' && used >= limits.monthlyQuota) return 'month'
    return taken >= limits.requestsPerMinute ? 'minute' : 'at-once'
  }

  return {
    admitRequest: (
      account: AccountLimitState,
      spender: LimitSubject,
      rule: MonthRule,
    ): Admission | Promise<Admission> => {
      const month = calendar.month(clock.wallMs())
      const { denial } = account
      const lacks = denial === null ? null : exceededLimitOf(denial, spender, rule, month, clock.monoMs())
      if (denial !== null && lacks !== null) return limitViews.refuse(account, spender, denial.limitCount, lacks)

      return new Promise((resolve, reject) => {
        const isCrowded = account.inFlight >= maxAtOnce
        const leave = () => {
          if (!isCrowded) account.inFlight -= 1
        }
        if (!isCrowded) account.inFlight += 1
        wait(account, {
          spender,
          rule: isCrowded ? '' : rule === 'binding' ? 'b' : 'c',
          settleWith: (outcome, tally, place) => {
            if (outcome === 'a' || outcome === 'r')
              return resolve(openShared(account, spender, tally, { ...place, reserved: outcome === 'r' }))
            leave()
            const lack = isCrowded ? exceededWhenCrowded(spender, rule, tally) : outcome === 'q' ? 'month' : 'minute'
            resolve(limitViews.refuse(account, spender, tally, lack))
          },
          useLocalFallback: () => {
            leave()
            resolve(localFallback.admitRequest(account, spender, rule))
          },
          fail: (error) => {
            leave()
            reject(error)
          },
        })
      })
    },
    viewLimits: (account: AccountLimitState, spender: LimitSubject): Promise<LimitStatus> =>
      new Promise((resolve, reject) =>
        wait(account, {
          spender,
          rule: '',
          settleWith: (_, tally) => resolve({ view: limitViews.view(spender, tally), abuse: account.abuse }),
          useLocalFallback: () => resolve(localFallback.viewLimits(account, spender)),
          fail: reject,
        }),
      ),
  }
}

type Decided = {
  readonly decision: Decision
  readonly month: number
  readonly atMs: number
  readonly sentAtMonoMs: number
}
type SharedSlot = Pick<Decided, 'decision' | 'atMs'> & { readonly reserved: boolean }

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

function endReservation({ ended }: Settlement, bucket: number): void {
  ended.set(bucket, (ended.get(bucket) ?? 0) + 1)
}
