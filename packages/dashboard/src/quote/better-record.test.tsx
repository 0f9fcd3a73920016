import { type CallerStep, type Profile, type Rates, ratesExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { apiOf } from '../testing/test-services.js'
import { BetterRecord } from './better-record.js'

const me: Profile = {
  orders: 10,
  completion_pct: 95,
  account_days: 30,
  verified: false,
  exchanges: null,
  methods: null,
}
const step = (orders: number, buy: number | null, sell: number): CallerStep => ({
  caller: orders === 0 ? 'newcomer' : orders === 10 ? 'usual' : 'experienced',
  orders,
  completion_pct: 100,
  account_days: 365,
  verified: true,
  best_buy: buy === null ? null : { price: buy, exchange: 'okx' },
  best_sell: { price: sell, exchange: 'okx' },
})

async function textOf(side: 'buy' | 'sell', steps: readonly CallerStep[], profile = me) {
  const rates: Rates = {
    ...ratesExample,
    best_buy: { price: 42, exchange: 'okx' },
    best_sell: { price: 40, exchange: 'okx' },
    profile,
    steps,
  }
  const { container, actAndWait } = await renderPart(<BetterRecord fiat="UAH" side={side} />, {
    api: apiOf(async () => rates),
  })
  await actAndWait(() => {})
  return container.textContent
}

test('a better record is named with the difference of its price', async () => {
  const steps = [step(0, 43, 39), step(10, 42, 40), step(100, 41.79, 40.1)]
  expect(await textOf('buy', steps)).toBe(
    'You would pay 0.50\u00a0% less with this record: 100 orders, 100\u00a0%, 365 days, verified.',
  )
  expect(await textOf('sell', steps)).toMatch(/^You would get 0\.25\u00a0% more with this record: 100 orders/)
})

test('no line shows a difference below 0.05 %, a step without a price, or a record that the user has', async () => {
  expect(await textOf('buy', [step(100, 41.99, 40)])).toBe('')
  expect(await textOf('buy', [step(100, null, 40)])).toBe('')
  expect(await textOf('buy', [step(100, 41, 40)], { ...me, orders: 100 })).toBe('')
})
