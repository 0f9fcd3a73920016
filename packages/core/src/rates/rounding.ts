/** Prices keep about five digits, one basis point, whatever the currency. */
export const roundPrice = (price: number): number => round(price, price < 10 ? 4 : price < 100 ? 3 : 2)
/** Rounds a price of the index. Records hold 1/10,000, so round to that first: the index then equals its own history. */
export const roundIndex = (price: number): number => roundPrice(round(price, 4))
export const roundPct = (pct: number): number => round(pct, 2)
export const roundMoney = (money: number): number => round(money, 2)

/** Half away from zero, on the decimal digits a person sees: 1.005 becomes 1.01 although its binary form is below. */
function round(value: number, decimals: number): number {
  if (!Number.isFinite(value)) throw new RangeError('Only finite figures leave the core.')
  const size = Math.abs(value)
  // Too small or too large for plain digits: there is nothing to keep, or nothing to cut.
  if (size < 1e-6) return 0
  if (size >= 1e15) return value
  const rounded = Number(`${Math.round(Number(`${size}e${decimals}`))}e-${decimals}`)
  return rounded === 0 ? 0 : Math.sign(value) * rounded
}
