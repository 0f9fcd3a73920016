import { hash, randomBytes } from 'node:crypto'
import type { InboxInput, InboxState } from '@p2p-rates/contract'

/** A notification channel. Its id is random, because the unsubscribe link of its mails contains it. */
export type Inbox = InboxInput & {
  readonly accountId: string
  /** Mail address or chat id; null until linked. */
  readonly address: string | null
  /** Single-use confirmation code; null once confirmed. */
  readonly code: { readonly digest: string; readonly endsAtMs: number } | null
}

/** States in which nothing is sent. Only the recipient can reopen the channel. */
export type CloseReason = Extract<InboxState, 'blocked' | 'refused' | 'stopped'>

export const closeReasonOf = ({ state }: Inbox): CloseReason | null =>
  state === 'waiting' || state === 'confirmed' ? null : state

/** 192 random bits in base64url, which Telegram allows in a start link. */
export const makeInboxCode = (): string => randomBytes(24).toString('base64url')
export const inboxDigestOf = (code: string): string => hash('sha256', code)

export const confirmed = (inbox: Inbox): Inbox => ({ ...inbox, state: 'confirmed', code: null })
