import type { Candles, ErrorBody, PriceAt, ReferenceIndex } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { slotMs } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHistoryCache } from '../../history/history-cache.js'
import type { HistoryEntry } from '../../history/history-stores.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { startServerAt, type TestServer } from '../../testing/start-server.js'
import type { CurrentMarket } from './current-market.js'
import { priceEndpoint } from './past-prices.js'

const hourMs = 3_600_000

describe('a server', () => {
  let running: TestServer<ReturnType<typeof createFakeClock>>
  const get = async <T>(path: string, plan: 'Starter' | 'Pro' | 'Business' = 'Business'): Promise<T> =>
    (await fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys[plan] } })).json() as Promise<T>
  beforeAll(async () => {
    running = await startServerAt({ historyDays: 35, clock: createFakeClock(Date.now()) })
  })
  afterAll(() => running.stop())

  test("a slot's candle is its price, for every instant in it", () =>
    checkEach(['best', 'index', 'okx'], async (exchange) => {
      const { candles } = await get<Candles>(`/candles?exchange=${exchange}&interval=5m&hours=6`)
      const closed = candles.slice(1, -1)
      expect(closed.length).toBeGreaterThan(60)
      for (const { t, buy, sell } of closed.slice(0, 20)) {
        for (const seconds of [0, 1, 299]) {
          const at = new Date(Date.parse(t) + seconds * 1000).toISOString()
          expect(await get<PriceAt>(`/price?exchange=${exchange}&at=${at}`)).toMatchObject({
            ...{ exchange, at, slot: t, age_seconds: seconds, reason: null },
            ...{ buy: buy?.close ?? null, sell: sell?.close ?? null },
          })
        }
      }
    }))

  test('the same instant in every spelling has one answer', async () => {
    const atMs = Math.floor((running.clock.wallMs() - 20 * hourMs) / 60_000) * 60_000
    const utc = new Date(atMs).toISOString()
    const inKyiv = `${new Date(atMs + 2 * hourMs).toISOString().slice(0, 16)}`
    const spellings = [utc, `${utc.slice(0, 16)}Z`, `${inKyiv}%2B02:00`, `${inKyiv}+02:00`, `${atMs / 1000}`]
    const answers = await Promise.all(spellings.map((at) => get<PriceAt>(`/price?at=${at}`)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ at: utc, reason: null })
  })

  test('a plan sees the past of its history, and one without history that of stats', async () => {
    const nowMs = running.clock.wallMs()
    const askAt = async (atMs: number, plan: 'Starter' | 'Pro' | 'Business') =>
      (await get<PriceAt>(`/price?at=${new Date(atMs).toISOString()}`, plan)).reason
    for (const plan of ['Starter', 'Pro'] as const) {
      expect(await askAt(nowMs - 719 * hourMs, plan)).toBeNull()
      expect(await askAt(nowMs - 721 * hourMs, plan)).toBe('beyond_plan')
      // Plans must not share a cached answer.
      expect(await askAt(nowMs - 721 * hourMs, 'Business')).toBeNull()
    }
    expect(await askAt(nowMs - 8_759 * hourMs, 'Business')).toBe('before_coverage')
    expect(await askAt(nowMs - 8_761 * hourMs, 'Business')).toBe('beyond_plan')
    expect(await askAt(nowMs, 'Starter')).toBeNull()
    expect(await askAt(nowMs + slotMs, 'Starter')).toBe('future')
  })

  test('the index of an instant has as many sources as the index had then', async () => {
    const { sources } = await get<ReferenceIndex>('/index')
    const at = new Date(running.clock.wallMs()).toISOString()
    expect(await get<PriceAt>(`/price?exchange=index&at=${at}`)).toMatchObject({ sources })
    expect(await get<PriceAt>(`/price?exchange=binance&at=${at}`)).toMatchObject({ sources: 1 })
  })

  test('an invalid instant is rejected with an explanation', async () => {
    for (const at of ['2026-02-29T10:00Z', '2026-03-14T14:05', '1773497100000']) {
      const { detail } = await get<ErrorBody>(`/price?at=${at}`)
      expect(detail).toMatchObject({ code: 'invalid_parameter', param: 'at' })
      expect(detail.message).toContain('with its time zone')
    }
  })
})

describe('a record with holes', () => {
  const start = Date.UTC(2026, 9, 1)
  const entry = (exchange: string, buy: number | null, sell: number | null): HistoryEntry => ({
    ...{ fiat: 'UAH', exchange, buy, sell },
    ...{ buyAds: 5, sellAds: 2 },
  })
  const record: readonly (readonly [slot: number, entries: readonly HistoryEntry[]])[] = [
    [10, [entry('best', 41, 40), entry('okx', 41, 40), entry('mexc', 42, null)]],
    [12, [entry('best', null, 40.5), entry('okx', null, 40.5), entry('index', 41, 40)]],
    [700, [entry('best', 43, 42), entry('bybit', 43, 42)]],
  ]
  const ask = async (slot: number, exchange = 'best') => {
    const { clock, timers } = createFakeTime()
    const { history } = openMemoryStore()
    for (const [at, entries] of record) await history.append(start + at * slotMs, entries)
    const past = createHistoryCache({ store: history, clock, timers })
    const now = { wallMs: () => start + 800 * slotMs + 1 } as unknown as CurrentMarket
    const actor = { kind: 'key', account: { limits: { historyHours: 720 } } }
    const at = new Date(start + slot * slotMs + 61_500).toISOString()
    const outcome = await priceEndpoint(exchangeIds, now, past).handle({
      query: { fiat: 'UAH', exchange, at },
      actor,
    } as never)
    return (outcome as { answer: PriceAt }).answer
  }
  const none = { buy: null, sell: null, age_seconds: null, sources: 0 }

  test('a gap is a gap, whatever its neighbours hold', async () => {
    for (const slot of [11, 13, 699, 701, 800]) expect(await ask(slot)).toMatchObject({ ...none, reason: 'gap' })
    expect(await ask(801)).toMatchObject({ ...none, reason: 'future' })
    expect(await ask(9)).toMatchObject({ ...none, reason: 'before_coverage' })
  })

  test('coverage begins for each series by itself', async () => {
    expect(await ask(500, 'okx')).toMatchObject({ reason: 'gap' })
    expect(await ask(500, 'bybit')).toMatchObject({ reason: 'before_coverage' })
    expect(await ask(500, 'kucoin')).toMatchObject({ reason: 'before_coverage' })
    expect(await ask(11, 'index')).toMatchObject({ reason: 'before_coverage' })
  })

  test('one side alone is a price, and the exchanges of that slot alone are counted', async () => {
    expect(await ask(10)).toMatchObject({ buy: 41, sell: 40, sources: 2, age_seconds: 61, reason: null })
    expect(await ask(12)).toMatchObject({ buy: null, sell: 40.5, sources: 1, reason: null })
    expect(await ask(10, 'mexc')).toMatchObject({ buy: 42, sell: null, sources: 1 })
    expect(await ask(12, 'index')).toMatchObject({ buy: 41, sell: 40, sources: 5 })
  })
})
