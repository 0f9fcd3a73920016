import { join } from 'node:path'
import type { SourceHistory } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { buildServer } from '../../app/build.js'
import { readConfig } from '../../base/config.js'
import { silentLog } from '../../base/log/log.js'
import { minuteMs, type StatusSample } from '../../history/history-stores.js'
import { openSqliteStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { makeFolder } from '../../testing/make-folder.js'

const hourMs = 60 * minuteMs

/** Starts a server whose exchanges never answer, so it has only stored data and its own samples. */
const start = async ({ dataDir = join(makeFolder(), 'data'), time = createFakeTime() } = {}) => {
  const { config } = readConfig({
    P2P_DATA_DIR: dataDir,
    P2P_PORT: '0',
    P2P_METRICS_PORT: '0',
    P2P_SIMULATED: 'true',
    P2P_PACING: 'off',
    P2P_FIATS: 'UAH,EUR',
    P2P_EXCHANGES: 'okx,bybit',
    P2P_CYCLE_SECONDS_BY_FIAT: 'UAH=60',
    P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9,bybit=http://127.0.0.1:9',
  })
  const server = await buildServer(config, { log: silentLog, ...time })
  onTestFinished(() => server.stop())
  const ask = async (query = '') => {
    const answer = await fetch(`${server.url}/web/v1/source-history${query}`)
    return { status: answer.status, headers: answer.headers, history: (await answer.json()) as SourceHistory }
  }
  const untilItLooks = async (): Promise<void> => {
    for (let turn = 0; turn < 500; turn++) {
      await time.pass(1_000)
      if ((await ask()).history.observed_at !== null) return
    }
    throw new Error('it never looked')
  }
  return { server, time, dataDir, ask, untilItLooks }
}

const seen = async (
  dataDir: string,
  fromMs: number,
  count: number,
  glance: Partial<StatusSample> = {},
): Promise<void> => {
  const store = openSqliteStore(dataDir)
  const okx = { exchange: 'okx', fiat: 'UAH', state: 'live', cause: null, ageSeconds: 40, due: 2, answered: 2 } as const
  for (let minute = 0; minute < count; minute++)
    await store.uptime.add({ startMs: fromMs + minute * minuteMs, glances: [{ ...okx, ...glance }] })
  await store.close()
}

test('a server that has seen nothing says nothing of the exchanges, and all of itself', async () => {
  const { ask, time } = await start()
  const { status, headers, history } = await ask()
  expect(status).toBe(200)
  expect(headers.get('x-simulated')).toBe('true')
  const nothing = { parts: [{ state: null, slots: 96 }], answered_pct: null, longest_gap: null }
  expect(history).toEqual({
    window: '24h',
    fiat: null,
    from_at: new Date(time.clock.wallMs() - 23.75 * hourMs).toISOString(),
    to_at: new Date(time.clock.wallMs() + hourMs / 4).toISOString(),
    slot_seconds: 900,
    observed_at: null,
    exchanges: [
      { exchange: 'okx', ...nothing },
      { exchange: 'bybit', ...nothing },
    ],
    incidents: [],
    currencies: [
      { fiat: 'UAH', buy: false, sell: false },
      { fiat: 'EUR', buy: false, sell: false },
    ],
    server: {
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      cycle_seconds: 300,
      own_cycles: [{ fiat: 'UAH', cycle_seconds: 60 }],
      storage_works: true,
      history_from_at: null,
      open_streams: 0,
      archive: null,
    },
  })
})

test('observations of an earlier server are returned by slot and currency, with gap and incidents', async () => {
  const dataDir = join(makeFolder(), 'data')
  const time = createFakeTime()
  const fromMs = time.clock.wallMs() - 3 * hourMs
  await seen(dataDir, fromMs, 60)
  await seen(dataDir, fromMs + hourMs, 30, { state: 'blocked', cause: 'blocked', answered: 0 })
  await seen(dataDir, fromMs + 1.5 * hourMs, 60)
  await seen(dataDir, fromMs, 150, { fiat: 'EUR' })
  const { ask } = await start({ dataDir, time })
  const { history } = await ask('?fiat=uah')
  const [okx, bybit] = history.exchanges
  expect(history.fiat).toBe('UAH')
  expect(okx?.parts).toEqual([
    { state: null, slots: 83 },
    { state: 'live', slots: 4 },
    { state: 'blocked', slots: 2 },
    { state: 'live', slots: 4 },
    { state: null, slots: 3 },
  ])
  const span = {
    started_at: new Date(fromMs + hourMs).toISOString(),
    ended_at: new Date(fromMs + 1.5 * hourMs).toISOString(),
  }
  expect(okx).toMatchObject({ answered_pct: 80, longest_gap: { ...span, seconds: 1_800 } })
  expect(history.incidents).toEqual([{ kind: 'blocked', exchange: 'okx', cause: 'blocked', fiats: ['UAH'], ...span }])
  expect(bybit?.parts).toEqual([{ state: null, slots: 96 }])
  expect((await ask('?fiat=EUR')).history).toMatchObject({
    incidents: [],
    exchanges: [{ answered_pct: 100, longest_gap: null }, {}],
  })
  const { exchanges, incidents } = (await ask()).history
  expect(exchanges[0]).toMatchObject({
    parts: [{}, { state: 'live', slots: 4 }, { state: 'partly', slots: 2 }, { state: 'live', slots: 4 }, {}],
    answered_pct: 90,
    longest_gap: null,
  })
  expect(incidents).toHaveLength(1)
})

test('a month is 120 slots of six hours', async () => {
  const dataDir = join(makeFolder(), 'data')
  const time = createFakeTime()
  // Noon: a slot has just begun.
  await seen(dataDir, time.clock.wallMs() - 29 * 24 * hourMs, 60)
  await seen(dataDir, time.clock.wallMs() - 6 * hourMs, 60, { state: 'stale', cause: 'timeout' })
  const { ask } = await start({ dataDir, time })
  const { history } = await ask('?window=30d')
  expect(history).toMatchObject({ window: '30d', slot_seconds: 21_600 })
  expect(Date.parse(history.to_at) - Date.parse(history.from_at)).toBe(30 * 24 * hourMs)
  expect(history.exchanges[0]?.parts).toEqual([
    { state: null, slots: 3 },
    { state: 'live', slots: 1 },
    { state: null, slots: 114 },
    { state: 'stale', slots: 1 },
    { state: null, slots: 1 },
  ])
})

test('own observations are returned from the next minute on, and after a restart', async () => {
  const { server, untilItLooks, dataDir, time, ask } = await start()
  await untilItLooks()
  await time.pass(10 * minuteMs)
  const before = (await ask()).history
  expect(before.incidents).toMatchObject([{ kind: 'offline', exchange: null, cause: 'network', ended_at: null }])
  expect(before.exchanges.map(({ answered_pct }) => answered_pct)).toEqual([0, 0])
  await server.stop()
  const again = await start({ dataDir, time })
  expect((await again.ask()).history).toEqual(before)
})

test('one answer serves all callers within a minute', async () => {
  const { ask, untilItLooks, time } = await start()
  await untilItLooks()
  const [one, two] = [await ask(), await ask()]
  expect(one.headers.get('etag')).toBe(two.headers.get('etag'))
  expect(Number(/max-age=(\d+)/.exec(one.headers.get('cache-control') ?? '')?.[1])).toBeGreaterThan(0)
  await time.pass(minuteMs)
  expect((await ask()).history.observed_at).not.toBe(one.history.observed_at)
})

test('another window, an unknown currency and anything else are refused', async () => {
  const { server } = await start()
  for (const [query, code] of [
    ['window=7d', 'invalid_parameter'],
    ['fiat=XXX', 'unsupported_fiat'],
    ['fait=UAH', 'invalid_parameter'],
  ]) {
    const answer = await fetch(`${server.url}/web/v1/source-history?${query}`)
    expect([answer.status, ((await answer.json()) as { detail: { code: string } }).detail.code]).toEqual([400, code])
  }
})
