import { hash, randomBytes } from 'node:crypto'
import type { InboxInput, InboxKind, InboxState } from '@p2p-rates/contract'

/**
 * Channels of all accounts. Implemented in storage/; every implementation passes inbox-store.contract.ts. Writes resolve
 * once durable.
 */
export interface InboxStore {
  /** Atomic. False if the account already has `atMost`. */
  create(inbox: Inbox, atMost: number): Promise<boolean>
  find(inboxId: string): Promise<Inbox | null>
  findByCode(digest: string): Promise<Inbox | null>
  /** Oldest first. */
  list(accountId: string): Promise<readonly Inbox[]>
  withAddress(kind: InboxKind, address: string): Promise<readonly Inbox[]>
  /**
   * Atomic and durable: writes the result of `decide`, which may run more than once. Null if the channel does not
   * exist.
   */
  change(inboxId: string, decide: (now: Inbox) => Inbox): Promise<Inbox | null>
  delete(accountId: string, inboxId: string): Promise<boolean>
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
