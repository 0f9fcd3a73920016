import type { Ad } from '../ad.js'
import { railOf } from '../payments/match-method.js'

/** The figures an operator may set. All others were fitted to real boards and hold for every currency. */
export type TrustRules = {
  readonly trustedFrom: number
  /** The order sizes a best price must serve: reachable with `min`, not demanding more than `max`. */
  readonly bandUsdt: { readonly min: number; readonly max: number }
  /** The narrowest gate around a price centre, as a fraction. */
  readonly minGate: number
  /** The record that a normal caller can show to an advertiser who demands one. */
  readonly caller: { readonly orders: number; readonly completionPct: number; readonly accountAgeDays: number }
  /** Two payment methods of the same rail move the same money. */
  readonly railOf: (paymentMethod: string, ad: Ad) => string
}

/** Rules of trust for a usual caller, the default of each function that takes rules. */
export const normalRules: TrustRules = {
  trustedFrom: 0.5,
  bandUsdt: { min: 50, max: 1000 },
  minGate: 0.01,
  caller: { orders: 10, completionPct: 95, accountAgeDays: 30 },
  railOf,
}
