import { type Orderbook, ratesExample } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { lureSentences, priceSentences } from './price-sentences.js'

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

test('a better price that is not trusted is followed by the first reason against it, without a nickname', () => {
  const ad = (price: number, trusted: boolean, reasons: string[]) => ({
    exchange: 'okx',
    price,
    trusted,
    eligible: trusted,
    reasons,
    nickname: '<b>cheap</b>',
    min_amount: 100,
    max_amount: 20_000,
    payment_methods: [],
    completed_orders: null,
    completion_rate: null,
  })
  const book = (ads: Orderbook['ads']): Orderbook => ({
    asset: 'USDT',
    exchange: 'all',
    fiat: 'UAH',
    side: 'BUY',
    payment_method: null,
    count: ads.length,
    ads,
  })
  const told = (asked: Orderbook, language: 'en' | 'uk') => lureSentences(asked, language, usualExchanges.nameOf)
  const ads = [
    ad(38.1, false, ['experienced', 'price_outlier']),
    ad(41, false, []),
    ad(41.2, true, []),
    ad(41.3, false, ['no_record']),
  ]
  expect(told(book(ads), 'en')).toEqual([
    '38.10 UAH on OKX: too far from the market.',
    '41.00 UAH on OKX: not trusted.',
  ])
  expect(told(book([ad(49, false, ['of_tomorrow'])]), 'uk')).toEqual(['49,00 UAH на OKX: of tomorrow.'])
})
