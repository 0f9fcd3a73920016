import type { PlanLimits, PlanName } from '@p2p-rates/contract'
import { missingKey, noSession } from '../refusals/unknown-caller.js'
import type { ApiKey } from './account.js'
import type { SessionDigest } from './session.js'

/** An account as requests see it, in memory once and shared by all its keys: the plan may change under a running request. */
export type LiveAccount = {
  readonly id: string
  readonly plan: PlanName
  readonly limits: PlanLimits
}

export type KeyActor = { readonly kind: 'key'; readonly key: ApiKey; readonly account: LiveAccount }
/** Somebody who is logged in, on a page of the server itself. */
export type SessionActor = {
  readonly kind: 'session'
  readonly sessionId: SessionDigest
  readonly account: LiveAccount
  readonly isAdmin: boolean
  /** It ends later than its browser knows. */
  readonly isProlonged: boolean
}
/** Anybody, known by the network they come from. */
export type Visitor = { readonly kind: 'visitor'; readonly network: string }

/** Who is asking. */
export type Actor = KeyActor | SessionActor | Visitor

/** The account of who is asking; a visitor is told to bring a key. */
export function accountOf(actor: Actor): LiveAccount {
  if (actor.kind === 'visitor') throw missingKey()
  return actor.account
}

/** For what tells about a key, or ends with it. */
export function keyOf(actor: Actor): ApiKey {
  if (actor.kind !== 'key') throw missingKey()
  return actor.key
}

/** For what visitors are asked for, too: where they come from. */
export function visitorOf(actor: Actor): Visitor {
  if (actor.kind !== 'visitor') throw new Error(`a ${actor.kind} came where visitors are admitted`)
  return actor
}

/** For what only who is logged in may do. */
export function sessionOf(actor: Actor): SessionActor {
  if (actor.kind !== 'session') throw noSession()
  return actor
}
