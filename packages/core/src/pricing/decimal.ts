/** A decimal number without the errors of binary ones: `units` tenths, hundredths and so on, as `scale` says. */
export type Decimal = { readonly units: bigint; readonly scale: number }

export type Rounding = (typeof roundings)[number]
export const roundings = ['nearest', 'up', 'down'] as const

/** The digits that a person sees: 0.1 is one tenth. */
export function toDecimal(value: number): Decimal {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const scale = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return scale < 0 ? { units: units * tens(-scale), scale: 0 } : { units, scale }
}

export const numberOf = ({ units, scale }: Decimal): number => Number(`${units}e-${scale}`)

export function sum(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale }
}

export const product = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
})

/** The multiple of `step` that lies there; of two equally near ones the one further from zero. */
export function roundedTo(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  const scale = Math.max(value.scale, step.scale)
  const [units, size] = [unitsAt(value, scale), unitsAt(step, scale)]
  const rest = ((units % size) + size) % size
  const below = units - rest
  const isUp = rounding === 'nearest' ? rest * 2n > size || (rest * 2n === size && units > 0n) : rounding === 'up'
  return { units: isUp && rest > 0n ? below + size : below, scale }
}

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * tens(wanted - scale)

const tens = (zeros: number): bigint => 10n ** BigInt(zeros)
