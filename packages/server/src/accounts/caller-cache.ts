import { createBoundedCache } from '../base/bounded-cache.js'
import { getOrCreate } from '../base/get-or-create.js'
import type { Account, AccountAndKeyStore, KeyDigest } from './account-and-key-store.js'
import type { AccountChanged, KeyChanged } from './account-events.js'
import type { KeyActor, LiveAccount, PlanTable, SessionActor } from './actor.js'
import type { Sessions } from './sessions.js'

/** Returns true if the key was revoked or the session ended since the request was admitted. */
export type IsRevoked = (actor: KeyActor | SessionActor) => Promise<boolean>

export const createIsRevoked =
  (ports: { callers: Pick<CallerCache, 'cached' | 'load'>; sessions: Pick<Sessions, 'hasEnded'> }): IsRevoked =>
  async (actor) => {
    const { callers, sessions } = ports
    if (actor.kind === 'session') return sessions.hasEnded(actor)
    const { digest } = actor.key
    const known = callers.cached(digest)
    return (known === undefined ? await callers.load(digest) : known) === null
  }

export function createCallerCache(ports: { keys: AccountAndKeyStore; plans: PlanTable; capacity?: number }) {
  const { keys, plans, capacity = 50_000 } = ports
  const callers = createBoundedCache<KeyDigest, KeyActor>(capacity)
  // Unknown keys have a separate table, so that wrong keys never evict customers.
  const unknownKeys = createBoundedCache<KeyDigest, true>(10_000)
  const accounts = new Map<string, LiveAccount>()
  const loading = new Map<KeyDigest, Promise<KeyActor | null>>()

  /** One object per account, so that a plan changes for all who hold it. */
  const liveAccount = ({ id, plan }: Account): LiveAccount =>
    getOrCreate(accounts, id, () => ({ id, plan, limits: plans[plan] }))

  /** Number of announced changes. If it rises during a load, the loaded data may be old. */
  let changes = 0

  const load = async (digest: KeyDigest): Promise<KeyActor | null> => {
    const changesBefore = changes
    const found = await keys.find(digest)
    // Load again: this record may predate the change, and all keys of the account would share it.
    if (changes !== changesBefore) return load(digest)
    if (found === null || found.key.revokedAtMs !== null) {
      unknownKeys.set(digest, true)
      return null
    }
    const caller: KeyActor = { kind: 'key', key: found.key, account: liveAccount(found.account) }
    callers.set(digest, caller)
    return caller
  }

  const forget = (digest: KeyDigest): void => {
    callers.delete(digest)
    unknownKeys.delete(digest)
  }

  const accountChanged = ({ id, plan }: Account): void => {
    const live = accounts.get(id)
    if (live !== undefined) Object.assign(live, { plan, limits: plans[plan] })
  }

  return {
    forgetEverything: (): void => {
      changes += 1
      callers.clear()
      unknownKeys.clear()
      accounts.clear()
    },
    /** The live caller, `null` for an unknown or revoked key, `undefined` when only `load` can decide. */
    cached: (digest: KeyDigest): KeyActor | null | undefined =>
      callers.get(digest) ?? (unknownKeys.has(digest) ? null : undefined),
    load: (digest: KeyDigest): Promise<KeyActor | null> =>
      getOrCreate(loading, digest, () => load(digest).finally(() => loading.delete(digest))),
    /** The next request knows of the change: a key is looked up again, a plan holds for keys in memory too. */
    applyChange: (change: KeyChanged | AccountChanged): void => {
      changes += 1
      if (change.kind === 'key_changed') forget(change.digest)
      else accountChanged(change.account)
    },
  }
}

export type CallerCache = ReturnType<typeof createCallerCache>

/** Use cached callers only while this server cannot have missed a change. */
export const freshnessCheckedCallers = (
  callers: CallerCache,
  freshness: { readonly isUpToDate: boolean; ensureFresh(): Promise<void> },
): CallerCache => ({
  ...callers,
  cached: (digest) => (freshness.isUpToDate ? callers.cached(digest) : undefined),
  load: async (digest) => {
    if (!freshness.isUpToDate) await freshness.ensureFresh()
    const known = callers.cached(digest)
    return known === undefined ? callers.load(digest) : known
  },
})
