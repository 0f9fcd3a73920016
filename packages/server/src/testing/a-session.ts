import type { LiveAccount, SessionActor } from '../accounts/actor.js'
import type { SessionDigest } from '../accounts/tokens.js'

export const aSession = (account: LiveAccount, facts: Partial<SessionActor> = {}): SessionActor => ({
  kind: 'session',
  sessionId: 'session_1' as SessionDigest,
  account,
  isAdmin: false,
  isProlonged: false,
  network: 'here',
  ...facts,
})
