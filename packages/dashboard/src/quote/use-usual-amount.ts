import { useRef } from 'preact/hooks'

/** The amount asked until the user types one. It stays while prices move. */
export function useUsualAmount(fiat: string, unit: 'fiat' | 'usdt', price: number | null): string {
  const known = useRef({ of: '', amount: '' })
  const of = `${fiat} ${unit}`
  if (known.current.of !== of || known.current.amount === '')
    known.current = { of, amount: String(exampleAmount(unit, price) ?? '') }
  return known.current.amount
}

/** A usual amount: about 500 USDT, as 1, 2 or 5 with zeros. Null without a price. */
export function exampleAmount(unit: 'fiat' | 'usdt', price: number | null): number | null {
  if (unit === 'usdt') return usualUsdt
  if (price === null || !(price > 0)) return null
  const amount = usualUsdt * price
  const power = 10 ** Math.floor(Math.log10(amount))
  const distance = (step: number) => Math.abs(Math.log(amount / (step * power)))
  const [nearest = 1] = steps.toSorted((a, b) => distance(a) - distance(b))
  return Number((nearest * power).toPrecision(1))
}

const usualUsdt = 500
const steps = [1, 2, 5, 10]
