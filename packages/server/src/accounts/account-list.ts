import type { Account } from './account-and-api-key.js'

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
