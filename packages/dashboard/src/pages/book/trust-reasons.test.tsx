import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { toAdWithTrust } from './ad-with-trust.js'
import { ReasonSentences } from './trust-reasons.js'

test('a reason about the price begins with its figures', async () => {
  const ad = toAdWithTrust({
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
  const { container } = await renderPart(<ReasonSentences ad={ad} decimals={2} />)
  expect([...container.querySelectorAll('dd')].map((sentence) => sentence.textContent)).toEqual([
    '7.90\u00a0% below the market’s middle of 44.95. The price is better than this market can explain, and no record makes up for that.',
    'Fewer than about 20 orders a month.',
  ])
})
