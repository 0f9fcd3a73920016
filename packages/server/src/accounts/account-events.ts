import type { Account, ApiKey, KeyDigest } from './account-and-key-store.js'
import type { SessionDigest } from './tokens.js'

/** A key was created or revoked; sent once that is in force. */
export type KeyChanged = {
  readonly kind: 'key_changed'
  readonly keyId: string
  readonly digest: KeyDigest
  readonly isLive: boolean
}

export type AccountChanged = { readonly kind: 'account_changed'; readonly account: Account }

/** A session has ended; where none is named, all of the account have. */
export type SessionsEnded = {
  readonly kind: 'sessions_ended'
  readonly accountId: string
  readonly sessionId: SessionDigest | null
}

/** The sessions of an account by one name, which no account has. */
export const sessionsOf = (accountId: string): string => `sessions of ${accountId}`

/** Resolve once the listeners of this process have acted on the event. */
export type PublishAccountEvent = (event: KeyChanged | AccountChanged | SessionsEnded) => void | Promise<void>

export const keyChanged = ({ id, digest }: ApiKey, isLive: boolean): KeyChanged => ({
  kind: 'key_changed',
  keyId: id,
  digest,
  isLive,
})
