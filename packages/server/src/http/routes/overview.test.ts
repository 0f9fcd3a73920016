import type { Overview, Rates, ReferenceIndex } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import { createHistoryCache } from '../../history/history-cache.js'
import { entriesOf } from '../../history/points-of-snapshot.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { startServerAt, type TestServer } from '../../testing/start-server.js'
import { overviewEndpoint } from './currencies.js'

describe('a server', () => {
  const fiats = ['UAH', 'EUR', 'INR', 'AMD'] as const satisfies readonly Fiat[]
  let running: TestServer<ReturnType<typeof createFakeClock>>
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys.Business, ...headers } })
  const get = async <T>(path: string): Promise<T> => (await ask(path)).json() as Promise<T>
  beforeAll(async () => {
    running = await startServerAt({ fiats, historyDays: 2, clock: createFakeClock(Date.now()) })
  })
  afterAll(() => running.stop())

  test('each line says what rates and index say of its currency', async () => {
    const { generated_at, currencies } = await get<Overview>('/overview')
    expect(currencies.map(({ fiat }) => fiat)).toEqual(fiats)
    for (const line of currencies) {
      const rates = await get<Rates>(`/rates?fiat=${line.fiat}&include=confidence`)
      const index = await get<ReferenceIndex>(`/index?fiat=${line.fiat}`)
      expect(line).toEqual({
        ...{ fiat: rates.fiat, best_buy: rates.best_buy, best_sell: rates.best_sell, updated_at: rates.updated_at },
        confidence: rates.confidence,
        ...{ index: index.value, change_24h_pct: index.change_24h_pct, index_confidence: index.confidence },
        age_seconds: Math.floor((Date.parse(generated_at) - Date.parse(rates.updated_at)) / 1000),
      })
      expect(line.age_seconds).toBeGreaterThanOrEqual(0)
      expect(line.change_24h_pct).not.toBeNull()
    }
  })

  test('the document is the same bytes until a currency or the minute changes, and then computed again', async () => {
    const first = await ask('/overview')
    const etag = first.headers.get('ETag') ?? ''
    expect((await ask('/overview', { 'If-None-Match': etag })).status).toBe(304)
    const told = await first.text()
    expect((await (await ask('/overview')).text()) === told).toBe(true)
    running.clock.advance(120_000)
    const later = await ask('/overview', { 'If-None-Match': etag })
    expect(later.status).toBe(200)
    // Older by two minutes, or of the cycle that was due meanwhile.
    expect((await later.text()) === told).toBe(false)
  })

  test('nothing fresh is known of any currency: each says so', async () => {
    running.clock.advance(3_600_000)
    const { currencies } = await get<Overview>('/overview')
    expect(currencies.map(({ fiat }) => fiat)).toEqual(fiats)
    for (const { fiat, ...line } of currencies) expect([fiat, ...new Set(Object.values(line))]).toEqual([fiat, null])
  })
})

describe('the computed answer', () => {
  const fiats = ['UAH', 'EUR', 'INR'] as const satisfies readonly Fiat[]

  const open = async () => {
    const { clock, timers } = createFakeTime()
    const { history } = openMemoryStore()
    const shown = new Map<Fiat, MarketSnapshot>()
    const show = (fiat: Fiat, buy: number, version: number) => {
      const snapshot = { ...aSnapshot({ fiat, buy, sell: buy - 0.4, nowMs: clock.wallMs() }), version }
      shown.set(fiat, snapshot)
      return snapshot
    }
    for (const [at, fiat] of fiats.entries()) show(fiat, 41 + at, 100 + at)
    let reads = 0
    const historyCache = createHistoryCache({
      store: {
        ...history,
        readSeries: (...asked) => {
          reads += 1
          return history.readSeries(...asked)
        },
      },
      clock,
      timers,
    })
    const latest = { snapshot: (fiat: Fiat) => shown.get(fiat) ?? null, refreshAtMonoMs: () => clock.monoMs() + 30_000 }
    const { handle, version } = overviewEndpoint({ latest, historyCache, fiats, clock })
    return {
      ...{ clock, history, shown, show },
      version: () => version?.({}, undefined as never).version,
      refreshMs: () => (version?.({}, undefined as never).refreshAtMonoMs ?? 0) - clock.monoMs(),
      ask: async () => ((await handle({} as never)) as { answer: Overview }).answer,
      reads: () => reads,
    }
  }

  test('a currency is computed once for each of its versions and slots, independent of other currencies', async () => {
    const { ask, reads, show, clock } = await open()
    await Promise.all([ask(), ask()])
    expect(reads()).toBe(3)
    show('EUR', 43, 200)
    const { currencies } = await ask()
    expect(reads()).toBe(4)
    expect(currencies[1]?.best_buy?.price).toBe(43)
    clock.advance(300_000)
    await ask()
    expect(reads()).toBe(7)
  })

  test('its version changes with every currency that changes, falls out or comes back, and with the minute', async () => {
    const { version, shown, show, clock, refreshMs } = await open()
    const seen = [version()]
    const look = () => {
      seen.push(version())
      expect(new Set(seen).size).toBe(seen.length)
    }
    expect(version()).toBe(seen[0])
    show('UAH', 41, 300)
    look()
    shown.delete('INR')
    look()
    show('INR', 44, 301)
    look()
    // The sum of both is the same as before.
    show('UAH', 41, 301)
    show('INR', 44, 300)
    look()
    clock.advance(60_000)
    look()
    expect(refreshMs()).toBeLessThanOrEqual(30_000)
  })

  test('the change is against the slot of a day ago alone', async () => {
    const { ask, history, clock, shown } = await open()
    const before = shown.get('UAH')
    if (before === undefined) throw new Error('nothing is shown')
    await history.append(clock.wallMs() - 86_400_000, entriesOf(before))
    await history.append(
      clock.wallMs() - 86_400_000 + 300_000,
      entriesOf(aSnapshot({ fiat: 'EUR', buy: 50, sell: 49 })),
    )
    expect((await ask()).currencies.map((line) => line.change_24h_pct)).toEqual([0, null, null])
  })

  test('what the disk refuses once is asked again', async () => {
    const { ask, history } = await open()
    const { readSeries } = history
    let broken = true
    history.readSeries = async (...asked) => {
      if (broken) throw new Error('the disk is gone')
      return readSeries(...asked)
    }
    await expect(ask()).rejects.toThrow('the disk is gone')
    broken = false
    expect((await ask()).currencies).toHaveLength(3)
  })
})
