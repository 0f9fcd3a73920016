import { type Candles, candles, candlesCsv, presentCandles } from '@p2p-rates/contract'
import { bars, rangeOf, type Series, slotMs } from '@p2p-rates/core'
import { createRandom } from '@p2p-rates/kitchen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReadInSteps } from '../history/read-in-steps.js'
import { callListener } from '../testing/call-listener.js'
import { openBeside } from '../testing/open-beside.js'
import { createKey, startServer, type TestServer } from '../testing/start-server.js'
import { longCandles } from './long-candles.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let server: TestServer
beforeAll(async () => {
  server = await startServer({ fiats: ['UAH'], exchanges: ['binance', 'okx'], historyDays: 100 })
})
afterAll(() => server.stop())

const key = { fiat: 'UAH', exchange: 'best' }
/** The columns as they lie in memory. */
const bytesOf = ({ buy, sell, buyAds, sellAds }: Series, length: number): Buffer =>
  Buffer.concat(
    [buy, sell, buyAds, sellAds].map((column) => {
      const used = column.subarray(0, length)
      return Buffer.from(used.buffer, used.byteOffset, used.byteLength)
    }),
  )

/** Counts the breaths. */
const aBreath = () => {
  const breaths = {
    count: 0,
    breathe: async () => {
      breaths.count += 1
    },
  }
  return breaths
}

test('a span read step by step is the span read at once, wherever it begins and ends', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`spans from seed ${seed}`)
  const { below } = createRandom(seed)
  const store = openBeside(server.config.DATA_DIR)
  const readInSteps = createReadInSteps(store.history)
  for (let round = 0; round < 40; round++) {
    const toMs = Date.now() - below(20 * dayMs) + below(dayMs)
    const fromMs = toMs - below(90 * dayMs)
    const breath = aBreath()
    const atOnce = await store.history.read(key, fromMs, toMs)
    await readInSteps(key, { fromMs, toMs }, breath.breathe, async (inSteps) => {
      expect([inSteps.firstSlot, inSteps.length]).toEqual([atOnce.firstSlot, atOnce.length])
      expect(bytesOf(inSteps, inSteps.length).equals(bytesOf(atOnce, atOnce.length))).toBe(true)
    })
    expect(breath.count).toBeGreaterThanOrEqual(Math.floor((toMs - fromMs) / (16 * dayMs)))
  }
  await readInSteps(key, { fromMs: 5, toMs: 5 }, aBreath().breathe, async ({ length }) => expect(length).toBe(0))
})

describe.each(['5m', '15m', '1h', '4h', '1d'] as const)('candles of %s', (interval) => {
  test.each(['json', 'csv'] as const)('made step by step are to the byte those made at once, as %s', async (format) => {
    const store = openBeside(server.config.DATA_DIR)
    const nowMs = Date.now()
    for (const hours of [1, 25, 1_000, 2_399]) {
      const [fromMs, toMs] = [nowMs - hours * hourMs, nowMs]
      const series: Series = await store.history.read(key, fromMs, toMs + slotMs)
      const range = rangeOf(series, fromMs, toMs)
      const facts = { fiat: 'UAH', exchange: 'best', interval, hours } as const
      const whole = presentCandles({ ...facts, candles: bars(series, range, interval) })
      for (const step of [1, 7, 400]) {
        if (step < 7 && hours > 25) continue
        const outcome = await longCandles({ series, range, facts, format, step }, aBreath().breathe)
        const text = 'bytes' in outcome ? outcome.bytes.toString() : null
        expect(text).toBe(format === 'csv' ? candlesCsv(whole) : JSON.stringify(whole))
      }
    }
  })
})

test('a year of candles is asked for and answered like a day of them', async () => {
  const headers = { 'X-API-Key': server.keys.Business }
  const answer = await fetch(`${server.baseUrl}/candles?interval=1h&hours=2300`, { headers })
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('etag')).toMatch(/^".+"$/)
  const body = (await answer.json()) as Candles
  expect(candles.answer.parse(body).candles.length).toBeGreaterThan(2_290)
  const again = await fetch(`${server.baseUrl}/candles?interval=1h&hours=2300`, {
    headers: { ...headers, 'If-None-Match': answer.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('who asks for much waits for himself: others are answered before, however late they come', async () => {
  const greedy = { 'x-api-key': await createKey(server.server, 'Business') }
  const modest = { 'x-api-key': server.keys.Business }
  const call = (path: string, headers: Record<string, string>) =>
    callListener(server.server.doors.fast, `/api/v1${path}`, headers)
  // Both keys are looked up before.
  expect([await call('/rates', greedy), await call('/rates', modest)]).toEqual([200, 200])
  const order: string[] = []
  const ask = async (name: string, path: string, headers: Record<string, string>) => {
    expect(await call(path, headers)).toBe(200)
    order.push(name)
  }
  const many = [
    ask('greedy', '/history?hours=2300', greedy),
    ...Array.from({ length: 10 }, (_, index) => ask('greedy', `/candles?interval=5m&hours=${700 - index}`, greedy)),
  ]
  await ask('modest', '/rates', modest)
  await ask('modest', '/history?hours=24', modest)
  await ask('modest', '/candles?interval=5m&hours=690', modest)
  await Promise.all(many)
  expect(order.slice(0, 2)).toEqual(['modest', 'modest'])
  expect(order.indexOf('modest', 2)).toBeLessThan(5)
})

test('of thirty long questions of one account at once ten are told to come again', async () => {
  const headers = { 'x-api-key': await createKey(server.server, 'Business') }
  const call = (hours: number) =>
    callListener(server.server.doors.fast, `/api/v1/candles?interval=15m&hours=${hours}`, headers)
  await call(1)
  const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => call(2_000 - index)))
  expect([200, 429].map((status) => statuses.filter((seen) => seen === status).length)).toEqual([20, 10])
  expect(await call(1_000)).toBe(200)
})
