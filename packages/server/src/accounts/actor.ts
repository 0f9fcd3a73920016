import { includesPlan, type PlanLimits, type PlanName } from '@p2p-rates/contract'
import type { Config } from '../base/config.js'
import { missingKey, noSession } from '../base/errors/account-errors.js'
import type { ApiKey } from './account-and-key-store.js'
import type { SessionDigest } from './tokens.js'

export type PlanTable = Readonly<Record<PlanName, PlanLimits>>

export type Allowance = { readonly plan: PlanName; readonly limits: PlanLimits }

/** An account as requests see it, in memory once and shared by all its keys: the plan may change under a running request. */
export type LiveAccount = Allowance & { readonly id: string }

export type KeyActor = { readonly kind: 'key'; readonly key: ApiKey; readonly account: LiveAccount }

export type SessionActor = SessionHolder & {
  readonly network: string
}

export type SessionHolder = {
  readonly kind: 'session'
  readonly sessionId: SessionDigest
  readonly account: LiveAccount
  readonly isAdmin: boolean
  /** It ends later than its browser knows. */
  readonly isProlonged: boolean
}

export type Visitor = { readonly kind: 'visitor'; readonly network: string; readonly allowance: Allowance }

export type VisitorRules = {
  readonly allowance: Allowance
  /** Permission to read the pages that need no account. */
  readonly mayRead: boolean
}

/** Requests a minute from the pages of one network: 20 currencies at up to 15 each. Programs have the limit of their plan. */
const pageRequestsPerMinute = 300

export const visitorRulesOf = ({ PLANS, VISITOR_PLAN: plan, PUBLIC_PAGES }: Config): VisitorRules => ({
  allowance: { plan, limits: { ...PLANS[plan], requestsPerMinute: pageRequestsPerMinute, streams: 2 } },
  mayRead: PUBLIC_PAGES === 'on',
})

export type Actor = KeyActor | SessionActor | Visitor

export function accountOf(actor: Actor): LiveAccount {
  if (actor.kind === 'visitor') throw missingKey()
  return actor.account
}

export const allowanceOf = (actor: Actor): Allowance => (actor.kind === 'visitor' ? actor.allowance : actor.account)

/** A logged-in user never sees less than a visitor. */
export function contentScopeOf(
  who: SessionActor | Visitor,
  { allowance, mayRead }: VisitorRules,
): SessionActor | Visitor {
  if (who.kind === 'visitor' || !mayRead || includesPlan(who.account.plan, allowance.plan)) return who
  return { ...who, account: { id: who.account.id, ...allowance } }
}

export function billedAccountOf(actor: Actor): string {
  if (actor.kind === 'visitor') return `visitor ${actor.network}`
  return actor.kind === 'session' ? `pages ${actor.account.id}` : actor.account.id
}

export function keyOf(actor: Actor): ApiKey {
  if (actor.kind !== 'key') throw missingKey()
  return actor.key
}

export function visitorOf(actor: Actor): Visitor {
  if (actor.kind !== 'visitor') throw new Error(`a ${actor.kind} came where visitors are admitted`)
  return actor
}

export function sessionOf(actor: Actor): SessionActor {
  if (actor.kind !== 'session') throw noSession()
  return actor
}

/** The holder of an account, on a page. */
export type OwnerActor = { readonly kind: 'owner'; readonly accountId: string; readonly network: string }

/** The operator by a command, an admin for any account, or the holder of an account for its own. */
export type Manager =
  | { readonly kind: 'operator' }
  | (Omit<OwnerActor, 'kind'> & { readonly kind: 'admin' })
  | OwnerActor

export function ownerOf(actor: Actor): OwnerActor {
  const { account, network } = sessionOf(actor)
  return { kind: 'owner', accountId: account.id, network }
}

export const adminOf = (actor: Actor): Manager => ({ ...ownerOf(actor), kind: 'admin' })
