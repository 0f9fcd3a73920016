import { expect, test } from 'vitest'
import { adsReport } from './ads-report.js'

test('--why tells by how much a price differs, and from what', () => {
  const ad = {
    price: 41.4,
    min_amount: 1_000,
    max_amount: 30_000,
    payment_methods: ['Monobank'],
    completed_orders: 640,
    completion_rate: 99,
    nickname: 'Honest Trader',
    trusted: false,
    reasons: ['price_outlier', 'experienced'],
    reason_figures: [{ reason: 'price_outlier', against: 44.95, difference_pct: -7.9 }],
  }
  const shown = { linkUrl: () => null, visibleUrl: () => null, describe: () => '' }
  const report = adsReport(
    { asset: 'USDT', exchange: 'okx', fiat: 'UAH', side: 'BUY', payment_method: null, count: 1, ads: [ad] },
    { withTrust: true, shown, nowMs: 0, hidden: 0, filters: [] },
  )
  expect(JSON.stringify(report.peopleTable)).toContain(
    'not trusted: too far from the market: 7.90 % below the market’s middle of 44.95; but: many orders',
  )
})
