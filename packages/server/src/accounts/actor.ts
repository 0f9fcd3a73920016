import type { PlanLimits, PlanName } from '@p2p-rates/contract'
import { missingKey } from '../refusals/unknown-caller.js'
import type { ApiKey } from './account.js'

/** An account as requests see it, in memory once and shared by all its keys: the plan may change under a running request. */
export type LiveAccount = {
  readonly id: string
  readonly plan: PlanName
  readonly limits: PlanLimits
}

export type KeyActor = { readonly kind: 'key'; readonly key: ApiKey; readonly account: LiveAccount }
/** Somebody who is logged in, on a page of the server itself. */
export type SessionActor = { readonly kind: 'session'; readonly sessionId: string; readonly account: LiveAccount }
/** Anybody. */
export type Visitor = { readonly kind: 'visitor' }

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
