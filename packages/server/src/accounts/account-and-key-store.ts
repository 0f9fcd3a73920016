import type { PlanName } from '@p2p-rates/contract'
import type { SecretDigest } from './tokens.js'

/** Billing unit: limits, quota, webhooks and streams belong to the account, so more keys give no more quota. */
export type Account = {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
  readonly createdAtMs: number
}

/** Digest of a key, which itself is never stored. */
export type KeyDigest = SecretDigest<'key'>

export type ApiKey = {
  readonly id: string
  readonly accountId: string
  readonly digest: KeyDigest
  /** The first 12 characters, shown to its owner. */
  readonly prefix: string
  readonly label: string | null
  readonly createdAtMs: number
  readonly revokedAtMs: number | null
}

/** Accounts and keys. Implemented in storage/; every implementation passes account-and-key-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface AccountAndKeyStore {
  /** Revoked keys are found too: the caller decides. */
  find(digest: KeyDigest): Promise<{ readonly key: ApiKey; readonly account: Account } | null>
  findKey(keyId: string): Promise<ApiKey | null>
  /** In one step: unless the account has `atMost` live keys already, or there is no such account. */
  saveKey(key: ApiKey, atMost: number): Promise<'saved' | 'too_many' | 'no_account'>
  revokeKey(keyId: string, atMs: number): Promise<boolean>
  renameKey(accountId: string, keyId: string, label: string): Promise<boolean>
  keysOf(accountId: string): Promise<readonly ApiKey[]>
  /** Returns the keys of all accounts, the oldest first. */
  allKeys(): Promise<readonly ApiKey[]>

  findAccount(accountId: string): Promise<Account | null>
  accounts(): Promise<readonly Account[]>
  saveAccount(account: Account): Promise<void>
  setPlan(accountId: string, plan: PlanName): Promise<boolean>
  /** Revokes its keys, forgets its name and their labels, and ends its log-in with all sessions, in one step. False when there is no such account. */
  deleteAccount(accountId: string, atMs: number): Promise<boolean>
  /** Delete the account as `deleteAccount` does, unless it is the last admin's. Concurrent calls leave one admin. */
  deleteUnlessLastAdmin(accountId: string, atMs: number): Promise<'deleted' | 'last_admin' | 'no_account'>
}

export type ListedAccount = Account & {
  readonly email: string | null
  readonly isAdmin: boolean
  readonly liveKeys: number
  readonly usedThisMonth: number
  /** Latest use of one of its keys or sessions. */
  readonly lastSeenAtMs: number | null
}

export type AccountSearch = {
  /** Part of the id, the name or the address, in any case; empty for all. */
  readonly text: string
  readonly after: string | null
  readonly limit: number
}

/** Reads all accounts at once. Implemented in storage/; every implementation passes account-list.contract.ts. Months are numbered as in `UsageStore`. */
export interface AccountList {
  /** The newest first. */
  page(search: AccountSearch, month: number): Promise<readonly ListedAccount[]>
  find(accountId: string, month: number): Promise<ListedAccount | null>
}
