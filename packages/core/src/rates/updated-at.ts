import type { TrustedBoard } from '../trust/judgement.js'
import { seenAtMs } from '../trust/seen-at.js'

export const isUsed = ({ ads }: TrustedBoard): boolean => ads.some(({ eligible }) => eligible)

export function updatedAtMs(boards: readonly TrustedBoard[]): number | null {
  const used = boards.filter(isUsed)
  return used.length === 0 ? null : Math.max(...used.map(seenAtMs))
}
