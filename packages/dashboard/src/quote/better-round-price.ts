/** The next better price in steps of about 1 %: 44.5 for a buyer at 44.68. */
export function betterRoundPrice(price: number, isLower: boolean): number {
  const power = 10 ** Math.floor(Math.log10(price))
  const step = (power / 100) * (price / power >= 2 ? 5 : 1)
  // A price less than a tenth of a step away is no news.
  const steps = isLower ? Math.ceil(price / step - 0.1) - 1 : Math.floor(price / step + 0.1) + 1
  return Number((steps * step).toPrecision(6))
}
