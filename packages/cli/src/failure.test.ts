import { noPriceProblem } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { failureOf } from './failure.js'

const refused = (message: string) => Object.assign(new Error(message), { code: 'data_unavailable', status: 503 })

test('no ad for a normal amount is said otherwise than an empty market, with names and what to do', () => {
  const trade = { fromUsdt: 1300, fromFiat: 60_190, price: 46.3, exchange: 'okx', side: 'BUY' }
  const dear = failureOf(refused(noPriceProblem('UAH', { buy: trade as never, sell: null }).message))
  expect(dear.message).toBe(
    'There is no ad for a normal amount of UAH: you buy from 1,300 USDT (60,190 UAH) at 46.3 on OKX.',
  )
  expect(dear.hint).toContain('p2p quote --usdt')
  const empty = failureOf(refused(noPriceProblem('UAH', { buy: null, sell: null }).message))
  expect(empty.message).not.toContain('normal amount')
  expect(empty.hint).toContain('p2p doctor')
  expect([dear.exitCode, empty.exitCode]).toEqual([6, 6])
})
