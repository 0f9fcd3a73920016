import { expect, test } from 'vitest'
import { exampleAmount } from './use-usual-amount.js'

test.each([
  ['UAH', 44.68, 20_000],
  ['USD', 1.002, 500],
  ['EUR', 0.858, 500],
  ['VND', 25_950, 10_000_000],
  ['KZT', 520, 200_000],
  ['XOF', 1.9, 1_000],
])('the example in %s is a round amount of about 500 USDT', (_, price, amount) => {
  expect(exampleAmount('fiat', price)).toBe(amount)
})

test('the example in USDT needs no price; one in a currency does', () => {
  expect(exampleAmount('usdt', null)).toBe(500)
  expect(exampleAmount('fiat', null)).toBeNull()
})
