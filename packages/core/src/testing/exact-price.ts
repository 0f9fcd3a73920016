import type { Rounding } from '../pricing/decimal.js'
import type { FormulaArithmetic } from '../pricing/formula-type.js'

/** A fiat amount on paper, in billionths of billionths: four digits of a price times ten of a percent stay whole. */
export type ExactNumber = bigint
const one = 10n ** 18n
export function toExact(value: number): ExactNumber {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(10).split('.')
  return BigInt(whole + fraction) * 10n ** 8n * (value < 0 ? -1n : 1n)
}

/** Counts multiples from zero outwards: the last that is not farther, and the one behind it. Halves go away from zero. */
function toMultiple(value: ExactNumber, step: ExactNumber, rounding: Rounding): ExactNumber {
  const sign = value < 0n ? -1n : 1n
  const nearer = ((sign * value) / step) * step
  const farther = nearer === sign * value ? nearer : nearer + step
  const [below, above] = sign > 0n ? [nearer, farther] : [-farther, -nearer]
  if (rounding === 'up') return above
  if (rounding === 'down') return below
  return sign * (2n * (sign * value) >= nearer + farther ? farther : nearer)
}

export const shownStep = (price: ExactNumber): ExactNumber =>
  one / (price < 10n * one ? 10_000n : price < 100n * one ? 1_000n : 100n)

export const shownPrice = (price: ExactNumber): number =>
  Number(`${toMultiple(price, shownStep(price), 'nearest')}e-18`)

export function exactPrice(base: ExactNumber, arithmetic: FormulaArithmetic): number | null {
  const { offsetPct, offset, step, rounding, floor, ceiling } = arithmetic
  const shown = toMultiple(base, shownStep(base), 'nearest')
  // Count in hundredths, because the percent needs two more digits.
  let hundred = (shown * (100n * one + toExact(offsetPct))) / one
  hundred += 100n * toExact(offset)
  hundred = toMultiple(hundred, 100n * (step === null ? shownStep(shown) : toExact(step)), rounding)
  if (floor !== null && hundred < 100n * toExact(floor)) hundred = 100n * toExact(floor)
  if (ceiling !== null && hundred > 100n * toExact(ceiling)) hundred = 100n * toExact(ceiling)
  return hundred > 0n ? Number(`${hundred}e-20`) : null
}

export function middleOf(prices: readonly ExactNumber[]): ExactNumber {
  const ranked = prices.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const half = ranked.length / 2
  const [low = 0n, high = 0n] = [ranked[Math.ceil(half) - 1], ranked[Math.floor(half)]]
  return (low + high) / 2n
}
