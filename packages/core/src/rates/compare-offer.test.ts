import { expect, test } from 'vitest'
import { aBoard } from '../testing/an-ad.js'
import { usualCaller } from '../trust/caller.js'
import { judgeMarket } from '../trust/judge-market.js'
import { normalRules } from '../trust/trust-rules.js'
import { compareOffer } from './compare-offer.js'

const prices = Array.from({ length: 12 }, (_, at) => 41.4 + 0.02 * at)
const ads = (change: object = {}) => prices.map((price, at) => ({ price, adId: `${at}`, ...change }))
const exchanges = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin'] as const
const market = (side: 'BUY' | 'SELL' = 'BUY', change: object = {}) =>
  judgeMarket(
    'UAH',
    exchanges.map((exchange) => aBoard(exchange, side, ads(change))),
    { exchangesAsked: 6 },
  )
const verdict = (price: number, side: 'BUY' | 'SELL' = 'BUY') => compareOffer(market(side), { side, price }).verdict

test('a price is compared with the middle of the trusted ads', () => {
  expect(compareOffer(market(), { side: 'BUY', price: 41.92 })).toMatchObject({
    verdict: 'worse',
    against: 41.51,
    ads: 72,
    betterAds: 72,
    differencePct: expect.closeTo(0.988, 3),
  })
})

test('prices within a spread are fair, beyond it better or worse, beyond the gate too good', () => {
  expect([42.3, 41.55, 41.5, 41.25, 36].map((price) => verdict(price))).toEqual([
    'worse',
    'fair',
    'fair',
    'better',
    'too_good',
  ])
  expect([40.8, 41.5, 41.8, 46].map((price) => verdict(price, 'SELL'))).toEqual(['worse', 'fair', 'better', 'too_good'])
})

test('only ads that serve the amount and take the caller count', () => {
  const large = market('BUY', { minFiat: 5_000, maxFiat: 20_000 })
  expect(compareOffer(large, { side: 'BUY', price: 41.5, amountFiat: 1_000 })).toMatchObject({
    verdict: 'unknown',
    ads: 0,
    against: null,
    differencePct: null,
  })
  expect(compareOffer(large, { side: 'BUY', price: 41.5, amountFiat: 6_000 }).verdict).toBe('fair')
  const demands = { minOrders: 50, minCompletionPct: null, minAccountAgeDays: null, extraVerification: false }
  const demanding = market('BUY', { takerDemands: demands, maxFiat: 20_000 })
  const asked = { side: 'BUY', price: 41.5, amountFiat: 6_000 } as const
  expect(compareOffer(demanding, asked).ads).toBe(0)
  expect(compareOffer(demanding, asked, { ...normalRules, caller: { ...usualCaller, orders: 50 } }).ads).toBe(72)
})

test('with low confidence or fewer than three ads it does not guess', () => {
  const two = judgeMarket('UAH', [aBoard('okx', 'BUY', ads().slice(0, 2))])
  expect(compareOffer(two, { side: 'BUY', price: 41.5 }).verdict).toBe('unknown')
  const doubtful = { ...market(), confidence: { ...market().confidence, BUY: { level: 'low', reasons: [] } as const } }
  expect(compareOffer(doubtful, { side: 'BUY', price: 41.5 }).verdict).toBe('unknown')
})
