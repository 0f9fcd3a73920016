import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { bybit } from './bybit.js'
import { noNames } from './define-exchange.js'
import { okx } from './okx.js'
import { isPageReversed, readPage } from './read-page.js'

const page = (...prices: number[]) => prices.map((price) => ({ price, promoted: false }) as Ad)
const rising = page(41, 41.1, 41.1, 41.2, 41.3, 41.4, 41.5)
const falling = rising.toReversed()

describe('a page runs backwards', () => {
  test('from expensive to cheap for buyers, from cheap to expensive for sellers', () => {
    expect([isPageReversed(falling, 'BUY'), isPageReversed(rising, 'BUY')]).toEqual([true, false])
    expect([isPageReversed(rising, 'SELL'), isPageReversed(falling, 'SELL')]).toEqual([true, false])
  })

  test('only if no ad breaks the order, paid ones aside', () => {
    expect(isPageReversed([...falling, ...page(41.2)], 'BUY')).toBe(false)
    expect(isPageReversed([...falling, { ...page(44)[0], promoted: true } as Ad], 'BUY')).toBe(true)
  })

  test('not where the order may be chance: five steps are the least', () => {
    expect(isPageReversed(page(45, 44, 43, 42, 41), 'BUY')).toBe(false)
    expect(isPageReversed(page(41, 41, 41, 41, 41, 41, 41, 41, 40), 'BUY')).toBe(false)
    expect(isPageReversed([], 'SELL')).toBe(false)
  })
})

test('an exchange that keeps an order is not believed on a page that runs backwards, however short', () => {
  const wire = JSON.parse(fixture('bybit/uah-buy.json'))
  const items = [47, 46.5, 46, 45.9, 45.5, 45.1].map((price, index) => ({
    ...wire.result.items[0],
    id: String(index),
    price: String(price),
  }))
  const read = (rows: object[]) =>
    readPage(bybit, JSON.stringify({ ...wire, result: { items: rows } }), {
      fiat: 'UAH',
      side: 'BUY',
      names: noNames,
      observedAtMs: observedAt,
    })
  expect(read(items)).toMatchObject({ state: 'failed', fault: { kind: 'schema_drift' } })
  expect(read(items.toReversed())).toMatchObject({ state: 'read', rowCount: 6 })
})

describe('OKX, whose order has never been seen obeyed,', () => {
  const [sample] = JSON.parse(fixture('okx/uah-sell.json')).data.buy
  const bids = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...sample,
      id: String(index),
      price: (40 + index / 100).toFixed(2),
    }))
  const read = (rows: object[], side: Side = 'SELL') =>
    readPage(okx, JSON.stringify({ code: 0, data: { buy: rows, sell: [] } }), {
      fiat: 'UAH',
      side,
      names: noNames,
      observedAtMs: observedAt,
    })

  test('is believed while its page holds the whole book, in whatever order', () => {
    expect(read(bids(99))).toMatchObject({ state: 'read', rowCount: 99 })
    expect(read(bids(100).toReversed())).toMatchObject({ state: 'read', rowCount: 100 })
  })

  test('is a fault when a full page begins with the worst bids: the best are not on it', () => {
    const reading = read(bids(100))
    expect(reading).toMatchObject({ state: 'failed', fault: { kind: 'schema_drift' } })
    expect(reading.state === 'failed' && reading.fault.message).toContain('wrong way round')
  })
})
