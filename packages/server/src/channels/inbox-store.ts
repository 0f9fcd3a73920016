import type { InboxKind } from '@p2p-rates/contract'
import type { Inbox } from './inbox.js'

/** The inboxes of all accounts. Implemented in store/; every implementation passes inbox-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface InboxStore {
  /** In one step: unless its account has `atMost` already. False when it has. */
  create(inbox: Inbox, atMost: number): Promise<boolean>
  find(inboxId: string): Promise<Inbox | null>
  /** By what it is confirmed by, until it is. */
  findByCode(digest: string): Promise<Inbox | null>
  /** The oldest first. */
  list(accountId: string): Promise<readonly Inbox[]>
  /** Of all accounts. */
  withAddress(kind: InboxKind, address: string): Promise<readonly Inbox[]>
  /** In one durable step: `decide` is told the inbox as it stands, and what it answers is written. It may be asked again. Null where there is none. */
  change(inboxId: string, decide: (now: Inbox) => Inbox): Promise<Inbox | null>
  delete(accountId: string, inboxId: string): Promise<boolean>
  /** Those that were made before, and to which nobody has said yes. */
  forgetUnconfirmedBefore(atMs: number): Promise<void>
}
