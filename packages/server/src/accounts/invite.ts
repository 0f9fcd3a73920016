import type { PlanName } from '@p2p-rates/contract'
import type { LinkDigest } from './link.js'

/** A link by which one person may register. */
export type Invite = {
  readonly id: string
  readonly digest: LinkDigest
  /** The plan of who takes it. */
  readonly plan: PlanName
  readonly note: string | null
  readonly createdAtMs: number
  readonly endsAtMs: number
  readonly usedAtMs: number | null
}
