import { expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { fixtureAds, readBuilt } from '../testing/fixture-ads.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { judgeMarket } from '../trust/judge-market.js'
import { noNames } from './define-exchange.js'
import { gate } from './gate.js'

test('we ask for ads that sell to buy', () => {
  const { body } = gate.request({ fiat: 'UAH', side: 'BUY', page: 1, names: noNames }) ?? {}
  expect(body).toEqual({ asset: 'USDT', fiat_unit: 'UAH', trade_type: 'sell' })
})

test('limits are in fiat, or in USDT times the price', () => {
  const limits = fixtureAds(gate, 'uah-buy').map(({ minFiat, maxFiat, stockUsdt }) => [minFiat, maxFiat, stockUsdt])
  expect(limits).toEqual([
    [1000, 47000, 1000.5],
    [474.5, 11862.5, 400],
  ])
  expect(fixtureAds(gate, 'uah-buy-short')[0]).toMatchObject({
    minFiat: 946,
    maxFiat: 47300,
    stockUsdt: null,
    paymentMethods: [],
  })
})

test('no ad is trusted, because nothing is known of its advertiser', () => {
  const ads = fixtureAds(gate, 'uah-buy')
  expect(ads[0]).toMatchObject({ advertiserId: null, completedOrders: null, completionPct: null })
  const board = { exchange: 'gate', fiat: 'UAH', side: 'BUY', ads, observedAtMs: observedAt } as const
  expect(judgeMarket('UAH', [board]).boards[0]?.ads.map(({ trusted }) => trusted)).toEqual([false, false])
})

test('odd payment methods cost the methods, an odd price the page', () => {
  const page = JSON.parse(fixture('gate/uah-buy.json')) as { data: object[] }
  const changed = (change: object) =>
    readBuilt(gate, { ...page, data: page.data.map((row) => ({ ...row, ...change })) })
  expect(changed({ trade_methods: 'Monobank' })).toMatchObject({ rejected: [], ads: [{ paymentMethods: [] }, {}] })
  expect(changed({ trade_methods: [{ identifier: 7 }] })).toMatchObject({ ads: [{ paymentMethods: [] }, {}] })
  for (const change of [{ price: '0' }, { fiat_unit: 'EUR' }, { asset: 'BTC' }, { max_single_trans_amount: '-1' }])
    expect(changed(change).state).toBe('failed')
})

test('a label or code determines the kind of fault', () =>
  checkEach(
    [
      [{ label: 'INVALID_KEY', message: 'key-of-mine' }, 'blocked', '(code INVALID_KEY)'],
      [{ label: 'REQUEST_EXPIRED' }, 'blocked', ''],
      [{ label: 'TOO_MANY_REQUESTS' }, 'rate_limited', ''],
      [{ label: 'key-of-mine' }, 'unavailable', ''],
      [{ code: 70010, data: {} }, 'unavailable', '(code 70010)'],
    ] as const,
    ([body, kind, words]) => {
      const reading = readBuilt(gate, body)
      expect(reading).toMatchObject({ fault: { kind, message: expect.stringContaining(words) } })
      expect(JSON.stringify(reading)).not.toContain('key-of-mine')
    },
  ))

test('the signature covers the digest of the body, on lines of their own', () => {
  const facts = {
    method: 'POST',
    path: '/x',
    query: 'a=1',
    body: '{}',
    bodyDigest: 'abc',
    key: 'mine',
    passphrase: '',
  } as const
  const { signing } = gate.signed ?? {}
  if (signing === undefined || signing.plain === true) throw new Error('Gate signs.')
  const request = { ...facts, atMs: 1_790_000_000_999 }
  expect(signing.text(request)).toBe('POST\n/x\na=1\nabc\n1790000000')
  expect(signing.headers(request, 'sign')).toEqual({ KEY: 'mine', Timestamp: '1790000000', SIGN: 'sign' })
})
