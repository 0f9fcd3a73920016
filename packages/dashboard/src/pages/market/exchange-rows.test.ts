import { ratesExample, type Source } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { exchangeRows } from './exchange-rows.js'
import { inOrder, rowOrder } from './exchange-table.js'

const source = (exchange: string, state: string): Source => ({
  exchange,
  fiat: 'UAH',
  state,
  reason: null,
  observed_at: '2026-11-21T10:05:12.000Z',
  age_seconds: 41,
  ads: 10,
  trusted_ads: 5,
  last_error: null,
  next_attempt_at: null,
  simulated: false,
})
const sources = [
  source('kucoin', 'unsupported'),
  source('bybit', 'blocked'),
  source('binance', 'live'),
  source('okx', 'live'),
]
const rows = exchangeRows(ratesExample, sources)

test('every exchange that is known has a row, with its own prices and marks', () => {
  expect(rows.map(({ exchange }) => exchange)).toEqual(['kucoin', 'bybit', 'binance', 'okx'])
  expect(rows[2]).toMatchObject({ buy: 41.32, sell: 41.05, sellAds: 11, isBestBuy: false, isBestSell: true })
  expect(rows[3]).toMatchObject({ buy: 41.3, sell: null, isBestBuy: true, isBestSell: false })
  expect(rows[1]).toMatchObject({ buy: null, state: 'blocked' })
})

test('prices without sources are shown, too', () => {
  expect(exchangeRows(ratesExample, []).map(({ exchange, state }) => `${exchange} ${state}`)).toEqual([
    'binance live',
    'okx live',
  ])
  expect(exchangeRows(null, [])).toEqual([])
})

test('those with prices come first, those that do not trade the currency last', () => {
  expect(rowOrder(rows, 'usual')).toEqual(['binance', 'okx', 'bybit', 'kucoin'])
  expect(rowOrder(rows, 'buy')).toEqual(['okx', 'binance', 'bybit', 'kucoin'])
  expect(rowOrder(rows, 'sell')).toEqual(['binance', 'okx', 'bybit', 'kucoin'])
})

test('rows keep their earlier order when prices change, and new ads come last', () => {
  expect(inOrder(rows, ['okx', 'binance', 'bybit']).map(({ exchange }) => exchange)).toEqual([
    'okx',
    'binance',
    'bybit',
    'kucoin',
  ])
})
