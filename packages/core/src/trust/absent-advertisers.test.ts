import { expect, test } from 'vitest'
import { quote } from '../book/quote.js'
import { rates } from '../rates/rates.js'
import { aBoard, minutesAgo } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'

const present = [41.5, 41.52, 41.55, 41.58, 41.6, 41.62, 41.65, 41.7].map((price) => ({ price }))
const asleep = { price: 41.4, adId: 'asleep', lastSeenAtMs: minutesAgo(300) }

test('an offline advertiser is trusted as before, but not ahead of all online ones', () => {
  const market = judgeMarket('UAH', [aBoard('okx', 'BUY', [asleep, ...present])])
  const [first] = market.boards[0]?.ads ?? []
  expect(first).toMatchObject({ trusted: true, eligible: false, ad: { adId: 'asleep' } })
  expect(first?.reasons).toContainEqual({ code: 'away', points: 0 })
  expect(rates(market).bestBuy?.price).toBe(41.5)
  expect(
    quote(market, { side: 'BUY', amount: { unit: 'fiat', value: 5_000 } }).fills.map(({ ad }) => ad.adId),
  ).not.toContain('asleep')
})

test('an offline advertiser behind all online ones is the price of an exchange without another ad', () => {
  const market = judgeMarket('UAH', [
    aBoard('okx', 'BUY', present),
    aBoard('mexc', 'BUY', [{ ...asleep, price: 41.56 }]),
  ])
  expect(rates(market).exchanges.find(({ exchange }) => exchange === 'mexc')?.buy).toBe(41.56)
})

test('where every advertiser sleeps there is no price: it would be that of the evening', () => {
  const all = present.map((ad) => ({ ...ad, lastSeenAtMs: minutesAgo(300) }))
  const market = judgeMarket('UAH', [aBoard('okx', 'BUY', all)])
  expect(rates(market).bestBuy).toBeNull()
  expect(market.boards[0]?.ads.every(({ trusted }) => trusted)).toBe(true)
})

test('a price is not called high where a third of a side sleeps', () => {
  const exchanges = ['binance', 'bybit', 'okx', 'mexc'] as const
  const confidence = (sleeping: number) =>
    judgeMarket(
      'UAH',
      exchanges.flatMap((exchange) => [
        aBoard(
          exchange,
          'BUY',
          present.map((ad, index) => (index < sleeping ? { ...ad, lastSeenAtMs: minutesAgo(300) } : ad)),
        ),
        aBoard(
          exchange,
          'SELL',
          [41.4, 41.38, 41.36, 41.34, 41.3].map((price) => ({ price })),
        ),
      ]),
    ).confidence.BUY
  expect(confidence(1)).toEqual({ level: 'high', reasons: [] })
  expect(confidence(4)).toEqual({ level: 'medium', reasons: ['little_evidence'] })
})
