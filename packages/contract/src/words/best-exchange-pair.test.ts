import { crossExchangeSpreadPct } from '@p2p-rates/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestExchangePair } from './best-exchange-pair.js'

const price = fc.option(fc.integer({ min: 4_000, max: 4_200 }).map((cents) => cents / 100))
const side = fc.record({ buy: price, sell: price })

test('the named pair is the one with the spread of the server', () => {
  fc.assert(
    fc.property(fc.array(side, { maxLength: 6 }), (sides) => {
      const exchanges = sides.map((one, at) => ({ exchange: `e${at}`, ...one, buy_ads: 1, sell_ads: 1 }))
      const pair = bestExchangePair(exchanges)
      const pct = crossExchangeSpreadPct(exchanges)
      if (pair === null || pct === null) {
        expect(pair).toBe(pct)
        return
      }
      expect((pair.sell / pair.buy - 1) * 100).toBeCloseTo(pct, 9)
      expect(exchanges.find(({ exchange }) => exchange === pair.buyOn)?.buy).toBe(pair.buy)
      expect(exchanges.find(({ exchange }) => exchange === pair.sellOn)?.sell).toBe(pair.sell)
      expect(pair.buyOn).not.toBe(pair.sellOn)
    }),
  )
})
