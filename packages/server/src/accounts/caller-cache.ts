import { LRUCache } from 'lru-cache'
import { createOffender } from '../limits/hammering.js'
import { createMonthlyQuota } from '../limits/monthly-quota.js'
import { createMinuteWindow } from '../limits/sliding-window.js'
import type { Account, KeyDigest } from './account.js'
import type { AccountChanged, KeyChanged } from './account-changes.js'
import type { AccountState, Caller } from './caller.js'
import type { KeyStore } from './key-store.js'
import type { PlanTable } from './plan-table.js'
import type { UsageStore } from './usage-store.js'

/** Callers in memory over the key store. Knows keys by digest only. */
export interface CallerCache {
  /** The live caller, `null` for an unknown or revoked key, `undefined` when only `load` can tell. */
  cached(digest: KeyDigest): Caller | null | undefined
  load(digest: KeyDigest): Promise<Caller | null>
  /** The next request knows of the change: a key is looked up again, a plan holds for keys in memory too. */
  take(change: KeyChanged | AccountChanged): void
  /** The data on disk were replaced. */
  forgetEverything(): void
}

export const createCallerCache = (ports: {
  keys: KeyStore
  usage: UsageStore
  plans: PlanTable
  /** Remembered keys; one not remembered costs a look-up in the store. */
  capacity?: number
}): CallerCache => {
  const { keys, usage, plans, capacity = 50_000 } = ports
  const callers = new LRUCache<KeyDigest, Caller>({ max: capacity })
  // Strangers get a table of their own: however many wrong keys they try, they push no customer out.
  const strangers = new LRUCache<KeyDigest, true>({ max: 10_000 })
  const accounts = new Map<string, Promise<AccountState>>()
  const loading = new Map<KeyDigest, Promise<Caller | null>>()

  /** One state per account for the life of the process: it holds the window and the reservations under way. */
  const stateOf = (account: Account): Promise<AccountState> => {
    let state = accounts.get(account.id)
    if (state === undefined) {
      state = usage.countedByMonth(account.id).then((counted) => ({
        account,
        limits: plans[account.plan],
        minute: createMinuteWindow(),
        quota: createMonthlyQuota(counted),
        underWay: 0,
        refusals: createOffender(),
      }))
      state.catch(() => accounts.delete(account.id))
      accounts.set(account.id, state)
    }
    return state
  }

  /** Counts the changes announced to this cache: what was read while one came in may already be old. */
  let changes = 0

  const load = async (digest: KeyDigest): Promise<Caller | null> => {
    const changesBefore = changes
    const found = await keys.find(digest)
    // The account as read may be the one before the change: it must not become the state that everybody shares.
    if (changes !== changesBefore) return load(digest)
    const live = found !== null && found.key.revokedAtMs === null
    const caller = live ? { key: found.key, state: await stateOf(found.account) } : null
    if (changes !== changesBefore) return load(digest)
    if (caller === null) strangers.set(digest, true)
    else callers.set(digest, caller)
    return caller
  }

  const forget = (digest: KeyDigest): void => {
    callers.delete(digest)
    strangers.delete(digest)
  }

  const accountChanged = (account: Account): void => {
    void accounts.get(account.id)?.then((state) => {
      state.account = account
      state.limits = plans[account.plan]
    })
  }

  return {
    forgetEverything: () => {
      changes += 1
      callers.clear()
      strangers.clear()
      accounts.clear()
    },
    cached: (digest) => callers.get(digest) ?? (strangers.has(digest) ? null : undefined),
    load: (digest) => {
      let pending = loading.get(digest)
      if (pending === undefined) {
        pending = load(digest).finally(() => loading.delete(digest))
        loading.set(digest, pending)
      }
      return pending
    },
    take: (change) => {
      changes += 1
      if (change.kind === 'key_changed') forget(change.digest)
      else accountChanged(change.account)
    },
  }
}
