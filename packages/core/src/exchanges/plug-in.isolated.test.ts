import { expect, test } from 'vitest'
import type { Fault } from '../fault.js'
import { plainDictionary, plainExchange } from '../testing/plain-exchange.js'
import { everyExchange, exchangeById, exchangeIds, exchanges, pluggedInExchanges, plugIn } from './all.js'
import { compareExchanges } from './compare-exchanges.js'
import { type Dictionary, noNames } from './define-exchange.js'
import { readDictionary } from './read-answer.js'
import { readPage } from './read-page.js'

const plain = (id: string) => plainExchange(id, { name: id, origin: `https://www.${id}.com`, minIntervalMs: 500 })

test('a plugged-in exchange comes after the built-in ones, for every reader of the list', () => {
  const [zoo, bazaar] = [plain('zoo'), plain('bazaar')]
  const [ids, all] = [exchangeIds, exchanges]
  const before = [...exchangeIds]
  plugIn(zoo)
  plugIn(bazaar)
  expect(ids).toEqual([...before, 'zoo', 'bazaar'])
  expect(all.slice(-2)).toEqual([zoo, bazaar])
  expect(everyExchange).toContain(bazaar)
  expect(pluggedInExchanges).toEqual([zoo, bazaar])
  expect(exchangeById('bazaar')).toBe(bazaar)
  expect(['nowhere', 'bazaar', 'zoo', 'binance'].sort(compareExchanges)).toEqual([
    'binance',
    'zoo',
    'bazaar',
    'nowhere',
  ])
})

test('an exchange with a conflicting id is refused, and nothing is listed', () => {
  plugIn(plain('fair'))
  const before = [...exchangeIds]
  expect(() => plugIn(plain('fair'))).toThrow('there is an exchange fair already')
  expect(() => plugIn(plain('okx'))).toThrow('there is an exchange okx already')
  expect(() => plugIn(plainExchange('cheap'))).toThrow('cannot be plugged in: its origin does not begin with https://')
  expect(exchangeIds).toEqual(before)
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
