import { newestObservationMs } from '../ad.js'
import type { TrustedBoard } from '../trust/judgement.js'

/** Whether a board has an ad that a normal caller can take. */
export const isUsed = ({ ads }: TrustedBoard): boolean => ads.some(({ eligible }) => eligible)

/** When the newest observation used was received; `null` when nothing could be used. */
export function updatedAtMs(boards: readonly TrustedBoard[]): number | null {
  const seenAtMs = boards
    .filter(isUsed)
    .map(({ observedAtMs, ads }) => newestObservationMs({ observedAtMs, ads: ads.map(({ ad }) => ad) }))
  return seenAtMs.length === 0 ? null : Math.max(...seenAtMs)
}
