import { fiats as coreFiats, exchangeIds as coreIds, everyExchange } from '@p2p-rates/core'
import { expect, test, vi } from 'vitest'
import { exchangeIds, exchangeName, fiats, homeCountriesOf } from './exchanges-fiats-and-plans.js'

test('exchanges and currencies are those of the core, in its order', () => {
  expect(exchangeIds).toEqual(coreIds)
  expect(everyExchange.map(({ id }) => exchangeName(id))).toEqual(everyExchange.map(({ name }) => name))
  expect(fiats).toEqual(coreFiats)
})

test('an exchange without a name is shown by its id, sanitised', () => {
  expect(exchangeName('bazaar')).toBe('bazaar')
  expect(exchangeName('constructor')).toBe('constructor')
  expect(exchangeName('new\u001b[2Jone')).toBe('newone')
})

test('every currency has a home', () => {
  expect(fiats.filter((fiat) => homeCountriesOf(fiat).size === 0)).toEqual([])
})

test('plugged-in exchanges of the operator follow the built-in ones, under the names in the page', async () => {
  vi.resetModules()
  const exchanges = { bazaar: 'Bazaar', zoo: 'The Zoo' }
  vi.doMock('../bootstrap-data.js', () => ({ bootstrapData: { exchanges, hosts: { bazaar: ['bazaar.io'] } } }))
  const names = await import('./exchanges-fiats-and-plans.js')
  const { safeAdUrl } = await import('./safe-ad-url.js')
  vi.doUnmock('../bootstrap-data.js')
  expect(names.exchangeIds).toEqual([...coreIds, 'bazaar', 'zoo'])
  expect(['binance', 'bazaar', 'zoo'].map(names.exchangeName)).toEqual(['Binance', 'Bazaar', 'The Zoo'])
  expect(names.knownExchanges).toContain('bazaar')
  const linked = ['https://www.bazaar.io/1', 'https://bazaar.com/1'].map((url) => safeAdUrl('bazaar', url) !== null)
  expect([...linked, safeAdUrl('zoo', 'https://zoo.com/1')]).toEqual([true, false, 'https://zoo.com/1'])
})
