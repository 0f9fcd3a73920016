import { StorageUnavailableError } from '../refusals/storage-unavailable.js'
import type { Clock } from '../time/clock.js'
import type { TellOfAccounts } from './account-changes.js'
import type { SessionActor, SessionHolder } from './actor.js'
import type { Login } from './login.js'
import type { PlanTable } from './plan-table.js'
import { makeSessionToken, type Session, type SessionToken, sessionDigestOf } from './session.js'
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
  endAll(actor: SessionActor): Promise<void>
}

const dayMs = 86_400_000
/** A session ends so long after it was last used. */
const sessionMs = 30 * dayMs

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
    const endsAtMs = nowMs + sessionMs
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
      const session = { digest: sessionDigestOf(token), accountId, createdAtMs: nowMs, endsAtMs: nowMs + sessionMs }
      return (await store.begin(session, password)) ? token : null
    },

    hasEnded: async ({ sessionId }) => (await store.find(sessionId, clock.wallMs())) === null,
    end: async ({ sessionId, account }) => {
      await store.end(sessionId)
      await tell({ kind: 'sessions_ended', accountId: account.id, sessionId })
    },
    endAll: async ({ account }) => {
      await store.endAll(account.id)
      await tell({ kind: 'sessions_ended', accountId: account.id, sessionId: null })
    },
  }
}
