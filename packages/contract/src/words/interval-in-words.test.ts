import { expect, test } from 'vitest'
import { quoteBound } from './interval-in-words.js'

const bounds = { coverage: 0.9, basis: 'simulation', first_honoured_pct: 84, reason: null } as const
const bought = { side: 'BUY', interval: { ...bounds, price: 41.3, low: 41.3, high: 41.4 } } as const
const sold = { side: 'SELL', interval: { ...bounds, price: 41.3, low: 41.2, high: 41.3 } } as const

test.each([
  ['buying for an amount: at least', bought, { amount: 20_000, amount_usdt: null }, 'gets', 483.09, 'USDT'],
  ['buying USDT: at most', bought, { amount: null, amount_usdt: 12.345 }, 'pays', 511.09, 'UAH'],
  ['selling for an amount: at most', sold, { amount: 20_000, amount_usdt: null }, 'pays', 485.44, 'USDT'],
  ['selling USDT: at least', sold, { amount: null, amount_usdt: 12.345 }, 'gets', 508.61, 'UAH'],
] as const)('%s, rounded so that it holds', (_, quote, amounts, kind, value, unit) => {
  expect(quoteBound({ fiat: 'UAH', ...quote, ...amounts })).toEqual({ kind, value, unit })
})

test('an older server gives no bound', () => {
  expect(quoteBound({ fiat: 'UAH', side: 'BUY', amount: 20_000, amount_usdt: null })).toBeNull()
})
