import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { toAdWithTrust } from './ad-with-trust.js'
import { decidingReason, ReasonSentences } from './trust-reasons.js'

const anAd = toAdWithTrust({
  price: 41.4,
  min_amount: 1_000,
  max_amount: 30_000,
  payment_methods: ['Monobank'],
  completed_orders: 640,
  completion_rate: 99,
  nickname: 'Honest Trader',
  trusted: false,
  reasons: ['price_outlier', 'few_orders'],
  reason_figures: [{ reason: 'price_outlier', against: 44.95, difference_pct: -7.9 }],
})

test('a reason about the price begins with its figures', async () => {
  const { container } = await renderPart(<ReasonSentences ad={anAd} decimals={2} />)
  expect([...container.querySelectorAll('dd')].map((sentence) => sentence.textContent)).toEqual([
    '7.90\u00a0% below the market’s middle of 44.95. The price is better than this market can explain, and no record makes up for that.',
    'Fewer than about 20 orders a month.',
  ])
})

test.each([
  [{ trusted: true, reasons: ['experienced'] }, 'trusted'],
  [{ trusted: true, reasons: ['experienced', 'large_orders_only'] }, 'large orders only'],
  [{ trusted: false, reasons: ['experienced', 'completion_low'] }, 'often does not complete'],
  [{ trusted: false, reasons: ['experienced'] }, 'not trusted'],
  [{ trusted: false, reasons: ['full_moon'] }, 'full moon'],
])('one reason decides: %o', async (facts, word) => {
  const { services } = await renderPart(null)
  expect(decidingReason(services.translator, { ...anAd, ...facts })).toBe(word)
})
