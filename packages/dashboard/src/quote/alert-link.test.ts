import { expect, test } from 'vitest'
import { betterRoundPrice } from './alert-link.js'

test.each([
  [44.68, 44.5, 45],
  [44.52, 44, 45],
  [1.002, 1, 1.01],
  [0.858, 0.855, 0.86],
  [25_800, 25_500, 26_000],
])('an alert for a price of %s suggests %s to a buyer and %s to a seller', (price, lower, higher) => {
  expect([betterRoundPrice(price, true), betterRoundPrice(price, false)]).toEqual([lower, higher])
})
