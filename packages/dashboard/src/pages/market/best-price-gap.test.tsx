import { ratesExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { BestPriceGap } from './cards.js'

test.each([
  ['bitget', 'bitget', 'Buying and selling on Bitget at once earns 5.00% before fees: 2.00 UAH per USDT.'],
  ['bitget', 'bybit', 'Buying on Bitget and selling on Bybit at once earns 5.00% before fees: 2.00 UAH per USDT.'],
])('the sentence under the two best prices is about them: %s and %s', async (buyOn, sellOn, said) => {
  const rates = {
    ...ratesExample,
    best_buy: { price: 40, exchange: buyOn },
    best_sell: { price: 42, exchange: sellOn },
  }
  const { container } = await renderPart(<BestPriceGap rates={rates} decimals={2} />)
  expect(container.textContent?.replaceAll(/[\u00a0\u202f ]/g, ' ').replace(' %', '%')).toBe(said)
})

test('equal prices earn nothing', async () => {
  const rates = { ...ratesExample, best_buy: { price: 40, exchange: 'okx' }, best_sell: { price: 40, exchange: 'okx' } }
  const { container } = await renderPart(<BestPriceGap rates={rates} decimals={2} />)
  expect(container.textContent).toBe('Buying and selling at once neither costs nor earns anything before fees.')
})
