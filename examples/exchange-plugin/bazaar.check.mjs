import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { everyExchange, exchangeDefect, noNames, readPage } from '@p2p-rates/core'
import bazaar from './bazaar.mjs'

/** What becomes of a recorded page that was asked for on this side. */
function read(name, side, fiat = 'UAH') {
  const text = readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')
  return readPage(bazaar, text, { fiat, side, page: 1, names: noNames, observedAtMs: Date.UTC(2026, 10, 23) })
}

test('it can stand beside the exchanges that are there already', () => {
  assert.equal(exchangeDefect(bazaar, everyExchange), null)
})

for (const side of ['BUY', 'SELL'])
  test(`every ad of the ${side} page is read`, () => {
    const reading = read(`uah-${side.toLowerCase()}`, side)
    assert.equal(reading.state, 'read', JSON.stringify(reading))
    assert.deepEqual(reading.rejected, [])
    assert.equal(reading.ads.length, reading.rowCount)
  })

test('an ad says what its row says', () => {
  const [ad] = read('uah-buy', 'BUY').ads
  assert.equal(ad.price, 41.32)
  assert.deepEqual([ad.minFiat, ad.maxFiat, ad.stockUsdt], [500, 20_000, 910.5])
  assert.deepEqual(ad.paymentMethods, ['Monobank', 'PrivatBank'])
  assert.deepEqual([ad.completedOrders, ad.completionPct, ad.merchant], [412, 99.1, true])
})

test('a board without ads is empty, and no fault', () => {
  assert.deepEqual(read('kgs-buy-empty', 'BUY', 'KGS'), {
    state: 'read',
    ads: [],
    rejected: [],
    rowCount: 0,
    more: false,
  })
})

test('the other side and another currency are not believed', () => {
  assert.equal(read('uah-buy', 'SELL').state, 'failed')
  assert.equal(read('uah-buy', 'BUY', 'EUR').state, 'failed')
})

test('a refusal is no empty board', () => {
  assert.equal(read('refused', 'BUY').fault.kind, 'unavailable')
})
