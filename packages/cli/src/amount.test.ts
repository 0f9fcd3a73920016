import { expect, test } from 'vitest'
import { amountIn } from './amount.js'

test.each([
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
])('%s is %d', (text, amount) => {
  expect(amountIn(text)).toBe(amount)
})

test.each([
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
])('%j is refused rather than misread', (text) => {
  expect(amountIn(text)).toBe(null)
})
