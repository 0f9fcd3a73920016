import type { SideConfidence } from './judgement.js'

/** How far one side's prices are to be relied on. */
export function confidenceOf(weight: number): SideConfidence {
  if (weight >= 8) return { level: 'high', reasons: [] }
  return { level: weight < 3 ? 'low' : 'medium', reasons: ['little_evidence'] }
}
