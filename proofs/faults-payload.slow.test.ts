import { createRandom } from '@p2p-rates/chance'
import { okx, readPage } from '@p2p-rates/core'
import { contextOf, observedAt, pagesOf } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { mutate } from './faults-payload/mutate.js'
import { brokenPromise } from './faults-payload/promises.js'
import { faultsPayloadProof } from './faults-payload.js'

const seed = Math.floor(Math.random() * 1e9)
console.log(`faults-payload seed ${seed}`)

const run = async (options: { seed: number; count?: number }) => {
  const printed: string[] = []
  const result = await faultsPayloadProof.run({ ...options, fast: true, print: (line) => printed.push(line) })
  return { ...result, printed }
}

test('2,000 mutations of each exchange break no promise', async () => {
  const result = await run({ seed })
  expect(result.holds, result.printed.join('\n')).toBe(true)
})

test('the same seed gives the same cases', async () => {
  const [first, second, other] = [
    await run({ seed, count: 50 }),
    await run({ seed, count: 50 }),
    await run({ seed: seed + 1, count: 50 }),
  ]
  expect(first.details).toEqual(second.details)
  expect(first.details).not.toEqual(other.details)
})

test('mutations hurt: most change the text', () => {
  const text = JSON.stringify(JSON.parse(honestPage().text))
  const mutated = Array.from({ length: 500 }, (_, index) => mutate(text, createRandom(seed + index)))
  expect(mutated.filter((other) => other !== text).length).toBeGreaterThan(400)
})

describe('a promise is seen to be broken', () => {
  const page = honestPage()
  const reading = readPage(okx, page.text, contextOf(okx, page))
  if (reading.state === 'failed') throw new Error(reading.fault.message)
  const asked = { ...page.market, exchange: 'okx', atMs: observedAt }
  const broken = (change: object) =>
    brokenPromise({ ...reading, ads: reading.ads.map((ad) => ({ ...ad, ...change })) }, asked)

  test('but not by an honest page', () => expect(brokenPromise(reading, asked)).toBeNull())

  test.each([
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
  ])('by %j', (change) => expect(broken(change)).not.toBeNull())

  test('by rows that vanish', () => {
    expect(brokenPromise({ ...reading, rowCount: reading.rowCount + 1 }, asked)).not.toBeNull()
  })

  test('by a polluted prototype', () => {
    const prototype = Object.prototype as Record<string, unknown>
    try {
      prototype.polluted = true
      expect(brokenPromise(reading, asked)).toBe('an object prototype was polluted')
    } finally {
      Reflect.deleteProperty(prototype, 'polluted')
    }
  })
})

function honestPage() {
  const page = pagesOf('okx').find(({ file }) => file === 'uah-buy.json')
  if (page === undefined) throw new Error('fixture missing')
  return page
}
