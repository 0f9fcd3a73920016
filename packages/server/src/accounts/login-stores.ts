import type { PlanName } from '@p2p-rates/contract'
import type { Account } from './account-and-key-store.js'
import type { LinkDigest, RecoveryDigest, SessionDigest } from './tokens.js'

declare const digestBrand: unique symbol

/** Stored form of a password: a salted, slow hash with its parameters. */
export type PasswordDigest = string & { readonly [digestBrand]: true }

/** Credentials of an account's holder. An account that an operator made only for API keys has none. */
export type StoredLogin = {
  readonly accountId: string
  /** In lower case. */
  readonly email: string
  readonly password: PasswordDigest
  readonly isAdmin: boolean
}

/** Implemented in storage/; every implementation passes session-store.contract.ts. Writes resolve once durable. */
export interface CredentialStore {
  find(accountId: string): Promise<StoredLogin | null>
  findByEmail(email: string): Promise<StoredLogin | null>
  /** Create the account and its login in one step. Returns `taken` if the address already has a login. */
  create(account: Account, login: StoredLogin): Promise<'created' | 'taken'>
  /** `too_late` if the invite was taken or has expired. */
  createInvited(account: Account, login: StoredLogin, invite: LinkDigest): Promise<'created' | 'taken' | 'too_late'>
  /** `too_late` if an admin exists. Of several concurrent calls, one creates the admin. */
  createFirstAdmin(account: Account, login: StoredLogin): Promise<'created' | 'taken' | 'too_late'>
  hasAdmin(): Promise<boolean>
  /** In one step with the end of the account's links and of all its sessions. False if another password is in force. */
  changePassword(accountId: string, change: PasswordChange): Promise<boolean>
  /**
   * By a link that works once: in one step with the end of it, of the account's other links, of all its sessions and,
   * unless it is kept, of its access. Null if the link no longer works.
   */
  resetPassword(link: LinkDigest, reset: PasswordReplacement): Promise<ReplacedPassword | null>
  /** Revokes the keys of an account, and deletes its webhooks and inboxes, in one step. */
  endAccess(accountId: string, nowMs: number): Promise<EndedAccess>
}

export type PasswordChange = { readonly from: PasswordDigest; readonly to: PasswordDigest }

export type PasswordReplacement = {
  readonly to: PasswordDigest
  readonly keepsAccess: boolean
  readonly nowMs: number
}

export type EndedAccess = { readonly keyIds: readonly string[]; readonly webhookIds: readonly string[] }

export type ReplacedPassword = { readonly accountId: string; readonly ended: EndedAccess }

export type Session = {
  readonly digest: SessionDigest
  readonly accountId: string
  readonly createdAtMs: number
  /** Noted once an hour. */
  readonly usedAtMs: number
  readonly endsAtMs: number
  /** The network it was begun from; empty for sessions of earlier releases. */
  readonly network: string
}

/** The newest sessions of an account. One more ends the oldest: each is a browser in which a person has logged in. */
export const mostSessions = 10

/** The name of a session on pages: too short a part of the digest to guess the rest. */
export const sessionIdOf = ({ digest }: Pick<Session, 'digest'>): string => `ses_${digest.slice(0, 16)}`

/** Implemented in storage/; every implementation passes session-store.contract.ts. Writes resolve once durable. */
export interface SessionStore {
  /**
   * Begins a session, notes when the account was seen, and ends its oldest sessions beyond `mostSessions`, in one step.
   * Returns the ended ones. Null if the password was changed meanwhile or the account is gone.
   */
  createSession(session: Session, password: PasswordDigest): Promise<readonly SessionDigest[] | null>
  find(digest: SessionDigest, nowMs: number): Promise<FoundSession | null>
  /** Returns the live sessions of an account, the newest first. */
  list(accountId: string, nowMs: number): Promise<readonly Session[]>
  /** Notes a use and a later end; neither ever moves back. */
  recordUse(digest: SessionDigest, endsAtMs: number, nowMs: number): Promise<void>
  end(digest: SessionDigest): Promise<void>
  endAll(accountId: string, keep: SessionDigest | null): Promise<void>
  forgetBefore(ms: number): Promise<void>
}

export type FoundSession = { readonly session: Session; readonly account: Account; readonly isAdmin: boolean }

export type LogInAttempt = {
  readonly accountId: string
  readonly atMs: number
  readonly network: string
  readonly succeeded: boolean
}

/** The most attempts that are kept of one account and outcome, so that failed attempts push out no successful one. */
export const mostLogIns = 20

/** The latest attempts to log in. Implemented in storage/; every implementation passes recent-log-ins.contract.ts. Writes resolve once they would survive a power cut. */
export interface RecentLogIns {
  /** Also deletes the oldest of the same account and outcome beyond `mostLogIns`. Does nothing for an account without a log-in. */
  add(attempt: LogInAttempt): Promise<void>
  /** Returns the newest first. */
  list(accountId: string): Promise<readonly LogInAttempt[]>
  /** Returns from which networks which addresses have logged in, the newest first. */
  knownNetworks(limit: number): Promise<readonly KnownNetwork[]>
  forgetBefore(ms: number): Promise<void>
}

export type KnownNetwork = { readonly email: string; readonly network: string }

export const linkPurposes = ['reset', 'login'] as const

export type LinkPurpose = (typeof linkPurposes)[number]

export type OneTimeLink = {
  readonly digest: LinkDigest
  readonly purpose: LinkPurpose
  readonly accountId: string
  readonly endsAtMs: number
}

/** Links that work once. Implemented in storage/; every implementation passes one-time-link-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface OneTimeLinkStore {
  /** False if the account has no login. */
  save(link: OneTimeLink): Promise<boolean>
  find(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<OneTimeLink | null>
  /** Redeem the link: of several concurrent calls, only one gets it. */
  redeemLink(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<OneTimeLink | null>
  forgetBefore(ms: number): Promise<void>
}

export type Invite = {
  readonly id: string
  readonly digest: LinkDigest
  readonly plan: PlanName
  readonly note: string | null
  readonly createdAtMs: number
  readonly endsAtMs: number
  readonly usedAtMs: number | null
}

/** Invites; `CredentialStore` takes them. Implemented in storage/; every implementation passes one-time-link-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface InviteStore {
  save(invite: Invite): Promise<void>
  /** Null if the invite was taken or has expired. */
  find(digest: LinkDigest, nowMs: number): Promise<Invite | null>
  /** The newest first. */
  all(): Promise<readonly Invite[]>
  delete(id: string): Promise<boolean>
  forgetBefore(ms: number): Promise<void>
}

export type SecondFactor = {
  readonly accountId: string
  /** Sealed with the master key, bound to the id of the account. */
  readonly sealedSecret: Uint8Array
  /** The newest time step whose code was accepted. Codes up to it are refused, so each works once. */
  readonly usedStep: number
  readonly recovery: readonly RecoveryDigest[]
  readonly createdAtMs: number
}

/** Second factors. Implemented in storage/; every implementation passes second-factor-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface SecondFactorStore {
  find(accountId: string): Promise<SecondFactor | null>
  /** False if the account has one already, or if no one logs in to it. */
  turnOn(factor: SecondFactor): Promise<boolean>
  /** In one step: false if this step or a later one was used before. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** In one step: false if this code was used before or never given. */
  useRecovery(accountId: string, digest: RecoveryDigest): Promise<boolean>
  turnOff(accountId: string): Promise<boolean>
}
