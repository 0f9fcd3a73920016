import type { Conversion } from './conversion.js'

/** Cost of each step of a conversion, in the currency paid. Below zero it is a gain. */
export type ConversionCosts = {
  readonly buy: number
  readonly transfer: number
  readonly sell: number
}

export type FromTo = { readonly from: number; readonly to: number }

/**
 * Costs against the value of USDT in both currencies: bought above it, transferred, sold below it. Their sum is exactly
 * the cost against the cross rate. `null` unless the whole amount can be converted.
 */
export function conversionCosts({ buy, sell, feeUsdt, unfilled }: Conversion, worth: FromTo): ConversionCosts | null {
  if (buy === null || sell === null || unfilled !== null) return null
  return {
    buy: buy.fiat - buy.usdt * worth.from,
    transfer: feeUsdt * worth.from,
    sell: (sell.usdt * worth.to - sell.fiat) * (worth.from / worth.to),
  }
}

export const crossRate = ({ from, to }: FromTo): number => to / from
