import { useRef } from 'preact/hooks'
import { exampleAmount } from './example-amount.js'

/** The amount asked until the user types one. It stays while prices move. */
export function useUsualAmount(fiat: string, unit: 'fiat' | 'usdt', price: number | null): string {
  const known = useRef({ of: '', amount: '' })
  const of = `${fiat} ${unit}`
  if (known.current.of !== of || known.current.amount === '')
    known.current = { of, amount: String(exampleAmount(unit, price) ?? '') }
  return known.current.amount
}
