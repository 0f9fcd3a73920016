import type { Candles, History, ReferenceIndex, Stats } from '@p2p-rates/contract'
import { exchangeIds, type Fiat } from '@p2p-rates/core'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import { createHistoryCache } from '../../history/history-cache.js'
import { entriesOf } from '../../history/points-of-snapshot.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { startServerAt, type TestServer } from '../../testing/start-server.js'
import type { CurrentMarket } from './current-market.js'
import { indexEndpoint } from './index-and-fixings.js'

const fiats = ['UAH', 'EUR', 'INR', 'AMD'] as const satisfies readonly Fiat[]

describe('a server', () => {
  let running: TestServer<ReturnType<typeof createFakeClock>>
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys.Business } })).json() as Promise<T>
  beforeAll(async () => {
    running = await startServerAt({ fiats, historyDays: 2, clock: createFakeClock(Date.now()) })
  })
  afterAll(() => running.stop())

  test('what the index says now is the newest point of its series, in every currency', () =>
    checkEach(fiats, async (fiat) => {
      const index = await get<ReferenceIndex>(`/index?fiat=${fiat}`)
      const { points } = await get<History>(`/history?fiat=${fiat}&exchange=index&hours=1&max_points=1000`)
      const { candles } = await get<Candles>(`/candles?fiat=${fiat}&exchange=index&interval=5m&hours=1`)
      const newest = points.at(-1)
      for (const name of ['buy', 'sell'] as const) {
        expect(newest?.[name]).toBe(index[name])
        expect(candles.at(-1)?.[name]?.close).toBe(newest?.[name])
      }
      expect(index.sources).toBeLessThanOrEqual(exchangeIds.length)
      expect(index.official).toBeNull()
    }))

  test('its change is measured against the slot of a day ago', async () => {
    const index = await get<ReferenceIndex>('/index?fiat=UAH')
    const atMs = Math.floor((running.clock.wallMs() - 86_400_000) / 300_000) * 300_000
    const { points } = await get<History>('/history?fiat=UAH&exchange=index&hours=25&max_points=1000')
    const then = points.find(({ t }) => Date.parse(t) === atMs)
    const before = ((then?.buy ?? 0) + (then?.sell ?? 0)) / 2
    expect(index.change_24h_pct).toBeCloseTo((index.value / before - 1) * 100, 1)
  })

  test('stats return the same of the index as of the best price', async () => {
    const index = await get<ReferenceIndex>('/index?fiat=UAH')
    const stats = await get<Stats>('/stats?fiat=UAH&exchange=index')
    expect(stats).toMatchObject({ exchange: 'index', best_buy_now: index.buy })
    expect(stats.data_points).toBeGreaterThan(500)
    const best = await get<Stats>('/stats?fiat=UAH')
    expect(stats.avg_24h).not.toBe(best.avg_24h)
    expect(await get<Stats>('/stats?fiat=UAH&exchange=okx')).toMatchObject({ exchange: 'okx' })
  })
})

describe("the endpoint's inputs apart from the market", () => {
  const snapshot = aSnapshot({ buy: 41.4, sell: 41 })
  const ask = async ({ rate = null as number | null, recordedAgoMs = null as number | null } = {}) => {
    const { clock, timers } = createFakeTime()
    const { history } = openMemoryStore()
    if (recordedAgoMs !== null) await history.append(clock.wallMs() - recordedAgoMs, entriesOf(snapshot))
    const past = createHistoryCache({ store: history, clock, timers })
    const now = { snapshot: () => snapshot, wallMs: clock.wallMs } as unknown as CurrentMarket
    const official = async () => (rate === null ? null : { rate, source: 'A bank', day: '2026-11-21' })
    const { handle } = indexEndpoint(now, past, { official, usdtUsd: async () => null }, () => false)
    const outcome = await handle({ query: { fiat: 'UAH' } } as never)
    return (outcome as { answer: ReferenceIndex }).answer
  }

  test('an official rate makes a premium', async () => {
    const { value, official, premium_pct: premium } = await ask({ rate: 40 })
    expect(official).toEqual({ rate: 40, source: 'A bank', day: '2026-11-21' })
    expect(premium).toBeCloseTo((value / 40 - 1) * 100, 1)
    expect(await ask()).toMatchObject({ official: null, premium_pct: null })
  })

  test('a slot of a day ago is compared with, its neighbours are not', async () => {
    expect(await ask({ recordedAgoMs: 86_400_000 })).toMatchObject({ change_24h_pct: 0 })
    for (const recordedAgoMs of [86_400_000 - 300_000, 86_400_000 + 300_000, null])
      expect(await ask({ recordedAgoMs })).toMatchObject({ change_24h_pct: null })
  })
})
