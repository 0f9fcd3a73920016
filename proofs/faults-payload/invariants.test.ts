import { okx, readPage } from '@p2p-rates/core'
import { contextOf, observedAt, pagesOf } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { violatedInvariant } from './invariants.js'

const page = pagesOf('okx').find(({ file }) => file === 'uah-buy.json')
if (page === undefined) throw new Error('fixture missing')
const reading = readPage(okx, page.text, contextOf(okx, page))
if (reading.state === 'failed') throw new Error(reading.fault.message)
const asked = { ...page.market, exchange: 'okx', atMs: observedAt }

test('an honest page breaks no promise, and each of these changes is noticed', () => {
  expect(violatedInvariant(reading, asked)).toBeNull()
  const changes = [
    { price: Number.NaN },
    { price: 0 },
    { price: 1e12 },
    { minFiat: -1 },
    { maxFiat: Number.POSITIVE_INFINITY },
    { minFiat: 2, maxFiat: 1 },
    { stockUsdt: Number.NaN },
    { completionPct: 101 },
    { positivePct: -1 },
    { completedOrders: 1.5 },
    { nickname: 'x'.repeat(257) },
    { nickname: '', advertiserId: null },
    { paymentMethods: [''] },
    { paymentMethods: null },
    { remarks: '' },
    { url: 'javascript:alert(1)' },
    { side: 'SELL' },
    { fiat: 'PLN' },
    { exchange: 'bybit' },
    { observedAtMs: 1 },
    { extra: 1 },
    { lastSeenAtMs: -1 },
    { takerDemands: { minOrders: -1, minCompletionPct: null, minAccountAgeDays: null, extraVerification: false } },
  ]
  const isNoticed = (change: object) =>
    violatedInvariant({ ...reading, ads: reading.ads.map((ad) => ({ ...ad, ...change }) as typeof ad) }, asked) !== null
  expect(changes.filter((change) => !isNoticed(change))).toEqual([])
  expect(violatedInvariant({ ...reading, rowCount: reading.rowCount + 1 }, asked)).not.toBeNull()
})

test('a polluted prototype is noticed', () => {
  const prototype = Object.prototype as Record<string, unknown>
  try {
    prototype.polluted = true
    expect(violatedInvariant(reading, asked)).toBe('an object prototype was polluted')
  } finally {
    Reflect.deleteProperty(prototype, 'polluted')
  }
})
