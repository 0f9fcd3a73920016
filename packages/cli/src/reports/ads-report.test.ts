import type { Orderbook } from '@p2p-rates/sdk'
import { expect, test } from 'vitest'
import { adsReport } from './ads-report.js'

const anAd = {
  price: 41.4,
  min_amount: 1_000,
  max_amount: 30_000,
  payment_methods: ['Monobank'],
  completed_orders: 640,
  completion_rate: 99,
  nickname: 'Honest Trader',
  trusted: true,
}
const demands = { min_orders: 30, min_completion_pct: 90, min_account_days: 1, verified: true }
const shown = { linkUrl: () => null, visibleUrl: () => null, describe: () => '' }
const bookOf = (ad: Orderbook['ads'][number]): Orderbook => ({
  asset: 'USDT',
  exchange: 'okx',
  fiat: 'UAH',
  side: 'BUY',
  payment_method: null,
  count: 1,
  ads: [ad],
})

test('--why tells by how much a price differs, and from what', () => {
  const ad = {
    ...anAd,
    trusted: false,
    reasons: ['price_outlier', 'experienced'],
    reason_figures: [{ reason: 'price_outlier', against: 44.95, difference_pct: -7.9 }],
  }
  const report = adsReport(bookOf(ad), { withTrust: true, withDemands: false, shown, nowMs: 0, hidden: 0, filters: [] })
  expect(JSON.stringify(report.peopleTable)).toContain(
    'not trusted: too far from the market: 7.90 % below the market’s middle of 44.95; but: many orders',
  )
})

test('--why names the figures that an ad demands of a caller whom it does not take', () => {
  const ad = { ...anAd, reasons: ['experienced', 'asks_for_orders', 'asks_for_account_age'], demands }
  const facts = { withTrust: true, withDemands: false, shown, nowMs: 0, hidden: 0, filters: [] }
  expect(JSON.stringify(adsReport(bookOf(ad), facts).peopleTable)).toContain(
    'trusted: many orders; but: asks for 30 orders, asks for an account of 1 day',
  )
})

test('--demands lists all demands, and whether the ad takes you', () => {
  const ad = { ...anAd, demands, takes_you: false }
  const facts = { withTrust: false, withDemands: true, shown, nowMs: 0, hidden: 0, filters: [] }
  const { table, peopleTable } = adsReport(bookOf(ad), facts)
  expect(peopleTable?.remarks).toEqual([
    'asks for 30 orders, asks for 90.00 % completed, asks for an account of 1 day, asks for extra verification',
  ])
  expect(peopleTable?.columns.map(({ name }) => name)).toContain('takes_you')
  expect(table.columns.map(({ name }) => name).slice(-5)).toEqual([
    'min_orders',
    'min_completion_pct',
    'min_account_days',
    'verified',
    'takes_you',
  ])
  expect(table.rows[0]?.slice(-5)).toEqual([30, 90, 1, true, false])
})
