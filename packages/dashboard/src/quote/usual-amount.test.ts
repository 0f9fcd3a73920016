import { expect, test } from 'vitest'
import { usualAmount } from './usual-amount.js'

test.each([
  ['UAH', 44.68, 20_000],
  ['USD', 1.002, 500],
  ['EUR', 0.858, 200],
  ['VND', 25_950, 10_000_000],
  ['KZT', 520, 200_000],
])('the example in %s is a round amount of about 500 USDT', (_, price, amount) => {
  expect(usualAmount('fiat', price)).toBe(amount)
})

test('the example in USDT needs no price; one in a currency does', () => {
  expect(usualAmount('usdt', null)).toBe(500)
  expect(usualAmount('fiat', null)).toBeNull()
})
