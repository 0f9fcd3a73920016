import { StorageUnavailableError } from '../refusals/storage-unavailable.js'
import type { Clock } from '../time/clock.js'
import type { TellOfAccounts } from './account-changes.js'
import type { SessionActor, SessionHolder } from './actor.js'
import type { Login } from './login.js'
import type { PlanTable } from './plan-table.js'
import { makeSessionToken, type Session, type SessionDigest, type SessionToken, sessionDigestOf } from './session.js'
import type { SessionStore } from './session-store.js'

/** Knows who is logged in. */
export interface Sessions {
  /** Whose session this opens; `null` when it is none of ours, or has ended. */
  find(token: string): Promise<SessionHolder | null>
  /** Null where the password was changed while it was being judged. */
  begin(login: Login): Promise<SessionToken | null>
  /** By another request, since this one was let in. */
  hasEnded(actor: SessionActor): Promise<boolean>
  end(actor: SessionActor): Promise<void>
  /** Ends the session of a token, if it is one. */
  endToken(token: string): Promise<void>
  endAll(actor: SessionActor): Promise<void>
}

const dayMs = 86_400_000
/** A session ends 30 days after its last use, and 90 days after its log-in at the latest. */
const idleMs = 30 * dayMs
const longestMs = 90 * dayMs

/** Sessions are asked for at the store each time, so that one that has ended is over everywhere at once. */
export function createSessions(ports: {
  store: SessionStore
  plans: PlanTable
  tell: TellOfAccounts
  clock: Clock
}): Sessions {
  const { store, plans, tell, clock } = ports
  const prolong = async (session: Session): Promise<boolean> => {
    const nowMs = clock.wallMs()
    const endsAtMs = Math.min(nowMs + idleMs, session.createdAtMs + longestMs)
    // Once a day is enough: each time costs a write.
    if (endsAtMs - session.endsAtMs < dayMs) return false
    try {
      await store.prolong(session.digest, endsAtMs, nowMs)
      return true
    } catch (error) {
      // A full disk keeps nobody from looking: the session ends when it would have ended.
      if (error instanceof StorageUnavailableError) return false
      throw error
    }
  }

  const end = async (sessionId: SessionDigest, accountId: string): Promise<void> => {
    await store.end(sessionId)
    await tell({ kind: 'sessions_ended', accountId, sessionId })
  }

  return {
    find: async (token) => {
      const found = await store.find(sessionDigestOf(token), clock.wallMs())
      if (found === null) return null
      const { session, account, isAdmin } = found
      return {
        kind: 'session',
        sessionId: session.digest,
        account: { id: account.id, plan: account.plan, limits: plans[account.plan] },
        isAdmin,
        isProlonged: await prolong(session),
      }
    },

    begin: async ({ accountId, password }) => {
      const token = makeSessionToken()
      const nowMs = clock.wallMs()
      const session = { digest: sessionDigestOf(token), accountId, createdAtMs: nowMs, endsAtMs: nowMs + idleMs }
      const ended = await store.begin(session, password)
      for (const sessionId of ended ?? []) await tell({ kind: 'sessions_ended', accountId, sessionId })
      return ended === null ? null : token
    },

    hasEnded: async ({ sessionId }) => (await store.find(sessionId, clock.wallMs())) === null,
    end: ({ sessionId, account }) => end(sessionId, account.id),
    endToken: async (token) => {
      const found = await store.find(sessionDigestOf(token), clock.wallMs())
      if (found !== null) await end(found.session.digest, found.session.accountId)
    },
    endAll: async ({ account }) => {
      await store.endAll(account.id)
      await tell({ kind: 'sessions_ended', accountId: account.id, sessionId: null })
    },
  }
}
