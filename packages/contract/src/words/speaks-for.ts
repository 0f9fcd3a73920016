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

/** Whether a reason only says why a trusted ad is not eligible: it speaks neither for the ad nor against it. */
export const isBarrier = (code: string): boolean => barriers.has(code)

const barriers = new Set<string>([
  'away',
  'little_left',
  'large_orders_only',
  'asks_for_orders',
  'asks_for_completion',
  'asks_for_account_age',
  'asks_for_verification',
] satisfies readonly ReasonCode[])
