import { expect, test } from 'vitest'
import type { Fault } from '../fault.js'
import { plainDictionary, plainExchange } from '../testing/plain-exchange.js'
import { exchangeIds, exchanges } from './all.js'
import { compareExchanges } from './compare-exchanges.js'
import { createExchanges, usualExchanges } from './create-exchanges.js'
import { type Dictionary, type Exchange, noNames } from './define-exchange.js'
import { htx } from './htx.js'
import { readDictionary } from './read-answer.js'
import { readPage } from './read-page.js'

const plain = (id: string) => plainExchange(id, { name: id, origin: `https://www.${id}.com`, minIntervalMs: 500 })

test('added exchanges follow the listed ones, in the order in which they are given', () => {
  const [zoo, bazaar] = [plain('zoo'), plain('bazaar')]
  const known = createExchanges([...exchanges, zoo, bazaar])
  expect(known.ids).toEqual([...exchangeIds, 'zoo', 'bazaar'])
  expect(known.list).toEqual([...exchanges, zoo, bazaar])
  expect(known.added).toEqual([zoo, bazaar])
  expect(known.byId('bazaar')).toBe(bazaar)
  expect(known.nameOf('okx')).toBe('OKX')
  expect(known.nameOf('nowhere')).toBe('nowhere')
  expect(['nowhere', 'bazaar', 'binance'].sort(compareExchanges)).toEqual(['binance', 'bazaar', 'nowhere'])
})

test('an exchange of this package that is read only by name counts as added', () => {
  expect(createExchanges([...exchanges, htx]).added).toEqual(exchanges.includes(htx) ? [] : [htx])
  expect(usualExchanges).toMatchObject({ ids: exchangeIds, added: [] })
})

test('a list never changes', () => {
  const own = [plain('fair')]
  const known = createExchanges(own)
  own.push(plain('zoo'))
  expect(known.ids).toEqual(['fair'])
  for (const part of [known, known.list, known.ids, known.added]) expect(Object.isFrozen(part)).toBe(true)
})

test('an exchange is found by its exact id', () => {
  for (const exchange of exchanges) expect(usualExchanges.byId(exchange.id)).toBe(exchange)
  for (const id of ['', 'Binance', 'binance ', 'bazaar', '__proto__', 'constructor'])
    expect(usualExchanges.byId(id)).toBeNull()
})

test('an exchange with a conflicting id is refused', () => {
  const list = (...own: readonly Exchange[]) => createExchanges([...exchanges, ...own])
  expect(() => list(plain('fair'), plain('fair'))).toThrow('there is an exchange fair already')
  expect(() => list(plain('okx'))).toThrow('there is an exchange okx already')
  expect(() => list(plainExchange('cheap'))).toThrow('cannot be added: its origin does not begin with https://')
})

test('values of kinds that no compiler has looked at cost their ad, and an odd fault is a changed shape', () => {
  const context = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: 1_790_000_000_000 } as const
  const rows = JSON.stringify({ rows: [{ price: 41, name: 'somebody' }] })
  const odd: readonly object[] = [
    { price: '41' },
    { minFiat: '100' },
    { minFiat: true },
    { stockUsdt: undefined },
    { completedOrders: '12' },
    { completionPct: [98] },
    { lastSeenAtMs: new Date(0) },
    { ordersBasis: 'week' },
    { merchant: 'yes' },
    { promoted: undefined },
    { restricted: 0 },
    { nickname: 7 },
    { paymentMethods: ['Mono', {}] },
    { paymentMethods: 'Mono' },
    { takerDemands: 'many' },
    { takerDemands: { minOrders: null, minCompletionPct: null, minAccountAgeDays: null } },
    { url: 'javascript:alert(1)' },
    { url: { toString: () => 'https://www.bazaar.com' } },
  ]
  for (const facts of odd)
    expect(readPage(plainExchange('bazaar', {}, facts), rows, context), JSON.stringify(facts)).toMatchObject({
      state: 'failed',
      fault: { kind: 'schema_drift' },
    })
  for (const fault of [
    { kind: 'closed', message: 'no' },
    { kind: 'blocked', message: '<b>' },
    { kind: 'blocked' },
    7,
  ]) {
    const refusing = plainExchange('bazaar', { refusal: () => fault as Fault })
    expect(readPage(refusing, rows, context)).toMatchObject({ state: 'failed', fault: { kind: 'schema_drift' } })
  }
})

test('lists of names in another shape than ours are not taken', () => {
  const answer = { status: 200, contentType: 'application/json', retryAfter: null, text: '{}' }
  const read = (names: unknown) =>
    readDictionary(
      plainExchange('bazaar', { dictionary: { ...plainDictionary(true), read: () => names as Dictionary } }),
      answer,
      0,
    )
  const empty = new Map<string, string>()
  for (const names of [
    7,
    {},
    { payments: empty },
    { payments: {}, currencies: {} },
    { payments: new Map([[1, {}]]), currencies: empty },
  ])
    expect(read(names)).toMatchObject({ kind: 'schema_drift' })
  const good = { payments: new Map([['1', 'Mono']]), currencies: empty }
  expect(read(good)).toEqual(good)
})
