import { join } from 'node:path'
import type { Quality } from '@p2p-rates/contract'
import { slotMs, slotOf } from '@p2p-rates/core/internal'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildServer } from '../../app/build.js'
import { readConfig } from '../../base/config.js'
import { silentLog } from '../../base/log/log.js'
import type { Condition, HistoryEntry } from '../../history/history-stores.js'
import { minutesPerQuarter, quarterMs } from '../../history/history-stores.js'
import { openSqliteStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { makeFolder } from '../../testing/make-folder.js'
import { createKey } from '../../testing/start-server.js'

const dayMs = 86_400_000
const hourMs = 3_600_000
const live = { state: 'live', cause: null } as const

type Recorded = {
  readonly history: readonly { readonly exchange: string; readonly fromMs: number; readonly toMs: number }[]
  readonly checks: readonly {
    readonly exchange: string
    readonly fromMs: number
    readonly toMs: number
    readonly condition?: Condition
    readonly ages?: readonly number[]
  }[]
}

const entry = (exchange: string): HistoryEntry => ({
  ...{ fiat: 'UAH', exchange, buy: 41, sell: 40.5 },
  ...{ buyAds: 3, sellAds: 2 },
})

async function writeDown(dataDir: string, { history, checks }: Recorded): Promise<void> {
  const store = openSqliteStore(dataDir)
  const slots = new Map<number, HistoryEntry[]>()
  for (const { exchange, fromMs, toMs } of history)
    for (let at = fromMs; at < toMs; at += slotMs) slots.set(at, [...(slots.get(at) ?? []), entry(exchange)])
  const ascending = [...slots].toSorted(([one], [other]) => one - other)
  await store.history.load(ascending.map(([at, entries]) => ({ slotMs: at, entries })))
  const quarters = new Map<number, object[]>()
  for (const { exchange, fromMs, toMs, condition = live, ages = [minutesPerQuarter] } of checks)
    for (let at = fromMs; at < toMs; at += quarterMs) {
      const stretches = [{ minutes: minutesPerQuarter, condition }]
      const source = { exchange, fiat: 'UAH', stretches, due: 3, answered: 3, ages }
      quarters.set(at, [...(quarters.get(at) ?? []), source])
    }
  await store.uptime.load([...quarters].map(([startMs, sources]) => ({ startMs, sources: sources as never })))
  await store.close()
}

async function start(recordOf: (nowMs: number) => Recorded, settings: Readonly<{ [name: string]: string }> = {}) {
  const dataDir = join(makeFolder(), 'data')
  const time = createFakeTime()
  await writeDown(dataDir, recordOf(time.clock.wallMs()))
  const { config } = readConfig({
    P2P_DATA_DIR: dataDir,
    P2P_PORT: '0',
    P2P_METRICS_PORT: '0',
    P2P_SIMULATED: 'true',
    P2P_PACING: 'off',
    P2P_FIATS: 'UAH,EUR',
    P2P_EXCHANGES: 'okx,bybit',
    P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9,bybit=http://127.0.0.1:9',
    ...settings,
  })
  const server = await buildServer(config, { log: silentLog, ...time })
  onTestFinished(() => server.stop())
  const key = await createKey(server, 'Free')
  const ask = async (query = '') => {
    const answer = await fetch(`${server.url}/api/v1/quality?${query}`, { headers: { 'X-API-Key': key } })
    return { headers: answer.headers, quality: (await answer.json()) as Quality }
  }
  return { ask, nowMs: time.clock.wallMs(), time }
}

const seriesOf = ({ series }: Quality, exchange: string) => series.find((one) => one.exchange === exchange)
const iso = (ms: number) => new Date(ms).toISOString()

test('a server without a record says that there is none', async () => {
  const { ask } = await start(() => ({ history: [], checks: [] }))
  const { quality } = await ask('days=2')
  expect(quality.series.map(({ exchange }) => exchange)).toEqual(['best', 'index', 'okx', 'bybit'])
  for (const series of quality.series) {
    expect(series).toMatchObject({ recorded_from_at: null, slots: 0, present: 0, share_pct: null })
    expect(series.days.map(({ share_pct }) => share_pct)).toEqual([null, null])
  }
  expect(quality.gaps).toEqual([])
  expect(quality.freshness[0]).toMatchObject({ exchange: 'okx', checks: 0, p50_seconds: null, target_seconds: 300 })
})

describe('a record of 50 days', () => {
  const recordOf = (nowMs: number): Recorded => {
    const begin = nowMs - 50 * dayMs
    const out = { from: nowMs - 40 * dayMs, to: nowMs - 40 * dayMs + 6 * hourMs }
    const off = { from: nowMs - 5 * dayMs, to: nowMs - 5 * dayMs + 2 * hourMs }
    return {
      history: [
        { exchange: 'okx', fromMs: begin, toMs: out.from },
        { exchange: 'okx', fromMs: out.to, toMs: off.from },
        { exchange: 'okx', fromMs: off.to, toMs: nowMs - hourMs },
        { exchange: 'best', fromMs: begin, toMs: nowMs },
        { exchange: 'bybit', fromMs: nowMs - 3 * dayMs, toMs: nowMs },
      ],
      checks: [
        { exchange: 'okx', fromMs: begin, toMs: out.from },
        { exchange: 'okx', fromMs: out.from, toMs: out.to, condition: { state: 'blocked', cause: 'blocked' } },
        { exchange: 'okx', fromMs: out.to, toMs: off.from },
        { exchange: 'okx', fromMs: off.to, toMs: nowMs - 3 * dayMs },
        { exchange: 'okx', fromMs: nowMs - 3 * dayMs, toMs: nowMs, ages: [5, 5, 2, 2, 0, 1] },
        { exchange: 'bybit', fromMs: nowMs - 3 * dayMs, toMs: nowMs },
      ],
    }
  }

  test.each([30, 60])('the last %d days: every slot is there or in a gap, and each gap says why', async (days) => {
    const { ask, nowMs } = await start(recordOf)
    const { quality } = await ask(`days=${days}`)
    const midnight = Math.floor(nowMs / dayMs) * dayMs
    expect(quality).toMatchObject({
      days,
      from_at: iso(midnight - (days - 1) * dayMs),
      to_at: iso(slotOf(nowMs) * slotMs),
    })

    const okx = seriesOf(quality, 'okx')
    expect(okx?.days).toHaveLength(days)
    expect(okx?.recorded_from_at).toBe(iso(nowMs - 50 * dayMs))
    const missing = 2 * 12 + 12 + (days === 60 ? 6 * 12 : 0)
    expect((okx?.slots ?? 0) - (okx?.present ?? 0)).toBe(missing)
    for (const part of ['slots', 'present'] as const)
      expect(okx?.days.reduce((sum, day) => sum + day[part], 0)).toBe(okx?.[part])
    expect(seriesOf(quality, 'best')).toMatchObject({ share_pct: 100 })
    expect(seriesOf(quality, 'index')).toMatchObject({ recorded_from_at: null, share_pct: null })
    // A series that was recorded later isn't incomplete before its start.
    expect(seriesOf(quality, 'bybit')).toMatchObject({ slots: 3 * 288, present: 3 * 288, share_pct: 100 })

    const begun = { blocked: nowMs - 40 * dayMs, off: nowMs - 5 * dayMs, now: nowMs - hourMs }
    const gap = (startMs: number, hours: number, reason: string, cause: string | null, isOpen = false) => ({
      ...{ exchange: 'okx', started_at: iso(startMs), ended_at: isOpen ? null : iso(startMs + hours * hourMs) },
      ...{ seconds: hours * 3_600, reason, cause },
    })
    expect(quality.gaps).toEqual([
      ...(days === 60 ? [gap(begun.blocked, 6, 'blocked', 'blocked')] : []),
      gap(begun.off, 2, 'unobserved', null),
      gap(begun.now, 1, 'no_price', null, true),
    ])
    expect(quality.incidents.filter(({ kind }) => kind === 'blocked')).toHaveLength(days === 60 ? 1 : 0)
    expect(quality.incidents.some(({ kind, exchange }) => kind === 'unobserved' && exchange === null)).toBe(true)
  })

  test('freshness is counted from the checks, against the target of the currency', async () => {
    const { ask } = await start(recordOf, { P2P_CYCLE_SECONDS_BY_FIAT: 'UAH=120' })
    const { quality } = await ask('days=3')
    // 15 checks a quarter: 5 below a minute, 10 below two, 14 below four, all below six.
    expect(quality.freshness[0]).toMatchObject({
      exchange: 'okx',
      target_seconds: 120,
      p50_seconds: 120,
      p95_seconds: 360,
    })
    expect(quality.freshness[0]?.within_target_pct).toBe(66.66)
    expect(quality.freshness[1]).toMatchObject({ exchange: 'bybit', p50_seconds: 60, within_target_pct: 100 })
  })

  test('one exchange is returned with its own incidents and those of all', async () => {
    const { ask } = await start(recordOf)
    const { quality } = await ask('days=90&exchange=bybit')
    expect(quality.series.map(({ exchange }) => exchange)).toEqual(['bybit'])
    expect(quality.freshness.map(({ exchange }) => exchange)).toEqual(['bybit'])
    expect(quality.gaps).toEqual([])
    expect(quality.incidents.map(({ exchange }) => exchange)).toEqual([null])
  })

  test('more than 90 days are lowered to 90, and say so', async () => {
    const { ask } = await start(recordOf)
    const { headers, quality } = await ask('days=91')
    expect([quality.days, headers.get('x-clamped')]).toEqual([90, 'days'])
    expect(seriesOf(quality, 'best')?.days).toHaveLength(90)
  })

  test('slots that close are counted, the one that is running is not', async () => {
    const { ask, time } = await start(recordOf)
    const before = seriesOf((await ask('days=2')).quality, 'best')
    await time.pass(slotMs)
    const after = seriesOf((await ask('days=2')).quality, 'best')
    expect((after?.slots ?? 0) - (before?.slots ?? 0)).toBe(1)
    expect((after?.present ?? 0) - (before?.present ?? 0)).toBe(0)
  })
})
