import { quote as endpoint } from '@p2p-rates/contract'
import type { Quote } from '@p2p-rates/sdk'
import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { type AdFilterOptions, filtersIn } from '../input/ad-filter-options.js'
import { displayWidth } from '../render/display-width.js'
import { reportText } from '../report-text.js'
import { createAdDescriber } from './describe-ads.js'
import { quoteReport } from './quote-report.js'

const example = endpoint.example as Quote
const [fill] = example.fills
if (fill === undefined) throw new Error('The example has no ad.')
const ads = createAdDescriber({ options: {} })
const nowMs = Date.parse('2026-11-21T10:05:24Z')
const seen = (quote: Quote, width = 80, filters: readonly string[] = []) =>
  reportText(quoteReport(quote, ads, nowMs, filters), 'people', { width, paint: picocolors.createColors(false) })
const alternative = (exchange: string) => ({ ...example, exchange, unfilled: null })

test('a person sees the first ten of many ads and how many follow, a script sees all', () => {
  const many = { ...example, fills: Array.from({ length: 24 }, (_, index) => ({ ...fill, nickname: `Desk ${index}` })) }
  const text = seen(many)
  expect(text.match(/Desk \d+/g)).toHaveLength(10)
  expect(text).toContain('14 more ads')
  const csv = reportText(quoteReport(many, ads, nowMs), 'csv', { width: 80, paint: picocolors.createColors(false) })
  expect(csv.match(/Desk \d+/g)).toHaveLength(24)
})

test.each([50, 80, 120])('everything fits %i columns, side by side', (width) => {
  const others = ['binance', 'bybit', 'okx'].map(alternative)
  const text = seen({ ...example, alternatives: others }, width)
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  expect(text).toMatch(/only on +you buy at/)
  expect(text).toContain('Honest Trader')
})

test('the simplest way stands first, with what more trades add, and the heading says how old the prices are', () => {
  const text = seen(example).replace(/\s+/g, ' ')
  expect(text).toMatch(/^Buying USDT for 50,000 UAH, 12 s old One trade: 1,207\.73 USDT from Cedar Desk on OKX\. /)
  expect(text).toContain('Two on two exchanges: +1.87, less 1 USDT to move. The two trades below gain most')
  const { plans, updated_at, ...older } = example
  expect(seen(older as Quote)).toMatch(/^Buying USDT for 50,000 UAH\n/)
})

test('an older server that tells less of an ad is shown, too', () => {
  const { min_amount, max_amount, payment_methods, completed_orders, completion_pct, ...older } = fill
  expect(seen({ ...example, fills: [older as typeof fill] })).toMatch(/Honest Trader\n/)
})

test.each([
  ['says so', 'medium', ['amount_does_not_fit']],
  ['has not looked', 'high', []],
])('what cannot be had is never said with high confidence: the server %s', (_, level, reasons) => {
  const partly = {
    ...example,
    amount: 2_000_000_000,
    unfilled: { amount: 1_988_000_000, reason: 'not_enough_depth' },
    confidence: { level, reasons },
  }
  const text = seen(partly).replace(/\s+/g, ' ')
  expect(text).toContain('Not possible: 1,988,000,000.00 UAH (the trusted ads are used up).')
  expect(text).toContain('Confidence: medium. The amount cannot be filled')
})

test('a market whose ads all ask for more does not read like an empty one', () => {
  const nothing = { ...example, average_price: null, worst_price: null, total_fiat: 0, total_usdt: 0, fills: [] }
  const smallest_trade = { from_usdt: 1300, from_fiat: 60_190, price: 46.3, exchange: 'okx' }
  const [empty, dear] = [
    { amount: 500, reason: 'no_ads' },
    { amount: 500, reason: 'below_minimum', smallest_trade },
  ].map((unfilled) => seen({ ...nothing, unfilled }).replace(/\s+/g, ' '))
  expect(empty).not.toContain('normal amount')
  expect(dear).toContain('No ad accepts a normal amount; from 1,300 USDT (60,190 UAH) you buy at 46.30 on OKX.')
})

test('if options left ads out, the report does not claim that there are none', () => {
  const nothing = { ...example, average_price: null, worst_price: null, total_fiat: 0, total_usdt: 0, fills: [] }
  const said = (reason: string, options: AdFilterOptions) =>
    seen({ ...nothing, unfilled: { amount: 500, reason } }, 200, filtersIn(options))
  const filtered = said('no_ads', { paymentMethod: ['mono'], merchant: true, minOrders: 5 })
  expect(filtered).toContain('No trusted ad passes --payment-method, --merchant and --min-orders.')
  expect(filtered).toContain('(no ad passes --payment-method, --merchant and --min-orders)')
  expect(said('no_ads', { excludeMethod: ['cash'] })).toContain('No trusted ad passes --exclude-method.')
  expect(said('no_ads', { merchant: false })).toContain('(there are no ads)')
  expect(said('below_minimum', { minCompletionPct: 99 })).toContain('(the remaining ads have larger minimums)')
})
