import type { Invite } from './invite.js'
import type { LinkDigest } from './one-time-link.js'

/** Invites; `CredentialStore` takes them. Implemented in storage/; every implementation passes one-time-link-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface InviteStore {
  save(invite: Invite): Promise<void>
  /** Null if the invite was taken or has expired. */
  find(digest: LinkDigest, nowMs: number): Promise<Invite | null>
  /** The newest first. */
  all(): Promise<readonly Invite[]>
  delete(id: string): Promise<boolean>
  forgetBefore(ms: number): Promise<void>
}
