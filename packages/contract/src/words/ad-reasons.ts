import type { ReasonCode } from '@p2p-rates/core'

/** Returns true for a reason in favour of the ad. Unknown codes of a newer server never count as one. */
export const isFavourableReason = (code: string): boolean => favourableReasons.has(code)

const favourableReasons = new Set<string>([
  'completion_high',
  'experienced',
  'verified',
  'feedback_high',
  'active',
] satisfies readonly ReasonCode[])

/** Returns true for a reason that only explains why a trusted ad is not eligible. */
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
