import { LRUCache } from 'lru-cache'
import { closeSession, createRedisSession, openSession } from '../../base/redis/outage-policy.js'
import type { Limiter, LimitSubject } from '../limiter.js'
import { timesIn } from '../sliding-window.js'
import {
  accountOf,
  allAccounts,
  exemptAccountOf,
  noteOnRecord,
  type SharedLimitPorts,
  type SharedLimits,
} from './account-limit-state.js'
import { createHashKey } from './cluster-in-redis.js'
import { admitLocally, viewLocally } from './local-fallback.js'
import { admitInRedis, viewInRedis } from './redis-admission.js'
import { epochKeyOf } from './redis-counters.js'
import {
  closeSettlements,
  openSettlement,
  resendMinute,
  scheduleSending,
  sendAll,
  sendSettlements,
  touch,
} from './settlements.js'

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

export type SharedLimiterPorts = Omit<SharedLimitPorts, 'windowMs' | 'stretchMs'> &
  Partial<Pick<SharedLimitPorts, 'windowMs' | 'stretchMs'>> & {
    readonly onChange?: (isJoined: boolean, why: string) => void
  }

/** Resolves after the first attempts to join, whether or not they succeeded. */
export async function openSharedLimiter({ onChange = () => {}, ...given }: SharedLimiterPorts): Promise<SharedLimiter> {
  const ports = { windowMs: 60_000, stretchMs: 30_000, ...given }
  const limits: SharedLimits = {
    ports,
    session: createRedisSession({ ...ports, epochKey: epochKeyOf(ports.clusterId) }),
    hashKey: createHashKey(ports.secret),
    accounts: new Map(),
    exemptAccounts: new LRUCache({ max: 20_000 }),
    due: new Set(),
    touched: new Set(),
    cancelSend: null,
    lastSequence: 0,
  }
  await openSession(limits.session, {
    sendCounts: (ask, isNewEpoch) => {
      if (!isNewEpoch) return sendAll(limits, [...limits.touched], ask)
      const month = ports.calendar.month(ports.clock.wallMs())
      const all = allAccounts(limits)
      for (const { queue, own } of all) resendMinute(queue, month, timesIn(own, ports.clock.monoMs()))
      return sendAll(limits, all, ask)
    },
    onChange: (isJoined, why) => {
      if (isJoined) scheduleSending(limits)
      onChange(isJoined, why)
    },
  })
  return {
    admitRequest: (spender, rule) => {
      const admitWithin = limits.session.isJoined ? admitInRedis : admitLocally
      return rule === 'exempt'
        ? admitWithin(limits, exemptAccountOf(limits, spender.id), withoutMonth(spender), 'counted')
        : admitWithin(limits, accountOf(limits, spender.id), spender, rule)
    },
    viewLimits: (spender) =>
      (limits.session.isJoined ? viewInRedis : viewLocally)(limits, accountOf(limits, spender.id), spender),
    settle: () => settleAll(limits),
    raiseCount: (accountId, month, counted) => raiseCount(limits, accountId, month, counted),
    close: async () => {
      await settleAll(limits)
      closeSession(limits.session)
      limits.cancelSend?.()
    },
  }
}

/** A monthly quota of 0 reserves nothing; requests that are only counted still pass. */
const withoutMonth = ({ id, limits: { requestsPerMinute } }: LimitSubject): LimitSubject => ({
  id,
  limits: { requestsPerMinute, monthlyQuota: 0 },
})

async function settleAll(limits: SharedLimits): Promise<void> {
  const { session } = limits
  if (!session.isJoined) {
    // These counts reach Redis through the database.
    for (const { queue } of limits.touched) for (const settlement of queue.settlements) settlement.counted = 0
    return
  }
  const accounts = [...limits.touched]
  const closed = accounts.flatMap(({ queue }) => closeSettlements(limits, queue))
  await Promise.all(accounts.map((account) => sendSettlements(limits, account, session.run).catch(() => {})))
  // Settlements that failed to arrive count through the database.
  for (const settlement of closed) settlement.counted = 0
}

function raiseCount(limits: SharedLimits, accountId: string, month: number, counted: number): void {
  const account = limits.accounts.get(accountId)
  if (account === undefined) return
  noteOnRecord(account, [[month, counted]])
  openSettlement(account.queue, month)
  touch(limits, account)
}
