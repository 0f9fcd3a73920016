import { LRUCache } from 'lru-cache'
import type { Redis } from '../../redis/redis.js'
import type { Timers } from '../../time/timers.js'
import type { Times } from '../account-usage.js'
import type { Limiter, LimitSubject } from '../limiter.js'
import { timesIn } from '../sliding-window.js'
import { createOpenPlace } from './acquire-slot.js'
import { createHideName } from './hash-key.js'
import { createTallies } from './limit-views.js'
import { createLocalFallback, type Outage } from './local-fallback.js'
import { createRedisAdmission } from './redis-admission.js'
import { createSharedCounts } from './redis-counters.js'
import { createMembership } from './redis-session.js'
import { createSettlementSender } from './settlement-sender.js'
import { createSharedAccount, noteOnRecord, type SharedAccount } from './shared-account.js'

/** Limiter with counts in Redis, shared by all servers of a cluster id. Falls back to local counts without Redis. */
export interface SharedLimiter extends Limiter {
  /**
   * Sends all pending settlements. Call it in the same step that takes usage from memory, and await it before usage is
   * written. Counts that fail to arrive reach Redis by `raise`, so nothing counts twice.
   */
  settle(): Promise<void>
  /** Raises Redis's count to at least the count of the database. */
  raise(accountId: string, month: number, counted: number): void
  close(): Promise<void>
}

export type SharedLimiterPorts = Times & {
  readonly redis: Pick<Redis, 'run'>
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
  const counts = createSharedCounts({ redis, clusterId, server, clock, windowMs, stretchMs })
  const telling = createSettlementSender({ counts, clock, timers })
  const tallies = createTallies({ ...times, windowMs })
  const acquireSlot = createOpenPlace(tallies)
  const hashKey = createHideName(secret)

  const accounts = new Map<string, SharedAccount>()
  let lastSequence = 0
  const nextSequence = () => {
    lastSequence += 1
    return lastSequence
  }
  const accountOf = (id: string): SharedAccount => {
    const account = accounts.get(id) ?? createSharedAccount(id, { isApart: false, windowMs, nextSequence })
    accounts.set(id, account)
    return account
  }
  /** Subjects without a monthly quota. An LRU; evicted entries are reloaded from Redis. */
  const apart = new LRUCache<string, SharedAccount>({ max: 20_000 })
  const apartOf = (id: string): SharedAccount => {
    const account =
      apart.get(id) ?? createSharedAccount(`apart ${hashKey(id)}`, { isApart: true, windowMs, nextSequence })
    apart.set(id, account)
    return account
  }
  const everybody = (): readonly SharedAccount[] => [...accounts.values(), ...apart.values()]
  const load = (account: SharedAccount): Promise<void> => {
    account.loading ??= (account.isApart ? Promise.resolve([]) : countedByMonth(account.id))
      .then((counted) => noteOnRecord(account, counted))
      .finally(() => {
        account.loading = null
      })
    return account.loading
  }

  const membership = createMembership({
    enter: counts.enter,
    clock,
    timers,
    servers,
    sendCounts: (ask, isNewEpoch) => {
      if (!isNewEpoch) return telling.sendAll(telling.touched(), ask)
      const month = calendar.month(clock.wallMs())
      for (const { outbox, own } of everybody()) outbox.tellAnew(month, timesIn(own, clock.monoMs()))
      return telling.sendAll(everybody(), ask)
    },
    onChange: (isJoined, why) => {
      if (isJoined) telling.goOn(membership)
      onChange(isJoined, why)
    },
  })
  const touch = (account: SharedAccount): void => telling.touch(account, membership)

  const alone = createLocalFallback({ times, tallies, outage, servers, acquireSlot, load, touch })
  const asking = createRedisAdmission({
    times,
    timers,
    counts,
    membership,
    telling,
    tallies,
    acquireSlot,
    alone,
    load,
    touch,
  })

  const settle = async (): Promise<void> => {
    if (!membership.isJoined) {
      for (const { outbox } of telling.touched()) outbox.leaveToDatabase()
      return
    }
    const closed = telling.touched().map((account) => ({ account, letters: account.outbox.close() }))
    await Promise.all(closed.map(({ account }) => telling.send(account, membership.ask).catch(() => {})))
    // Settlements that failed to arrive count through the database.
    for (const letter of closed.flatMap(({ letters }) => letters)) letter.counted = 0
  }

  await membership.open()
  return {
    spend: (spender, rule) => {
      const within = membership.isJoined ? asking : alone
      return rule === 'exempt'
        ? within.spend(apartOf(spender.id), withoutMonth(spender), 'counted')
        : within.spend(accountOf(spender.id), spender, rule)
    },
    viewLimits: (spender) => (membership.isJoined ? asking : alone).look(accountOf(spender.id), spender),
    settle,
    raise: (accountId, month, counted) => {
      const account = accounts.get(accountId)
      if (account === undefined) return
      noteOnRecord(account, [[month, counted]])
      account.outbox.letter(month)
      touch(account)
    },
    close: async () => {
      await settle()
      membership.close()
      telling.close()
    },
  }
}

/** A monthly quota of 0 reserves nothing; requests that are only counted still pass. */
const withoutMonth = ({ id, limits: { requestsPerMinute } }: LimitSubject): LimitSubject => ({
  id,
  limits: { requestsPerMinute, monthlyQuota: 0 },
})
