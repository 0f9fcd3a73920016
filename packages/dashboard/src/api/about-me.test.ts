import { expect, test } from 'vitest'
import { createApiClient } from './api-client.js'

const me = 'my_orders=12&my_exchanges=binance%2Cbybit'

function clientOf(aboutMe: () => string, first: Record<string, unknown> = {}) {
  return createApiClient(() => expect.fail('Nothing is asked.'), first, aboutMe)
}

test('questions about current prices carry the parameters about the user, and no others do', () => {
  const api = clientOf(() => me)
  expect(api.pathOf('GET /rates', { fiat: 'UAH' })).toBe('/rates?fiat=UAH&my_exchanges=binance%2Cbybit&my_orders=12')
  expect(api.pathOf('GET /stats', { fiat: 'UAH' })).toBe('/stats?fiat=UAH')
  expect(api.pathOf('GET /orderbook', { fiat: 'UAH', exchange: 'okx' })).toBe(
    '/orderbook?exchange=okx&fiat=UAH&my_orders=12',
  )
  expect(clientOf(() => '').pathOf('GET /rates', { fiat: 'UAH' })).toBe('/rates?fiat=UAH')
})

test('an answer for a usual caller in the page is not shown to another, neither now nor later', () => {
  let about = me
  const api = clientOf(() => about, { '/rates?fiat=UAH': { asset: 'USDT' } })
  expect(api.preloaded('GET /rates', { fiat: 'UAH' })).toBeNull()
  about = ''
  expect(api.preloaded('GET /rates', { fiat: 'UAH' })).toBeNull()
})
