import { hash, randomBytes } from 'node:crypto'
import type { InboxInput, InboxKind, InboxState } from '@p2p-rates/contract'
import type { OwnedRecords } from '../../base/owned-records.js'

/** Implemented in storage/; every implementation passes inbox-store.contract.ts. */
export interface InboxStore extends OwnedRecords<Inbox> {
  findByCode(digest: string): Promise<Inbox | null>
  withAddress(kind: InboxKind, address: string): Promise<readonly Inbox[]>
  forgetUnconfirmedBefore(atMs: number): Promise<void>
}

/** A notification channel. Its id is random, because the unsubscribe link of its mails contains it. */
export type Inbox = InboxInput & {
  readonly accountId: string
  /** Mail address, chat id or, sealed with the master key, a secret web address; null until linked. */
  readonly address: string | null
  /** Single-use confirmation code; null once confirmed. */
  readonly code: { readonly digest: string; readonly endsAtMs: number } | null
}

/** Kinds whose address lets anyone write there. */
const secretKinds = ['ntfy', 'discord', 'slack'] as const satisfies readonly InboxKind[]
export type SecretKind = (typeof secretKinds)[number]

export const isSecretKind = (kind: InboxKind): kind is SecretKind => secretKinds.some((one) => one === kind)

/** States in which nothing is sent. Only the recipient can reopen the channel. */
export type CloseReason = Extract<InboxState, 'blocked' | 'refused' | 'stopped'>

export const closeReasonOf = ({ state }: Inbox): CloseReason | null =>
  state === 'waiting' || state === 'confirmed' ? null : state

/** 192 random bits in base64url, which Telegram allows in a start link. */
export const makeInboxCode = (): string => randomBytes(24).toString('base64url')
export const inboxDigestOf = (code: string): string => hash('sha256', code)

export const confirmed = (inbox: Inbox): Inbox => ({ ...inbox, state: 'confirmed', code: null })
