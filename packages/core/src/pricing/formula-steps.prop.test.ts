import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundPrice } from '../rates/rounding.js'
import type { Rounding } from './decimal.js'
import { formulaSteps, priceOfSteps } from './formula-steps.js'
import { plainArithmetic } from './formula-type.js'

/** School fractions, never reduced, read digit by digit: slow, and nothing of the fast way. */
type Fraction = readonly [bigint, bigint]
const read = (value: number): Fraction => {
  const text = value.toFixed(9)
  const isNegative = text.startsWith('-')
  let units = 0n
  for (const digit of text.replaceAll(/\D/g, '')) units = units * 10n + BigInt(digit)
  return [isNegative ? -units : units, 1_000_000_000n]
}
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const less = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b
const away = (one: Fraction, [c, d]: Fraction): Fraction => {
  const [apart, below] = add(one, [-c, d])
  return [apart < 0n ? -apart : apart, below]
}

const roundedSlowly = (value: Fraction, step: number, rounding: Rounding): Fraction => {
  const near = BigInt(Math.floor(Number(value[0]) / Number(value[1]) / step))
  const multiples = Array.from({ length: 9 }, (_, at) => times([near + BigInt(at - 4), 1n], read(step)))
  const fits = multiples.filter((multiple) => {
    if (rounding === 'up') return !less(multiple, value)
    if (rounding === 'down') return !less(value, multiple)
    return true
  })
  return fits.reduce((best, one) => {
    const isCloser = less(away(one, value), away(best, value))
    const isTie = !isCloser && !less(away(best, value), away(one, value))
    const isFurtherOut = isTie && less(away(best, [0n, 1n]), away(one, [0n, 1n]))
    return isCloser || isFurtherOut ? one : best
  })
}

const decimals = (low: number, high: number, digits: number) =>
  fc.integer({ min: low * 10 ** digits, max: high * 10 ** digits }).map((units) => Number(`${units}e-${digits}`))
const step = fc.constantFrom(0.0001, 0.005, 0.01, 0.05, 0.25, 0.3, 1, 2.5, 10)
const rounding = fc.constantFrom('nearest', 'up', 'down') as fc.Arbitrary<Rounding>

test('comes to what fractions come to, for every offset, step and way to round', () => {
  fc.assert(
    fc.property(
      decimals(1, 50_000, 4),
      decimals(-40, 40, 3),
      decimals(-50, 50, 4),
      step,
      rounding,
      (base, offsetPct, offset, step, rounding) => {
        const steps = formulaSteps(base, { ...plainArithmetic, offsetPct, offset, step, rounding })
        const shown = read(roundPrice(base))
        const before = add(times(shown, add([1n, 1n], times(read(offsetPct), [1n, 100n]))), read(offset))
        const [units, size] = roundedSlowly(before, step, rounding)
        const price = steps.at(-1)?.price ?? Number.NaN
        const [shownUnits, shownSize] = read(price)
        expect(shownUnits * size).toBe(units * shownSize)
      },
    ),
    { seed: Number(process.env.SEED), numRuns: 2_000 },
  )
})

test('never leaves its bounds, and never shows a price at or below zero', () => {
  fc.assert(
    fc.property(
      decimals(1, 1_000, 2),
      decimals(-200, 200, 1),
      decimals(1, 1_000, 2),
      decimals(0, 500, 2),
      (base, offset, floor, room) => {
        const ceiling = floor + room
        const steps = formulaSteps(base, { ...plainArithmetic, offset, floor, ceiling })
        const price = priceOfSteps(steps)
        expect(price).not.toBeNull()
        expect(price).toBeGreaterThanOrEqual(floor)
        expect(price).toBeLessThanOrEqual(ceiling)
        const free = priceOfSteps(formulaSteps(base, { ...plainArithmetic, offset }))
        expect(free === null || free > 0).toBe(true)
      },
    ),
    { seed: Number(process.env.SEED) },
  )
})
