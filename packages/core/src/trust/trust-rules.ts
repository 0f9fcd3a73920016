import type { Ad } from '../ad.js'
import { railOf } from '../payments/match-method.js'
import { type Caller, usualCaller } from './caller.js'

/** Settings of an operator, and the caller. All others were fitted to real boards and hold for every currency. */
export type TrustRules = {
  readonly trustedFrom: number
  /** The order sizes a best price must serve: reachable with `min`, not demanding more than `max`. */
  readonly bandUsdt: { readonly min: number; readonly max: number }
  /** The narrowest gate around a price centre, as a fraction. */
  readonly minGate: number
  /** The person for whom ads are eligible. */
  readonly caller: Caller
  /** Two payment methods of the same rail move the same money. */
  readonly railOf: (paymentMethod: string, ad: Ad) => string
}

/** Rules of trust for a usual caller, the default of each function that takes rules. */
export const normalRules: TrustRules = {
  trustedFrom: 0.5,
  bandUsdt: { min: 50, max: 1000 },
  minGate: 0.01,
  caller: usualCaller,
  railOf,
}
