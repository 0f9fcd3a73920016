import { fiats as coreFiats, exchangeIds as coreIds, everyExchange } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { exchangeIds, exchangeName, fiats, homeOf } from './names.js'

test('exchanges and currencies are those of the core, in its order', () => {
  expect(exchangeIds).toEqual(coreIds)
  expect(everyExchange.map(({ id }) => exchangeName(id))).toEqual(everyExchange.map(({ name }) => name))
  expect(fiats).toEqual(coreFiats)
})

test('an exchange that an operator has added is called by its id, harmlessly', () => {
  expect(exchangeName('bazaar')).toBe('bazaar')
  expect(exchangeName('constructor')).toBe('constructor')
  expect(exchangeName('new\u001b[2Jone')).toBe('newone')
})

test('every currency has a home', () => {
  expect(fiats.filter((fiat) => homeOf(fiat).size === 0)).toEqual([])
})
