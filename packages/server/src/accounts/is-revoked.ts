import type { KeyActor, SessionActor } from './actor.js'
import type { CallerCache } from './caller-cache.js'
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
