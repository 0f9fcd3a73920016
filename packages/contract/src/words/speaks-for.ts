import type { ReasonCode } from '@p2p-rates/core'

/** Whether a reason speaks for the ad, or against it. An unknown code of a newer server speaks for nobody. */
export const speaksFor = (code: string): boolean => inFavour.has(code)

const inFavour = new Set<string>([
  'completion_high',
  'experienced',
  'verified',
  'feedback_high',
  'active',
] satisfies readonly ReasonCode[])
