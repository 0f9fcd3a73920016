import { aBoard } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { someMarketData } from '../../testing/market-data.js'
import { answerFair } from './fair.js'

const ads = Array.from({ length: 12 }, (_, index) => ({ price: Number((41.3 + index * 0.01).toFixed(2)) }))
const known = someMarketData(['okx', 'bybit', 'binance'].map((exchange) => aBoard(exchange, 'BUY', ads)))
const explain = (price: number) => {
  const found = answerFair({ fiat: 'UAH', side: 'BUY', price, amount: undefined, payment_method: undefined }, known)
  return 'answer' in found ? found.answer.explanation : found.problem.message
}

test('a comparison is explained in whole sentences, without an exponent', () => {
  expect(explain(41.29)).toContain('None of them is better for you.')
  expect(explain(0.000_000_01)).toMatch(/^0\.00000001 UAH is .* it is most likely bait\.$/)
  expect(explain(43)).toMatch(/\d+ of them are better for you\. The offer is worse than usual\.$/)
})
