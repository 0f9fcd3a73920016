import type { LinkDigest, LinkPurpose, OneTimeLink } from './one-time-link.js'

/** Links that work once. Implemented in storage/; every implementation passes one-time-link-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface OneTimeLinkStore {
  /** False if the account has no login. */
  save(link: OneTimeLink): Promise<boolean>
  find(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<OneTimeLink | null>
  /** Redeem the link: of several concurrent calls, only one gets it. */
  redeemLink(digest: LinkDigest, purpose: LinkPurpose, nowMs: number): Promise<OneTimeLink | null>
  forgetBefore(ms: number): Promise<void>
}
