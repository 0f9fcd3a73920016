import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import { dayMs } from '../base/time/calendar.js'
import type { SessionActor, SessionHolder } from './actor.js'
import { type Session, type SessionStore, type StoredLogin, sessionIdOf } from './login-stores.js'
import type { AccountBase } from './open-accounts.js'
import { makeToken, type SessionDigest, sessionDigestOf } from './tokens.js'

/** A use is written down once an hour, because each time costs a write. */
const recordUseEveryMs = 3_600_000
/** A session ends 30 days after its last use, and 90 days after its log-in at the latest. */
const idleMs = 30 * dayMs
const longestMs = 90 * dayMs

/** Sessions are asked for at the store each time, so that one that has ended is over everywhere at once. */
export function createSessions({ store: { sessions: store }, config, publishEvent, clock }: AccountBase) {
  const end = async (sessionId: SessionDigest, accountId: string): Promise<void> => {
    await store.end(sessionId)
    await publishEvent({ kind: 'sessions_ended', accountId, sessionId })
  }

  const list = (accountId: string): Promise<readonly Session[]> => store.list(accountId, clock.wallMs())

  return {
    find: async (token: string): Promise<SessionHolder | null> => {
      const found = await store.find(sessionDigestOf(token), clock.wallMs())
      if (found === null) return null
      const { session, account, isAdmin } = found
      return {
        kind: 'session',
        sessionId: session.digest,
        account: { id: account.id, plan: account.plan, limits: config.PLANS[account.plan] },
        isAdmin,
        isProlonged: await recordUse(store, session, clock.wallMs()),
      }
    },

    /** Null if the password was changed while it was being judged. */
    createSession: async ({ accountId, password }: StoredLogin, network: string): Promise<string | null> => {
      const token = makeToken()
      const nowMs = clock.wallMs()
      const times = { createdAtMs: nowMs, usedAtMs: nowMs, endsAtMs: nowMs + idleMs }
      const session = { digest: sessionDigestOf(token), accountId, ...times, network }
      const ended = await store.createSession(session, password)
      for (const sessionId of ended ?? []) await publishEvent({ kind: 'sessions_ended', accountId, sessionId })
      return ended === null ? null : token
    },

    /** True if another request has ended it since this one was admitted. */
    hasEnded: async ({ sessionId }: SessionActor) => (await store.find(sessionId, clock.wallMs())) === null,
    end: ({ sessionId, account }: SessionActor) => end(sessionId, account.id),
    endToken: async (token: string): Promise<void> => {
      const found = await store.find(sessionDigestOf(token), clock.wallMs())
      if (found !== null) await end(found.session.digest, found.session.accountId)
    },
    list,
    endOne: async (accountId: string, id: string): Promise<boolean> => {
      const found = (await list(accountId)).find((session) => sessionIdOf(session) === id)
      if (found !== undefined) await end(found.digest, accountId)
      return found !== undefined
    },
    endAll: async (accountId: string): Promise<void> => {
      await store.endAll(accountId, null)
      await publishEvent({ kind: 'sessions_ended', accountId, sessionId: null })
    },
    endOthers: async ({ account, sessionId }: SessionActor): Promise<void> => {
      const others = (await list(account.id)).filter(({ digest }) => digest !== sessionId)
      await store.endAll(account.id, sessionId)
      for (const { digest } of others)
        await publishEvent({ kind: 'sessions_ended', accountId: account.id, sessionId: digest })
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Returns true if the session now ends later. */
async function recordUse(store: SessionStore, session: Session, nowMs: number): Promise<boolean> {
  if (nowMs - session.usedAtMs < recordUseEveryMs) return false
  const endsAtMs = Math.min(nowMs + idleMs, session.createdAtMs + longestMs)
  try {
    await store.recordUse(session.digest, endsAtMs, nowMs)
    return endsAtMs > session.endsAtMs
  } catch (error) {
    // A full disk refuses no reader: the session ends when it would have ended.
    if (error instanceof StorageUnavailableError) return false
    throw error
  }
}
