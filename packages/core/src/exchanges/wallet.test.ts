import { expect, test } from 'vitest'
import { fiats } from '../currencies-and-sides.js'
import { checkEach } from '../testing/check-each.js'
import { fixtureAds, readBuilt } from '../testing/fixture-ads.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { noNames } from './define-exchange.js'
import { readAnswer } from './read-answer.js'
import { wallet } from './wallet.js'

const requestFor = (fiat: string) => wallet.request({ fiat, side: 'BUY', page: 1, names: noNames })

test('we ask for sellers to buy, and only in currencies that Wallet trades', () => {
  expect(requestFor('UAH')?.body).toEqual({
    cryptoCurrency: 'USDT',
    fiatCurrency: 'UAH',
    side: 'SELL',
    page: 1,
    pageSize: 50,
  })
  expect(fiats.filter((fiat) => requestFor(fiat) !== null)).toHaveLength(11)
  expect(requestFor('PLN')).toBeNull()
})

test('an ad has the record of its advertiser', () => {
  expect(fixtureAds(wallet, 'uah-buy')).toMatchObject([
    {
      adId: '41000',
      advertiserId: '770000',
      price: 47.2,
      stockUsdt: 1500,
      completedOrders: 156,
      ordersBasis: 'lifetime',
      completionPct: 98.75,
      merchant: true,
      lastSeenAtMs: observedAt,
      payWindowMinutes: 15,
      paymentMethods: ['monobank', 'privatbank'],
    },
    { merchant: true, lastSeenAtMs: null },
    { merchant: null, lastSeenAtMs: null, completionPct: 100 },
  ])
})

test('a row of another side, coin or currency is no ad of this market', () => {
  const page = JSON.parse(fixture('wallet/uah-buy.json')) as { data: object[] }
  return checkEach([{ side: 'BUY' }, { cryptoCurrency: 'TON' }, { fiatCurrency: 'EUR' }], (change) => {
    expect(readBuilt(wallet, { ...page, data: page.data.map((row) => ({ ...row, ...change })) }).state).toBe('failed')
  })
})

test('a rejected key blocks, whatever the body says', () => {
  const context = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: observedAt } as const
  return checkEach([401, 403], (status) => {
    const answer = { status, contentType: 'application/json', retryAfter: null, text: '{"errorCode":"NO"}' }
    expect(readAnswer(wallet, answer, context)).toMatchObject({ fault: { kind: 'blocked' } })
  })
})
