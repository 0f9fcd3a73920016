import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Candles, candles, formulaOf } from '@p2p-rates/contract'
import { normalRules } from '@p2p-rates/core'
import { createRandom, slotMs } from '@p2p-rates/core/internal'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createWorkerThread } from '../../base/concurrency/worker-thread.js'
import { callListener } from '../../testing/call-listener.js'
import { makeFolder } from '../../testing/make-folder.js'
import { openSecondStore } from '../../testing/open-second-store.js'
import { createKey, startServer, type TestServer } from '../../testing/start-server.js'
import { runQuery, toSerializableRules, type WorkerQuery, type WorkerResult } from './history-queries.js'

const hourMs = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ fiats: ['UAH'], exchanges: ['binance', 'okx'], historyDays: 100 })
})
afterAll(() => server.stop())

const startThread = (dataDir: string, onDamage: (what: string) => void = () => {}) => {
  const thread = createWorkerThread<WorkerQuery, WorkerResult>({
    path: fileURLToPath(new URL('../../app/history-worker.ts', import.meta.url)),
    data: { DATA_DIR: dataDir },
    execArgv: ['--import', new URL('../../testing/read-types.mjs', import.meta.url).href],
    onDamage,
  })
  onTestFinished(() => thread.stop())
  return thread
}

const someQuestion = (nowMs: number, below: (limit: number) => number): WorkerQuery => {
  const hours = 1 + below(2_399)
  const common = {
    fiat: 'UAH',
    exchange: below(2) === 0 ? 'best' : 'okx',
    hours,
    format: below(2) === 0 ? 'json' : 'csv',
    fromMs: nowMs - hours * hourMs,
    toMs: Math.floor(nowMs / slotMs) * slotMs,
  } as const
  if (below(4) === 0) {
    const formula = formulaOf({ fiat: 'UAH', base: 'nth', n: 1 + below(3), side: below(2) === 0 ? 'BUY' : 'SELL' })
    return { ...common, form: 'formula', fiat: 'UAH', formula, rules: toSerializableRules(normalRules) }
  }
  const interval = (['5m', '15m', '1h', '4h', '1d'] as const)[below(5)] ?? '1h'
  return below(2) === 0
    ? { ...common, form: 'points', maxPoints: 2 + below(998) }
    : { ...common, form: 'candles', interval }
}

/** Sends bodies over HTTP from memory shared with the thread, and returns the received bytes. */
const sentOver = async (bodies: readonly Buffer[]): Promise<readonly Buffer[]> => {
  const sender = createServer((request, response) => response.end(bodies[Number(request.url?.slice(1))]))
  onTestFinished(() => void sender.close())
  await new Promise<void>((done) => sender.listen(0, '127.0.0.1', done))
  const { port } = sender.address() as AddressInfo
  return Promise.all(
    bodies.map(async (_, index) => Buffer.from(await (await fetch(`http://127.0.0.1:${port}/${index}`)).arrayBuffer())),
  )
}

test('the thread answers to the byte what would be answered here, whatever is asked', async () => {
  const seed = Number(process.env.SEED)
  const { below } = createRandom(seed)
  const recorded = openSecondStore(server.config.DATA_DIR)
  // The market of this hour is kept shortly after the start.
  await expect
    .poll(async () => (await recorded.hourly.readHours('UAH', 0, 9e15)).length, { timeout: 20_000 })
    .toBeGreaterThan(0)
  const thread = startThread(server.config.DATA_DIR)
  const questions = Array.from({ length: 60 }, () => someQuestion(Date.now(), below))
  const answers = await Promise.all(questions.map((question) => thread.runOrder(question)))
  const overSockets = await sentOver(answers.map(({ bytes }) => Buffer.from(bytes.buffer)))
  for (const [index, question] of questions.entries()) {
    expect(overSockets[index]?.equals(answers[index]?.bytes ?? new Uint8Array())).toBe(true)
    const here = await runQuery(recorded, question)
    expect([answers[index]?.type, Buffer.from(answers[index]?.bytes ?? []).toString()]).toEqual([here.type, here.text])
  }
})

test('the thread reads rows written a moment ago, of series unknown at its start', async () => {
  const dataDir = join(makeFolder(), 'data')
  const store = openSecondStore(dataDir)
  const thread = startThread(dataDir)
  const startMs = Date.UTC(2026, 10, 20)
  const ask = async (exchange: 'best' | 'okx') => {
    const span = { fromMs: startMs, toMs: startMs + hourMs }
    const asked = { form: 'points', fiat: 'UAH', exchange, hours: 1, maxPoints: 9, format: 'json', ...span } as const
    return JSON.parse(Buffer.from((await thread.runOrder(asked)).bytes).toString()).points
  }
  for (const [index, exchange] of (['best', 'okx'] as const).entries()) {
    expect(await ask(exchange)).toEqual([])
    const entry = { fiat: 'UAH', exchange, buy: 41, sell: 40, buyAds: 1, sellAds: 1 }
    await store.history.append(startMs + index * slotMs, [entry])
    expect(await ask(exchange)).toHaveLength(1)
  }
})

test('a caller waiting for a dying thread gets an error, and the next order finds a new one', async () => {
  const missing = startThread(join(makeFolder(), 'nothing'))
  const question = someQuestion(Date.now(), () => 0)
  await expect(missing.runOrder(question)).rejects.toThrow('no data')
  await expect(missing.runOrder(question)).rejects.toThrow('no data')
  const thread = startThread(server.config.DATA_DIR)
  const bad = { ...question, form: 'candles', interval: 'never' } as unknown as WorkerQuery
  await expect(thread.runOrder({ ...bad, fromMs: Number.NaN })).rejects.toThrow()
  expect((await thread.runOrder(question)).bytes.length).toBeGreaterThan(10)
  // One query runs and the rest wait, while the thread is reading.
  for (let round = 0; round < 5; round += 1) {
    const cut = Array.from({ length: 20 }, () => expect(thread.runOrder(question)).rejects.toThrow('ended'))
    await thread.stop()
    await Promise.all(cut)
    expect((await thread.runOrder(question)).bytes.length).toBeGreaterThan(10)
  }
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

test('a caller with long requests delays only itself: other callers are answered before, however late they come', async () => {
  const greedy = { 'x-api-key': await createKey(server.server, 'Business') }
  const modest = { 'x-api-key': server.keys.Business }
  const call = (path: string, headers: Record<string, string>) =>
    callListener(server.server.httpHandler.fastPath, `/api/v1${path}`, headers)
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

test('of thirty long requests of one account at once ten get a time to retry', async () => {
  const headers = { 'x-api-key': await createKey(server.server, 'Business') }
  const call = (hours: number) =>
    callListener(server.server.httpHandler.fastPath, `/api/v1/candles?interval=15m&hours=${hours}`, headers)
  await call(1)
  const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => call(2_000 - index)))
  expect([200, 429].map((status) => statuses.filter((seen) => seen === status).length)).toEqual([20, 10])
  expect(await call(1_000)).toBe(200)
})
