import { quote as endpoint } from '@p2p-rates/contract'
import type { Quote } from '@p2p-rates/sdk'
import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { reportText } from '../print-report.js'
import { displayWidth } from '../render/display-width.js'
import { adsOf } from './ad-facts.js'
import { quoteReport } from './quote-report.js'

const example = endpoint.example as Quote
const [fill] = example.fills
if (fill === undefined) throw new Error('The example has no ad.')
const ads = adsOf({ options: {}, isSimulated: () => false })
const seen = (quote: Quote, width = 80) =>
  reportText(quoteReport(quote, ads), 'people', { width, paint: picocolors.createColors(false) })
const alternative = (exchange: string) => ({ ...example, exchange, unfilled: null })

test('a person sees the first ten of many ads and how many follow, a script sees all', () => {
  const many = { ...example, fills: Array.from({ length: 24 }, (_, index) => ({ ...fill, nickname: `Desk ${index}` })) }
  const text = seen(many)
  expect(text.match(/Desk \d+/g)).toHaveLength(10)
  expect(text).toContain('and 14 ads more')
  const csv = reportText(quoteReport(many, ads), 'csv', { width: 80, paint: picocolors.createColors(false) })
  expect(csv.match(/Desk \d+/g)).toHaveLength(24)
})

test.each([50, 80, 120])('everything fits %i columns, side by side', (width) => {
  const others = ['binance', 'bybit', 'okx'].map(alternative)
  const text = seen({ ...example, alternatives: others }, width)
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  expect(text).toMatch(/only on +you buy at/)
  expect(text).toContain('Honest Trader')
})

test('an older server that tells less of an ad is shown, too', () => {
  const { min_amount, max_amount, payment_methods, completed_orders, completion_rate, ...older } = fill
  expect(seen({ ...example, fills: [older as typeof fill] })).toMatch(/Honest Trader\n/)
})
