import { expect, test } from 'vitest'
import { amountIn } from './amount.js'

const amounts: readonly (readonly [text: string, amount: number])[] = [
  ['50000', 50000],
  ['50,000', 50000],
  ['50_000', 50000],
  ['50 000', 50000],
  ['50\u00a0000', 50000],
  ['50\u202f000', 50000],
  ['1 234 567.5', 1234567.5],
  ['50k', 50000],
  ['50K', 50000],
  ['1.2m', 1200000],
  ['1.1k', 1100],
  ['0.5', 0.5],
]
test('an amount may have groups, decimals and a unit', () => {
  for (const [text, amount] of amounts) expect.soft(amountIn(text), text).toBe(amount)
})

const ambiguous = [
  '1,00',
  '0,5',
  '50000,5',
  '1.000,5',
  '50 00',
  '5k0',
  'k',
  'm',
  '1e5',
  '-5',
  '+5',
  '0',
  '0k',
  '',
  '٥٠',
  '9999999m',
  '1,2m',
]
test('an ambiguous text is refused rather than misread', () => {
  for (const text of ambiguous) expect.soft(amountIn(text), text).toBe(null)
})
