import { describe, expect, test } from 'vitest'
import { rates } from '../rates/rates.js'
import { anAd } from '../testing/an-ad.js'
import { checkEach } from '../testing/check-each.js'
import { workedBoards } from '../testing/worked-board.js'
import { logistic } from './advertiser-quality.js'
import { judgeMarket } from './judge-market.js'

const market = judgeMarket('UAH', workedBoards)
const [askBoard, bidBoard] = market.boards
const verdict = (adId: string) => askBoard?.ads.find(({ ad }) => ad.adId === adId)
const points = (adId: string, code: string) => verdict(adId)?.reasons.find((reason) => reason.code === code)?.points
describe('the worked board', () => {
  test('has its centres where the honest weight lies, and a gate cut by the other side', () => {
    expect(askBoard?.consensus?.price).toBeCloseTo(41.36, 9)
    expect(bidBoard?.consensus?.price).toBeCloseTo(40.98, 9)
    // The gap between both centres is 0.92 %, and 0.5 % more is allowed.
    expect(askBoard?.consensus?.gate).toBeCloseTo(0.0142, 4)
    expect(askBoard?.consensus?.spread).toBeCloseTo(0.0049, 4)
  })

  test("each ad's advantage is its distance ahead of the centre in gates", () =>
    checkEach(
      [
        ['bait, fresh', 3.77],
        ['bait, rich', 2.17],
        ['block deal', 0.36],
        ['crumbs', 0.27],
        ['honest best', 0.07],
        ['low completion', -0.03],
        ['unit slip', 161.57],
      ] as const,
      ([adId, u]) => {
        const { price = 0, gate = 1 } = askBoard?.consensus ?? {}
        const ad = verdict(adId)?.ad ?? anAd()
        expect(Math.log(price / ad.price) / gate).toBeCloseTo(u, 2)
      },
    ))

  test('each record alone has its worth', () =>
    checkEach(
      [
        ['bait, fresh', 0.73],
        ['bait, rich', 0.99],
        ['block deal', 0.92],
        ['crumbs', 0.99],
        ['honest best', 0.995],
        ['low completion', 0.19],
        ['unit slip', 0.92],
      ] as const,
      ([adId, quality]) => {
        const priceCodes = ['price_outlier', 'price_attractive', 'tiny', 'unit_error', 'new_advertiser']
        const record = verdict(adId)?.reasons.filter(({ code }) => !priceCodes.includes(code)) ?? []
        expect(logistic(record.reduce((sum, reason) => sum + reason.points, 1))).toBeCloseTo(quality, 2)
      },
    ))

  test('each bad ad gets its score for its reason and is not trusted', () =>
    checkEach(
      [
        ['bait, fresh', 0, 'price_outlier'],
        ['bait, rich', 0, 'price_outlier'],
        ['crumbs', 0, 'tiny'],
        ['low completion', 0.19, 'completion_low'],
        ['unit slip', 0, 'unit_error'],
      ] as const,
      ([adId, score, code]) => {
        expect(verdict(adId)).toMatchObject({ trusted: false, eligible: false })
        expect(verdict(adId)?.score).toBeCloseTo(score, 2)
        expect(verdict(adId)?.reasons[0]?.code).toBe(code)
      },
    ))

  test('the slip is named', () => {
    expect(verdict('unit slip')?.reasons[0]).toMatchObject({ code: 'unit_error', detail: 'power of ten' })
  })

  test('the block deal is honest but not a price for a normal caller', () => {
    expect(verdict('block deal')).toMatchObject({ trusted: true, eligible: false })
    expect(verdict('block deal')?.score).toBeCloseTo(0.88, 2)
    expect(points('block deal', 'narrow_limits')).toBe(-0.7)
  })

  test('the honest best ad makes the price, with eight ads behind it', () => {
    expect(verdict('honest best')?.score).toBeGreaterThan(0.994)
    expect(rates(market)).toMatchObject({
      bestBuy: { price: 41.32, exchange: 'binance' },
      bestSell: { price: 41.05, exchange: 'binance' },
      crossExchangeSpreadPct: null,
      exchanges: [{ exchange: 'binance', buy: 41.32, buyAds: 8, sell: 41.05, sellAds: 8 }],
    })
  })

  test('each normal ad is trusted and eligible', () =>
    checkEach([1, 2, 3, 4, 5, 6, 7], (number) => {
      expect(verdict(`normal ${number}`)).toMatchObject({ trusted: true, eligible: true })
      expect(verdict(`normal ${number}`)?.score).toBeGreaterThan(0.89)
    }))
})
