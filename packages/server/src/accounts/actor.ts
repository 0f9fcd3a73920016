import { includesPlan, type PlanLimits, type PlanName } from '@p2p-rates/contract'
import { missingKey, noSession } from '../errors/unknown-caller.js'
import type { ApiKey } from './account.js'
import type { SessionDigest } from './session.js'

/** What somebody may ask, and how much of it. */
export type Allowance = { readonly plan: PlanName; readonly limits: PlanLimits }

/** An account as requests see it, in memory once and shared by all its keys: the plan may change under a running request. */
export type LiveAccount = Allowance & { readonly id: string }

export type KeyActor = { readonly kind: 'key'; readonly key: ApiKey; readonly account: LiveAccount }
/** Somebody who is logged in, on a page of the server itself. */
export type SessionActor = SessionHolder & {
  /** Where they look from. */
  readonly network: string
}

/** As the store knows them. */
export type SessionHolder = {
  readonly kind: 'session'
  readonly sessionId: SessionDigest
  readonly account: LiveAccount
  readonly isAdmin: boolean
  /** It ends later than its browser knows. */
  readonly isProlonged: boolean
}
/** Anybody, known by the network they come from. */
export type Visitor = { readonly kind: 'visitor'; readonly network: string; readonly allowance: Allowance }

/** How the operator receives those who have no account. */
export type VisitorRules = {
  readonly allowance: Allowance
  /** Whether they may read the pages that need no account. */
  readonly mayRead: boolean
}

/** Who is asking. */
export type Actor = KeyActor | SessionActor | Visitor

/** The account of who is asking; a visitor is told to bring a key. */
export function accountOf(actor: Actor): LiveAccount {
  if (actor.kind === 'visitor') throw missingKey()
  return actor.account
}

/** What the caller may ask, with an account or without one. */
export const allowanceOf = (actor: Actor): Allowance => (actor.kind === 'visitor' ? actor.allowance : actor.account)

/** Who looks at what visitors may see, too: to be logged in never leaves less of it than they have. */
export function contentScopeOf(
  who: SessionActor | Visitor,
  { allowance, mayRead }: VisitorRules,
): SessionActor | Visitor {
  if (who.kind === 'visitor' || !mayRead || includesPlan(who.account.plan, allowance.plan)) return who
  return { ...who, account: { id: who.account.id, ...allowance } }
}

/** What counts together: the keys of an account, the pages of an account in all its sessions, a visitor's network. */
export function billedAccountOf(actor: Actor): string {
  if (actor.kind === 'visitor') return `visitor ${actor.network}`
  return actor.kind === 'session' ? `pages ${actor.account.id}` : actor.account.id
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
