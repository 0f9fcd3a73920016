import { ratesExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { drawn } from '../../testing/drawn.js'
import { Between } from './between.js'

test.each([
  ['bitget', 'bitget', 'Buying and selling on Bitget at once earns 5.00% before fees: 2.00 UAH per USDT.'],
  ['bitget', 'bybit', 'Buying on Bitget and selling on Bybit at once earns 5.00% before fees: 2.00 UAH per USDT.'],
])('the sentence under the two best prices is about them: %s and %s', async (buyOn, sellOn, said) => {
  const rates = {
    ...ratesExample,
    best_buy: { price: 40, exchange: buyOn },
    best_sell: { price: 42, exchange: sellOn },
  }
  const { place } = await drawn(<Between rates={rates} decimals={2} />)
  expect(place.textContent?.replaceAll(/[\u00a0\u202f ]/g, ' ').replace(' %', '%')).toBe(said)
})
