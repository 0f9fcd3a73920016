import { expect, test } from 'vitest'
import { createSettings } from '../../settings.js'
import { theMarkets } from '../../testing/known-market.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
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

const demanding = toAdWithTrust({
  ...anAd,
  trusted: true,
  reasons: ['asks_for_orders', 'asks_for_completion', 'asks_for_account_age', 'asks_for_verification'],
  demands: { min_orders: 30, min_completion_pct: 98.5, min_account_days: 90, verified: true },
})

test.each([
  ['', ['A usual caller has 10 orders.', 'A usual caller has 95\u00a0%.', 'A usual caller has 30 days.']],
  ['my_orders=20&my_completion_pct=97', ['You have 20 orders.', 'You have 97\u00a0%.', 'A usual caller has 30 days.']],
])('an unmet demand comes with its figure and the one of the user: "%s"', async (me, own) => {
  const settings = createSettings(() => ({ getItem: () => null, setItem: () => {} }))
  settings.set('me', me)
  const api = apiOf(async () => theMarkets())
  const page = await renderPart(<ReasonSentences ad={demanding} decimals={2} />, { api, settings })
  await page.actAndWait(() => {})
  const texts = (name: string) => [...page.container.querySelectorAll(name)].map(({ textContent }) => textContent)
  expect(texts('dt')).toEqual([
    'asks for 30 orders',
    'asks for 98.5\u00a0% completed',
    'asks for an account of 90 days',
    'asks for extra verification',
  ])
  expect(texts('dd').slice(0, 3)).toEqual(own)
  expect(decidingReason(page.services.translator, demanding)).toBe('asks for 30 orders')
  expect(decidingReason(page.services.translator, { ...demanding, demands: null })).toBe('asks for orders')
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
