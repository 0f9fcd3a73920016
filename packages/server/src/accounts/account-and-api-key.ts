import type { PlanName } from '@p2p-rates/contract'

/** Billing unit: limits, quota, webhooks and streams belong to the account, so more keys give no more quota. */
export type Account = {
  readonly id: string
  readonly name: string
  readonly plan: PlanName
  readonly createdAtMs: number
}

declare const digestBrand: unique symbol
/** SHA-256 of a key, lower-case hex. The key itself is never stored. */
export type KeyDigest = string & { readonly [digestBrand]: true }

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
