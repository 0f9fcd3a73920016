import { hash, randomBytes } from 'node:crypto'
import type { InboxInput, InboxState } from '@p2p-rates/contract'

/** Where people read. Its id is also what its mails are stopped by: nobody guesses it. */
export type Inbox = InboxInput & {
  readonly accountId: string
  /** The mail address, or the id of the chat; null until one is linked. */
  readonly address: string | null
  /** What it is confirmed by, once; null afterwards. */
  readonly code: { readonly digest: string; readonly endsAtMs: number } | null
}

/** States in which nothing is sent there, and nobody will change that but its reader. */
export type CloseReason = Extract<InboxState, 'blocked' | 'refused' | 'stopped'>

export const endOf = ({ state }: Inbox): CloseReason | null =>
  state === 'waiting' || state === 'confirmed' ? null : state

/** 192 random bits, in letters that a start link of the bot may carry. */
export const makeInboxCode = (): string => randomBytes(24).toString('base64url')
export const inboxDigestOf = (code: string): string => hash('sha256', code)

export const confirmed = (inbox: Inbox): Inbox => ({ ...inbox, state: 'confirmed', code: null })
