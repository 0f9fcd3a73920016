import { describe, expect, test } from 'vitest'
import { anAd } from '../testing/an-ad.js'
import { checkEach } from '../testing/check-each.js'
import { fillGreedily, fillPrice, sumOf } from './fill-greedily.js'
import { fillAmount } from './plan-trades.js'

const asks = [
  anAd({ price: 41.32, minFiat: 1_000, maxFiat: 30_000 }),
  anAd({ price: 41.36, minFiat: 2_000, maxFiat: 25_000 }),
  anAd({ price: 41.4, minFiat: 10_000, maxFiat: 40_000 }),
]
const fiat = (value: number) => ({ unit: 'fiat', value }) as const
const usdt = (value: number) => ({ unit: 'usdt', value }) as const

describe('filling an amount', () => {
  test('respects a minimum that greed stumbles over', () => {
    const fills = fillAmount(asks, 'BUY', fiat(60_000)) ?? []
    expect(fills.map((fill) => fill.fiat)).toEqual([30_000, 20_000, 10_000])
    expect(sumOf(fills).usdt).toBeCloseTo(1451.1455, 4)
    expect(fillPrice(fills)).toBeCloseTo(41.3466, 4)
  })

  test('is repaired when done best first', () => {
    expect(fillGreedily(asks, fiat(60_000)).map((fill) => fill.fiat)).toEqual([30_000, 20_000, 10_000])
  })

  test('takes the best price alone while it reaches', () => {
    expect(fillAmount(asks, 'BUY', fiat(30_000))).toEqual([{ ad: asks[0], fiat: 30_000, usdt: 30_000 / 41.32 }])
    expect(fillPrice(fillAmount(asks, 'BUY', fiat(30_000)) ?? [])).toBe(41.32)
  })

  test('counts stock, and amounts in USDT', () => {
    const scarce = anAd({ price: 41, minFiat: 100, maxFiat: 30_000, stockUsdt: 100 })
    const fills = fillAmount([scarce, ...asks], 'BUY', usdt(150)) ?? []
    expect(fills.map((fill) => fill.usdt)).toEqual([100, 50])
    expect(fills.map((fill) => fill.ad.price)).toEqual([41, 41.32])
  })

  test('brings the most fiat when selling', () => {
    const bids = [anAd({ side: 'SELL', price: 41.2, maxFiat: 4_120 }), anAd({ side: 'SELL', price: 41 })]
    const fills = fillAmount(bids, 'SELL', usdt(200)) ?? []
    expect(fills.map((fill) => fill.ad.price)).toEqual([41.2, 41])
    expect(sumOf(fills).fiat).toBeCloseTo(4_120 + 100 * 41, 6)
  })

  test('takes ads whose minimums come to exactly the amount', () => {
    const fixed = (price: number, size: number) => anAd({ side: 'SELL', price, minFiat: size, maxFiat: size })
    const bids = [fixed(479.42, 11_985.5), fixed(478.464, 11_961.6), fixed(478.272, 11_956.8)]
    expect(fillAmount(bids, 'SELL', fiat(23_947.1))?.map((fill) => fill.ad.price)).toEqual([479.42, 478.464])
    const hundred = anAd({ price: 38.05, minFiat: 3_805 })
    expect(fillAmount([hundred], 'BUY', usdt(100))?.map((fill) => fill.ad)).toEqual([hundred])
    expect(fillGreedily([hundred], usdt(100)).map((fill) => fill.ad)).toEqual([hundred])
  })

  test('needs no more than three ads, and says so when they do not suffice', () => {
    const small = [1, 2, 3, 4].map((step) => anAd({ price: 41 + step / 100, maxFiat: 5_000 }))
    expect(fillAmount(small, 'BUY', fiat(15_000))).toHaveLength(3)
    expect(fillAmount(small, 'BUY', fiat(15_001))).toBeNull()
    expect(fillGreedily(small, fiat(15_001))).toHaveLength(4)
  })

  test('finds nothing for an invalid amount', () =>
    checkEach([0, -1, 999, Number.NaN], (value) => {
      expect(fillAmount(asks, 'BUY', fiat(value))).toBeNull()
    }))
})
