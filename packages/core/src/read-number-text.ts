import { z } from 'zod'

/**
 * The one grammar by which text becomes a number: ASCII digits with an optional fraction.
 * No sign, exponent, hex, blank, comma or other script's digits; anything else is `null`.
 *
 * @example
 * readDecimal('41.20') // 41.2
 * readDecimal('1e3') // null
 */
export function readDecimal(text: string, wholeDigits = 12, fractionDigits = 8): number | null {
  if (text.length > wholeDigits + fractionDigits + 1 || !decimalForm.test(text)) return null
  const point = text.indexOf('.')
  const whole = point === -1 ? text.length : point
  const fraction = point === -1 ? 0 : text.length - point - 1
  return whole <= wholeDigits && fraction <= fractionDigits ? Number(text) : null
}

/** Digits only, at most nine by default, so that the result is exact. */
export function readInteger(text: string, digits = 9): number | null {
  return text.length <= digits && integerForm.test(text) ? Number(text) : null
}

/** A money amount, quantity or price as exchanges write it: text or a JSON number, never negative. */
export const decimal = wireNumber((value) => (value >= 0 && value < 1e15 ? value : null))

/** A price: above zero and below the size at which it can only be a mistake. */
export const price = wireNumber((value) => (value > 0 && value < 1e12 ? value : null))

export const count = wireNumber((value) => (value >= 0 && Number.isSafeInteger(value) ? value : null))

/** 0 to 1 on the wire, percent for us. A value outside the scale is an error, so that a changed scale shows. */
export const ratio01 = wireNumber((value) => (value >= 0 && value <= 1 ? tidy(value * 100) : null))

export const percent = wireNumber((value) => (value >= 0 && value <= 100 ? value : null))

export const percentText = z.string().transform((text, context) => {
  const value = text.endsWith('%') ? readDecimal(text.slice(0, -1)) : null
  return value !== null && value <= 100 ? value : refuse(context)
})

const decimalForm = /^[0-9]+(?:\.[0-9]+)?$/
const integerForm = /^[0-9]+$/
/** Exchanges print up to 18 decimals; the whole part stays exact in a double. */
const wireWholeDigits = 15
const wireFractionDigits = 20

/** Judged by hand, because a union of string and number builds an error for every value of the second kind. */
function wireNumber(judge: (value: number) => number | null) {
  return z.unknown().transform((wire, context): number => {
    const judged = judgeWire(wire, judge)
    return judged === null ? refuse(context) : judged
  })
}

function judgeWire(wire: unknown, judge: (value: number) => number | null): number | null {
  const value = typeof wire === 'string' ? readDecimal(wire, wireWholeDigits, wireFractionDigits) : wire
  const judged = typeof value === 'number' ? judge(value) : null
  // Adding zero turns the JSON number -0 into 0.
  return judged === null ? null : judged + 0
}

function refuse(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: 'not a number of the expected form' })
  return z.NEVER
}

/** 0.834 * 100 is 83.39999999999999; exchanges state at most eight decimals of a ratio. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6
