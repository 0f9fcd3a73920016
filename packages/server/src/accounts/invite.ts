import type { PlanName } from '@p2p-rates/contract'
import type { LinkDigest } from './one-time-link.js'

export type Invite = {
  readonly id: string
  readonly digest: LinkDigest
  readonly plan: PlanName
  readonly note: string | null
  readonly createdAtMs: number
  readonly endsAtMs: number
  readonly usedAtMs: number | null
}
