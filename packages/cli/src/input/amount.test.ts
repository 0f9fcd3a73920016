import { expect, test } from 'vitest'
import { amountFault, parseAmountOrNull } from './amount.js'

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
  ['0.500', 0.5],
  ['0,500', 0.5],
  ['0,5', 0.5],
  ['1,234.5', 1234.5],
  ['1,234.567', 1234.567],
  ['1.000,50', 1000.5],
  ['1.000.000', 1000000],
  ['1234.567', 1234.567],
  ['44.9550', 44.955],
  ['1.250k', 1250],
]
test('an amount may have groups, decimals and a unit', () => {
  for (const [text, amount] of amounts) expect.soft(parseAmountOrNull(text), text).toBe(amount)
})

const ambiguous = [
  '1,00',
  '50000,5',
  '50.000',
  '44.955',
  '1.00,5',
  '1.000 000',
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
  for (const text of ambiguous) expect.soft(parseAmountOrNull(text), text).toBe(null)
})

test('what can be read in two ways is refused with both readings, each of which is taken', () => {
  const both = [
    ['50.000', '50', '50000'],
    ['44.955', '44.9550', '44955'],
    ['1,00', '1', '100'],
    ['50000,5', '50000.5', '500005'],
    ['1,2m', '1200000', '12000000'],
  ] as const
  for (const [text, one, other] of both) {
    expect.soft(amountFault(text)).toBe(`It can mean ${one} or ${other}. Type one of these.`)
    expect.soft([parseAmountOrNull(one), parseAmountOrNull(other)], text).toEqual([Number(one), Number(other)])
  }
})
