import { LRUCache } from 'lru-cache'
import { closeSession, createRedisSession, openSession, type RunInSession } from '../../base/redis/outage-policy.js'
import type { ScriptRunner } from '../../base/redis/redis.js'
import type { Timers } from '../../base/time/timers.js'
import type { Times } from '../account-usage.js'
import type { Limiter, LimitSubject } from '../limiter.js'
import { timesIn } from '../sliding-window.js'
import { type AccountLimitState, createAccountLimitState, noteOnRecord } from './account-limit-state.js'
import { createAcquireSlot } from './acquire-slot.js'
import { createHashKey } from './hash-key.js'
import { createLimitViews } from './limit-views.js'
import { createLocalFallback, type Outage } from './local-fallback.js'
import { createRedisAdmission } from './redis-admission.js'
import { createRedisCounters, epochKeyOf } from './redis-counters.js'
import { createSettlementSender } from './settlement-sender.js'

/** Limiter with counts in Redis, shared by all servers of a cluster id. Falls back to local counts without Redis. */
export interface SharedLimiter extends Limiter {
  /**
   * Sends all pending settlements. Call it in the same step that takes usage from memory, and await it before usage is
   * written. Counts that fail to arrive reach Redis by `raise`, so nothing counts twice.
   */
  settle(): Promise<void>
  /** Raises Redis's count to at least the count of the database. */
  raiseCount(accountId: string, month: number, counted: number): void
  close(): Promise<void>
}

export type SharedLimiterPorts = Times & {
  readonly redis: ScriptRunner
  readonly timers: Timers
  readonly clusterId: string
  /** Hashes subject names, which may be addresses. */
  readonly secret: string | Uint8Array
  readonly server: string
  readonly servers: () => number
  readonly outage: Outage
  readonly countedByMonth: (accountId: string) => Promise<Iterable<readonly [month: number, counted: number]>>
  readonly onChange?: (isJoined: boolean, why: string) => void
  readonly windowMs?: number
  readonly stretchMs?: number
}

/** Resolves after the first attempts to join, whether or not they succeeded. */
export async function openSharedLimiter(ports: SharedLimiterPorts): Promise<SharedLimiter> {
  const { redis, timers, clock, calendar, clusterId, secret, server, servers, outage, countedByMonth } = ports
  const { windowMs = 60_000, stretchMs = 30_000, onChange = () => {} } = ports
  const times = { clock, calendar }
  const counters = createRedisCounters({ redis, clusterId, server, windowMs, stretchMs })
  const settlementSender = createSettlementSender({ counts: counters, clock, timers })
  const limitViews = createLimitViews({ ...times, windowMs })
  const acquireSlot = createAcquireSlot(limitViews)
  const hashKey = createHashKey(secret)

  const accounts = new Map<string, AccountLimitState>()
  let lastSequence = 0
  const nextSequence = () => {
    lastSequence += 1
    return lastSequence
  }
  const accountOf = (id: string): AccountLimitState => {
    const account = accounts.get(id) ?? createAccountLimitState(id, { isExempt: false, windowMs, nextSequence })
    accounts.set(id, account)
    return account
  }
  /** Subjects without a monthly quota. An LRU; evicted entries are reloaded from Redis. */
  const exemptAccounts = new LRUCache<string, AccountLimitState>({ max: 20_000 })
  const exemptAccountOf = (id: string): AccountLimitState => {
    const account =
      exemptAccounts.get(id) ??
      createAccountLimitState(`apart ${hashKey(id)}`, { isExempt: true, windowMs, nextSequence })
    exemptAccounts.set(id, account)
    return account
  }
  const allAccounts = (): readonly AccountLimitState[] => [...accounts.values(), ...exemptAccounts.values()]
  const load = (account: AccountLimitState): Promise<void> => {
    account.loading ??= (account.isExempt ? Promise.resolve([]) : countedByMonth(account.id))
      .then((counted) => noteOnRecord(account, counted))
      .finally(() => {
        account.loading = null
      })
    return account.loading
  }

  const session = createRedisSession({ redis, epochKey: epochKeyOf(clusterId), server, clock, timers, servers })
  const member = {
    sendCounts: (ask: RunInSession, isNewEpoch: boolean) => {
      if (!isNewEpoch) return settlementSender.sendAll(settlementSender.touched(), ask)
      const month = calendar.month(clock.wallMs())
      for (const { settlements, own } of allAccounts()) settlements.resendAll(month, timesIn(own, clock.monoMs()))
      return settlementSender.sendAll(allAccounts(), ask)
    },
    onChange: (isJoined: boolean, why: string) => {
      if (isJoined) settlementSender.goOn(session)
      onChange(isJoined, why)
    },
  }
  const touch = (account: AccountLimitState): void => settlementSender.touch(account, session)

  const localFallback = createLocalFallback({ times, limitViews, outage, servers, acquireSlot, load, touch })
  const redisAdmission = createRedisAdmission({
    times,
    timers,
    counters,
    session,
    settlementSender,
    limitViews,
    acquireSlot,
    localFallback,
    load,
    touch,
  })

  const settle = async (): Promise<void> => {
    if (!session.isJoined) {
      for (const { settlements } of settlementSender.touched()) settlements.dropCounts()
      return
    }
    const closed = settlementSender.touched().map((account) => ({ account, letters: account.settlements.closeAll() }))
    await Promise.all(closed.map(({ account }) => settlementSender.send(account, session.run).catch(() => {})))
    // Settlements that failed to arrive count through the database.
    for (const settlement of closed.flatMap(({ letters }) => letters)) settlement.counted = 0
  }

  await openSession(session, member)
  return {
    admitRequest: (spender, rule) => {
      const within = session.isJoined ? redisAdmission : localFallback
      return rule === 'exempt'
        ? within.admitRequest(exemptAccountOf(spender.id), withoutMonth(spender), 'counted')
        : within.admitRequest(accountOf(spender.id), spender, rule)
    },
    viewLimits: (spender) =>
      (session.isJoined ? redisAdmission : localFallback).viewLimits(accountOf(spender.id), spender),
    settle,
    raiseCount: (accountId, month, counted) => {
      const account = accounts.get(accountId)
      if (account === undefined) return
      noteOnRecord(account, [[month, counted]])
      account.settlements.settlementOf(month)
      touch(account)
    },
    close: async () => {
      await settle()
      closeSession(session)
      settlementSender.close()
    },
  }
}

/** A monthly quota of 0 reserves nothing; requests that are only counted still pass. */
const withoutMonth = ({ id, limits: { requestsPerMinute } }: LimitSubject): LimitSubject => ({
  id,
  limits: { requestsPerMinute, monthlyQuota: 0 },
})
