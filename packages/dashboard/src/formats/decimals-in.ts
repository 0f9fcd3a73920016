import { decimalsOf } from './numbers.js'

/** Decimals of the prices of some rows. */
export function decimalsIn(rows: readonly { readonly price: number | null }[], fiat: string): number {
  const prices = rows.map(({ price }) => price)
  return decimalsOf(prices, fiat)
}
