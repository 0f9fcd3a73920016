import { ratesExample } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { priceSentences } from './price-sentences.js'

test('a price of low confidence is followed by the reason and the surer price, in both languages', () => {
  const confidence = {
    buy: { level: 'high', reasons: [] },
    sell: { level: 'low', reasons: ['ahead_of_others'], surer: { price: 41, exchange: 'okx', level: 'high' } },
  }
  const told = (language: 'en' | 'uk') =>
    priceSentences({ ...ratesExample, confidence }, language, usualExchanges.nameOf).slice(0, 4)
  expect(told('en')).toEqual([
    'You buy USDT at 41.30 UAH (OKX).',
    'You sell USDT at 41.05 UAH (Binance).',
    'Low confidence: no other exchange comes near the best price.',
    'More certain: 41.00 UAH on OKX.',
  ])
  expect(told('uk')[2]).toBe('Надійність низька: жодна інша біржа не наближається до найкращої ціни.')
})
