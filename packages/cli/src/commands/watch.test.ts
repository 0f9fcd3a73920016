import { exchangeIds } from '@p2p-rates/core'
import type { Rates } from '@p2p-rates/sdk'
import picocolors from 'picocolors'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../render/display-width.js'
import { ratesReport } from './rates.js'
import { watchText } from './watch.js'

const updatedAt = '2026-11-21T10:05:12.000Z'
const rates: Rates = {
  asset: 'USDT',
  fiat: 'UAH',
  updated_at: updatedAt,
  best_buy: { price: 41.3, exchange: 'okx' },
  best_sell: { price: 41.05, exchange: 'binance' },
  cross_exchange_spread_pct: -0.61,
  exchanges: exchangeIds.map((exchange) => ({ exchange, buy: 41.32, sell: 41.05, buy_ads: 8, sell_ads: 11 })),
}
const drawn = (width: number, height: number) =>
  watchText(
    ratesReport(rates, Date.parse(updatedAt) + 2_000),
    { width, paint: picocolors.createColors(false) },
    height,
  ).split('\n')

describe.each([30, 50, 80])('in a window of %i columns', (width) => {
  test.each([4, 8, 10, 12, 16, 24])('and %i lines the answer is there whole, and nothing is too long', (height) => {
    const lines = drawn(width, height)
    expect(lines.length).toBeLessThanOrEqual(height)
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    const text = lines.join(' ').replace(/\s+/g, ' ')
    expect(text).toContain('You buy at 41.30 on OKX.')
    expect(text).toContain('You sell at 41.05 on Binance.')
  })
})

test('exchanges that found no room are counted', () => {
  expect(drawn(80, 14).join('\n')).toMatch(/\d more do not fit/)
  expect(drawn(80, 40).join('\n')).not.toContain('do not fit')
})
