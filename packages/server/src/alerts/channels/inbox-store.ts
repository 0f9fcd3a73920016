import type { InboxKind } from '@p2p-rates/contract'
import type { Inbox } from './inbox.js'

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
