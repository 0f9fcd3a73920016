import { expect, test } from 'vitest'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from '../trust/judge-market.js'
import type { TrustedMarket } from '../trust/judgement.js'
import { rates } from './rates.js'
import { surerPrice } from './surer-price.js'

const board = (exchange: string, price: number) => aBoard(exchange, 'BUY', [{ price }])
const judged = judgeMarket('UAH', [board('binance', 41.3), board('okx', 41.2), board('bybit', 40.5)])

function withLevels(levels: Readonly<Record<string, 'low' | 'medium' | 'high'>>, side: 'low' | 'high'): TrustedMarket {
  const boards = judged.boards.map((one) => ({
    ...one,
    ads: one.ads.map((ad) => ({ ...ad, eligible: true })),
    confidence: { level: levels[one.exchange] ?? 'low', reasons: [] },
  }))
  return { ...judged, boards, confidence: { ...judged.confidence, BUY: { level: side, reasons: [] } } }
}

test('a best price of low confidence comes with the best more reliable one', () => {
  const market = withLevels({ bybit: 'low', okx: 'medium', binance: 'high' }, 'low')
  expect(surerPrice(market, 'BUY')).toEqual({ price: 41.2, exchange: 'okx', level: 'medium' })
  expect(rates(market).surer.BUY).toEqual({ price: 41.2, exchange: 'okx', level: 'medium' })
})

test('is absent if the price is reliable enough, or no exchange is more reliable', () => {
  expect(surerPrice(withLevels({ okx: 'high' }, 'high'), 'BUY')).toBeNull()
  expect(surerPrice(withLevels({}, 'low'), 'BUY')).toBeNull()
})
