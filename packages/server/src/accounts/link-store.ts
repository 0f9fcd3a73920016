import type { Link, LinkDigest, LinkPurpose } from './link.js'

/** Links that work once. Implemented in storage/; every implementation passes link-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface LinkStore {
  /** False if the account has no login. */
  save(link: Link): Promise<boolean>
  find(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<Link | null>
  /** Redeem the link: of several concurrent calls, only one gets it. */
  redeemLink(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<Link | null>
  forgetBefore(ms: number): Promise<void>
}
