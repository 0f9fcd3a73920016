import type { Link, LinkDigest, LinkPurpose } from './link.js'

/** Links that work once. Implemented in store/; every implementation passes link-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface LinkStore {
  /** False where nobody logs in to this account. */
  save(link: Link): Promise<boolean>
  /** Those that are too old are not found. */
  find(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<Link | null>
  /** Finds it for the last time: of those who come at once one gets it. */
  redeemLink(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<Link | null>
  /** Forgets those that ended before. */
  forgetBefore(ms: number): Promise<void>
}
