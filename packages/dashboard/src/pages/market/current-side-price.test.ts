import type { Rates } from '@p2p-rates/contract'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.js'
import { currentSidePrice } from './current-side-price.js'

const nowMs = Date.parse('2026-11-21T10:05:53.000Z')
const rates: Rates = {
  asset: 'USDT',
  fiat: 'UAH',
  updated_at: '2026-11-21T10:05:12.000Z',
  best_buy: { price: 41.3, exchange: 'okx' },
  best_sell: { price: 41.05, exchange: 'binance' },
  cross_exchange_spread_pct: -0.61,
  exchanges: [
    { exchange: 'binance', buy: 41.32, sell: 41.05, buy_ads: 8, sell_ads: 11 },
    { exchange: 'okx', buy: 41.3, sell: null, buy_ads: 3, sell_ads: 0 },
  ],
}
const known = { rates, error: null, history: null, nowMs }
const unavailable = new ApiError({
  code: 'data_unavailable',
  status: 503,
  detail: {
    smallest_trade: { buy: { from_usdt: 1_200, from_fiat: 49_560, price: 41.3, exchange: 'okx' }, sell: null },
  },
})

describe('a side', () => {
  test('has its exchange and the ads behind the price', () => {
    expect(currentSidePrice('buy', known)).toEqual({
      state: 'live',
      price: 41.3,
      exchange: 'okx',
      ads: 3,
      atMs: Date.parse(rates.updated_at),
    })
    expect(currentSidePrice('sell', known)).toMatchObject({ price: 41.05, exchange: 'binance', ads: 11 })
  })
  test('is stale from the first second after ten minutes, never live with an old price', () => {
    const tenMinutes = Date.parse(rates.updated_at) + 600_000
    expect(currentSidePrice('buy', { ...known, nowMs: tenMinutes }).state).toBe('live')
    expect(currentSidePrice('buy', { ...known, nowMs: tenMinutes + 1 })).toMatchObject({ state: 'stale', price: 41.3 })
  })
  test('is on its way while nothing has come', () => {
    expect(currentSidePrice('buy', { ...known, rates: null }).state).toBe('loading')
  })
  test('without rates comes from the newest point of the past that has it, with its age', () => {
    const history = {
      points: [
        { t: '2026-11-21T09:50:00.000Z', buy: 41.2, sell: 41 },
        { t: '2026-11-21T09:55:00.000Z', buy: null, sell: 41.01 },
      ],
    }
    const one = { rates: null, error: unavailable, history, nowMs }
    expect(currentSidePrice('buy', one)).toEqual({
      state: 'stale',
      price: 41.2,
      exchange: null,
      atMs: Date.parse('2026-11-21T09:55:00.000Z'),
    })
    expect(currentSidePrice('sell', one)).toMatchObject({ price: 41.01, atMs: Date.parse('2026-11-21T10:00:00.000Z') })
  })
  test('that has no ads names the smallest tradable amount', () => {
    const one = { rates: null, error: unavailable, history: { points: [] }, nowMs }
    expect(currentSidePrice('buy', one)).toMatchObject({ state: 'none', least: { from_usdt: 1_200 } })
    expect(currentSidePrice('sell', one)).toEqual({ state: 'none', least: null })
  })
  test('does not show prices of before once the server says that there are none', () => {
    expect(currentSidePrice('buy', { ...known, error: unavailable }).state).toBe('none')
  })
})
