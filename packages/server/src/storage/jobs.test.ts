import { slotMs } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { anInbox } from '../alerts/channels/testing/an-inbox.js'
import { aStatusSample } from '../history/source-status/testing/a-status-sample.js'
import { aTrackDay } from '../history/track-record/testing/a-track-day.js'
import { createFakeClock } from '../testing/fake-clock.js'
import { createRetentionJob } from './jobs.js'
import { openMemoryStore } from './sqlite/open-store.js'

const dayMs = 86_400_000
const hourMs = 3_600_000
const keptDays = 31
const key = { fiat: 'UAH', exchange: 'best' }

const setUp = async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 21))
  const store = openMemoryStore()
  const firstMs = clock.wallMs() - 40 * dayMs
  for (let day = 0; day <= 40; day++)
    await store.history.append(firstMs + day * dayMs, [{ ...key, buy: 41, sell: 40, buyAds: 1, sellAds: 1 }])
  const record = { accountId: 'acc_1', key: 'k', fingerprint: 'f', operationId: 'o', createdAtMs: clock.wallMs() }
  const terms = { keptMs: 365 * dayMs, leaseMs: 0 }
  await store.idempotency.reserveKey({ ...record, answer: null }, terms)
  const points = async () => {
    const { buy } = await store.history.readSeries(key, firstMs, firstMs + 41 * dayMs + slotMs)
    return buy.filter((price) => price > 0).length
  }
  const remembers = async () => {
    const look = { ...record, fingerprint: 'another', operationId: 'a look', answer: null }
    const { record: found } = await store.idempotency.reserveKey(look, terms)
    if (found.operationId === 'a look') await store.idempotency.forget(look)
    return found.operationId === 'o'
  }
  return { clock, store, points, remembers }
}

test('records older than the kept days are deleted, and no younger ones', async () => {
  const { clock, store, points, remembers } = await setUp()
  const clean = createRetentionJob(store, clock, keptDays)
  clock.advance(hourMs)
  await clean()
  expect(await points()).toBe(keptDays + 1)
  expect(await remembers()).toBe(true)
  clock.advance(2 * dayMs)
  await clean()
  expect(await points()).toBe(keptDays - 1)
  expect(await remembers()).toBe(false)
})

test('usage is forgotten after thirteen months, a whole month at once', async () => {
  const { clock, store } = await setUp()
  const figures = { requests: 1, counted: 1, errors: 0, limited: 0, lastAtMs: 0 }
  const count = (day: string) =>
    store.usage.add([{ accountId: 'acc_1', keyId: 'key_1', day, endpoint: 'rates', ...figures }])
  for (const day of ['2025-09-30', '2025-10-01', '2025-10-31', '2025-11-01']) await count(day)
  const days = async () => (await store.usage.perDay('acc_1', '2025-01-01', '2027-01-01')).map(({ day }) => day)
  const clean = createRetentionJob(store, clock, keptDays)
  await clean()
  expect(await days()).toEqual(['2025-10-01', '2025-10-31', '2025-11-01'])
  clock.advance(9 * dayMs)
  await clean()
  expect(await days()).toHaveLength(3)
  clock.advance(dayMs)
  await clean()
  expect(await days()).toEqual(['2025-11-01'])
})

test('how sources were doing is forgotten after 91 days, by a clock that jumps no sooner', async () => {
  const { clock, store } = await setUp()
  const startMs = clock.wallMs()
  for (const ago of [92, 91, 90, 0])
    await store.uptime.add({ startMs: startMs - ago * dayMs, glances: [aStatusSample()] })
  const days = async () =>
    (await store.uptime.readQuarters(0, Number.MAX_SAFE_INTEGER)).map((quarter) => (startMs - quarter.startMs) / dayMs)
  const clean = createRetentionJob(store, clock, keptDays)
  clock.advance(hourMs)
  await clean()
  expect(await days()).toEqual([90, 0])
  clock.setWall(startMs + 100 * dayMs)
  clock.advance(hourMs)
  await clean()
  expect(await days()).toEqual([90, 0])
  clock.advance(dayMs)
  await clean()
  expect(await days()).toEqual([0])
})

test('the track record is forgotten after 91 days', async () => {
  const { clock, store } = await setUp()
  const day = (ago: number) => new Date(clock.wallMs() - ago * dayMs).toISOString().slice(0, 10)
  await store.track.saveTrackDays([92, 91, 0].map((ago) => aTrackDay({ day: day(ago) })))
  await createRetentionJob(store, clock, keptDays)()
  const kept = await store.track.readTrackDays(null, day(200), day(0))
  expect(kept.map(({ day }) => day)).toEqual([day(91), day(0)])
})

test('markets of hours are forgotten after eight days', async () => {
  const { clock, store } = await setUp()
  const startMs = clock.wallMs()
  for (const ago of [9, 8.1, 7.9, 0])
    await store.hourly.saveHour('UAH', { judgedAtMs: startMs - ago * dayMs, compressed: Uint8Array.of(1) })
  const clean = createRetentionJob(store, clock, keptDays)
  await clean()
  expect(
    (await store.hourly.readHours('UAH', 0, 9e15)).map(({ judgedAtMs }) => (startMs - judgedAtMs) / dayMs),
  ).toEqual([7.9, 0])
})

test.each([
  ['while it runs', false],
  ['across a restart', true],
])('a clock that jumps forty days ahead %s makes it forget no more than a day a day', async (_, restarts) => {
  const { clock, store, points, remembers } = await setUp()
  let clean = createRetentionJob(store, clock, keptDays)
  clock.advance(hourMs)
  await clean()
  const before = await points()

  clock.setWall(clock.wallMs() + 40 * dayMs)
  if (restarts) clean = createRetentionJob(store, clock, keptDays)
  for (let hour = 0; hour < 20; hour++) {
    clock.advance(hourMs)
    await clean()
  }
  expect(await points()).toBe(before)
  expect(await remembers()).toBe(true)
  clock.advance(dayMs)
  await clean()
  expect(await points()).toBe(before - 1)
})

test('a first start with a clock far ahead trusts the newest point, and one with a clock behind deletes nothing', async () => {
  for (const jump of [40 * dayMs, -40 * dayMs]) {
    const { clock, store, points } = await setUp()
    clock.setWall(clock.wallMs() + jump)
    const clean = createRetentionJob(store, clock, keptDays)
    clock.advance(hourMs)
    await clean()
    expect(await points()).toBe(jump > 0 ? keptDays + 1 : 41)
  }
})

test('an unconfirmed inbox is deleted automatically when its code has expired', async () => {
  const { clock, store } = await setUp()
  const code = { digest: 'abc', endsAtMs: clock.wallMs() + dayMs }
  await store.inboxes.create(anInbox({ state: 'waiting', code, createdAtMs: clock.wallMs() }), 5)
  const clean = createRetentionJob(store, clock, keptDays)
  clock.advance(dayMs - hourMs)
  await clean()
  expect(await store.inboxes.list('acc_one')).toHaveLength(1)
  clock.advance(2 * hourMs)
  await clean()
  expect(await store.inboxes.list('acc_one')).toEqual([])
})
