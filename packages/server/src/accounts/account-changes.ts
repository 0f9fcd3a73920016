import type { Account, KeyDigest } from './account.js'

/** A key was made or ended: told once that is in force. */
export type KeyChanged = {
  readonly kind: 'key_changed'
  readonly keyId: string
  readonly digest: KeyDigest
  readonly isLive: boolean
}

/** An account has another plan. */
export type AccountChanged = { readonly kind: 'account_changed'; readonly account: Account }

/** Resolves once everybody has acted on it. */
export type TellOfAccounts = (event: KeyChanged | AccountChanged) => void | Promise<void>
