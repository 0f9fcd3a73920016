import { createBoundedCache } from '../../base/bounded-cache.js'
import { closeSession, createRedisSession, openSession } from '../../base/redis/outage-policy.js'
import type { Admission, LimitStatus, LimitSubject, MonthRule } from '../limiter.js'
import { timesIn } from '../sliding-window.js'
import {
  type AccountLimitState,
  accountOf,
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

export type SharedLimiterPorts = Omit<SharedLimitPorts, 'windowMs' | 'stretchMs'> &
  Partial<Pick<SharedLimitPorts, 'windowMs' | 'stretchMs'>> & {
    readonly onChange?: (isJoined: boolean, why: string) => void
  }

/** Resolves after the first attempts to join, whether or not they succeeded. Without Redis, counts are local. */
export async function openSharedLimiter({ onChange = () => {}, ...given }: SharedLimiterPorts) {
  const ports = { windowMs: 60_000, stretchMs: 30_000, ...given }
  const shared: SharedLimits = {
    ports,
    session: createRedisSession({ ...ports, epochKey: epochKeyOf(ports.clusterId) }),
    hashKey: createHashKey(ports.secret),
    accounts: new Map(),
    exemptAccounts: createBoundedCache(20_000),
    due: new Set(),
    touched: new Set(),
    cancelSend: null,
    lastSequence: 0,
  }
  await openSession(shared.session, {
    sendCounts: (ask, isNewEpoch) => sendAll(isNewEpoch ? allToResend(shared) : [...shared.touched], ask),
    onChange: (isJoined, why) => {
      if (isJoined) scheduleSending(shared)
      onChange(isJoined, why)
    },
  })
  return {
    admitRequest: (spender: LimitSubject, rule: MonthRule): Admission | Promise<Admission> => {
      const admitWithin = shared.session.isJoined ? admitInRedis : admitLocally
      return rule === 'exempt'
        ? admitWithin(exemptAccountOf(shared, spender.id), withoutMonth(spender), 'counted')
        : admitWithin(accountOf(shared, spender.id), spender, rule)
    },
    viewLimits: (spender: LimitSubject): LimitStatus | Promise<LimitStatus> =>
      (shared.session.isJoined ? viewInRedis : viewLocally)(accountOf(shared, spender.id), spender),
    /**
     * Sends all pending settlements. Call it in the same step that takes usage from memory, and await it before usage is
     * written. Counts that fail to arrive reach Redis by `raise`, so nothing counts twice.
     */
    settle: (): Promise<void> => settleAll(shared),
    /** Raises Redis's count to at least the count of the database. */
    raise: (total: { accountId: string; month: number; counted: number }): void => raiseCount(shared, total),
    close: async (): Promise<void> => {
      await settleAll(shared)
      closeSession(shared.session)
      shared.cancelSend?.()
    },
  }
}

export type SharedLimiter = Awaited<ReturnType<typeof openSharedLimiter>>

/** A monthly quota of 0 reserves nothing; requests that are only counted still pass. */
const withoutMonth = ({ id, limits: { requestsPerMinute } }: LimitSubject): LimitSubject => ({
  id,
  limits: { requestsPerMinute, monthlyQuota: 0 },
})

/** A new epoch knows no minute, so each account's own minute is sent again. */
function allToResend({ ports, accounts, exemptAccounts }: SharedLimits): readonly AccountLimitState[] {
  const month = ports.calendar.month(ports.clock.wallMs())
  const all = [...accounts.values(), ...exemptAccounts.values()]
  for (const account of all) resendMinute(account, month, timesIn(account.own, ports.clock.monoMs()))
  return all
}

async function settleAll({ session, touched }: SharedLimits): Promise<void> {
  const accounts = [...touched]
  const closed = accounts.flatMap((account) => (session.isJoined ? closeSettlements(account) : account.settlements))
  if (session.isJoined)
    await Promise.all(accounts.map((account) => sendSettlements(account, session.run).catch(() => {})))
  // Settlements that failed to arrive count through the database.
  for (const settlement of closed) settlement.counted = 0
}

function raiseCount(
  { accounts }: SharedLimits,
  { accountId, month, counted }: { accountId: string; month: number; counted: number },
): void {
  const account = accounts.get(accountId)
  if (account === undefined) return
  noteOnRecord(account, [[month, counted]])
  openSettlement(account, month)
  touch(account)
}
