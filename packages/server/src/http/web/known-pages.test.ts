import { webPrefix } from '@p2p-rates/contract'
import { exchangeIds, fiats } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import { findPage, knownPages } from './known-pages.js'

const addressOf = (path: string) => findPage(path, 'UAH', exchangeIds)?.address ?? null

describe('an address', () => {
  test.each([
    ['/', '/'],
    ['/market/UAH', '/market/UAH'],
    ['/market/uah', '/market/UAH'],
    ['/market', '/market/UAH'],
    ['/market/', '/market/UAH'],
    ['/market/EUR/', '/market/EUR'],
    ['/ads', '/ads/UAH/binance/buy'],
    ['/ads/kzt/OKX/SELL', '/ads/KZT/okx/sell'],
    ['/arbitrage/Kzt', '/arbitrage/KZT'],
    ['/status', '/status'],
    ['/dev', '/dev'],
    ['/dev/webhooks/new', '/dev/webhooks/new'],
    ['/dev/webhooks/wh_4fT9kQ2m', '/dev/webhooks/wh_4fT9kQ2m'],
    ['/dev/rules/new', '/dev/rules/new'],
    ['/dev/rules/ru_7Hq2', '/dev/rules/ru_7Hq2'],
    ['/login', '/login'],
  ])('%s leads to %s', (path, address) => {
    expect(addressOf(path)).toBe(address)
  })

  test.each([
    '/market/UAH/x',
    '/market//',
    '/market/XXX',
    '/market/__proto__',
    '/market/%55AH',
    '/ads/KZT/foo',
    '/ads/KZT/okx/hold',
    '/Market/UAH',
    '/statuses',
    '//market/UAH',
    '/dev/nothing',
    '/dev/webhooks/%3Cscript%3E',
    '/dev/webhooks/a/b',
    `/dev/webhooks/${'x'.repeat(65)}`,
    '/..',
    '',
    '*',
  ])('%s leads nowhere', (path) => {
    expect(addressOf(path)).toBeNull()
  })

  test('is found again under the one spelling that it leads to', () => {
    for (const { pattern } of knownPages) {
      const address = addressOf(
        pattern.replace('{fiat}', 'uah').replace('{id}', 'wh_1').replace('{exchange}', 'OKX').replace('{side}', 'Sell'),
      )
      expect(address).not.toBeNull()
      expect(addressOf(address ?? '')).toBe(address)
    }
  })

  test('without a word begins with the currency that the operator named first', () => {
    for (const fiat of fiats) expect(findPage('/', fiat, exchangeIds)?.parts.fiat).toBe(fiat)
  })
})

test('pages ask in the one order in which they look their answers up', () => {
  for (const { bootstrapRequests } of knownPages)
    for (const question of bootstrapRequests({ fiat: 'UAH', exchange: 'okx', side: 'buy', id: 'wh_1' })) {
      expect(question.startsWith(webPrefix)).toBe(false)
      const [, query = ''] = question.split('?')
      const names = [...new URLSearchParams(query).keys()]
      expect(names).toEqual(names.toSorted())
    }
})
