import type { SessionActor } from './actor.js'

/** Knows who is logged in. */
export interface Sessions {
  /** Whose session the `Cookie` header of a request names; `null` when there is none, or it has ended. */
  find(cookie: string): Promise<SessionActor | null>
}
