import { rangeOf, readPoints, slotMs } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import { openDatabase } from '../storage/sqlite/database.js'
import { createSqliteHistoryStore } from '../storage/sqlite/history-store.js'
import { migrate } from '../storage/sqlite/migrate.js'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createFakeTime } from '../testing/fake-time.js'
import { createHistoryCache } from './history-cache.js'
import { createRecorder } from './publish.js'

const key = { fiat: 'UAH', exchange: 'best' }
const entry = (buy: number) => ({ ...key, buy, sell: buy - 0.3, buyAds: 2, sellAds: 2 })

const setUp = () => {
  const time = createFakeTime()
  const database = openDatabase(':memory:')
  migrate(database)
  const store = createSqliteHistoryStore(database)
  const nowSlot = Math.floor(time.clock.wallMs() / slotMs) * slotMs
  const past = createHistoryCache({ store, ...time })
  const { fixings } = openMemoryStore()
  return {
    ...time,
    store,
    nowSlot,
    past,
    recorder: createRecorder({ store: { history: store, fixings }, publishEvent: past.addPoints }),
  }
}

const prices = async (past: ReturnType<typeof createHistoryCache>, fromMs: number, toMs: number) => {
  const series = await past.readSeries(key, fromMs, toMs)
  return readPoints(series, rangeOf(series, fromMs, toMs - 1)).map(({ buy }) => buy)
}

test('the same range reads the same from the store and from memory', async () => {
  const { past, store, nowSlot } = setUp()
  for (let back = 1_000; back > 0; back--) await store.append(nowSlot - back * slotMs, [entry(41 + back / 1000)])
  const fromStore = await prices(past, nowSlot - 500 * slotMs, nowSlot)
  await past.warmUp([key])
  expect(past.readSeries(key, nowSlot - 500 * slotMs, nowSlot)).not.toBeInstanceOf(Promise)
  expect(await prices(past, nowSlot - 500 * slotMs, nowSlot)).toEqual(fromStore)
  expect(fromStore).toHaveLength(500)
})

test('says whether memory was filled, or it was stopped before', async () => {
  const { past } = setUp()
  expect(await past.warmUp([key])).toBe(true)
  const filling = past.warmUp([key, { ...key, exchange: 'okx' }])
  past.stop()
  expect(await filling).toBe(false)
})

test('a point recorded while memory is being filled is in both', async () => {
  const { past, recorder, store, nowSlot } = setUp()
  await store.append(nowSlot - slotMs, [entry(41)])
  const warming = past.warmUp([key])
  await recorder.record({ slotStartMs: nowSlot, entries: [entry(42)] })
  await warming
  expect(await prices(past, nowSlot - 2 * slotMs, nowSlot + slotMs)).toEqual([41, 42])
})

test('what lies before the window comes from the store', async () => {
  const { past, store, nowSlot } = setUp()
  const old = nowSlot - 40 * 288 * slotMs
  await store.append(old, [entry(39)])
  await past.warmUp([key])
  expect(past.readSeries(key, old, nowSlot)).toBeInstanceOf(Promise)
  expect(await prices(past, old, old + slotMs)).toEqual([39])
})

test('coverage begins with the record, whether or not its first day has a price', async () => {
  const { past, store, nowSlot } = setUp()
  const day = 288 * slotMs
  const today = Math.floor(nowSlot / day) * day
  expect(await past.firstMs(key)).toBeNull()
  const thin = (slotMs: number, buy: number | null) => ({ slotMs, entries: [{ ...entry(41), buy, sell: null }] })
  await store.load([thin(today - 3 * day, null), thin(today - 2 * day, null), thin(today - day + slotMs, 41)])
  expect(await past.firstMs(key)).toBe(today - 3 * day)
})

test('a write that failed is not readable', async () => {
  const { past, recorder, store, nowSlot } = setUp()
  await past.warmUp([key])
  store.append = async () => {
    throw new Error('disk full')
  }
  await expect(recorder.record({ slotStartMs: nowSlot, entries: [entry(42)] })).rejects.toThrow('disk full')
  expect(await prices(past, nowSlot, nowSlot + slotMs)).toEqual([])
})

test('the last 30 days come from memory however long the server runs', async () => {
  const { past, recorder, nowSlot } = setUp()
  await past.warmUp([key])
  for (let ahead = 1; ahead <= 300; ahead++) {
    const slot = nowSlot + ahead * slotMs
    await recorder.record({ slotStartMs: slot, entries: [entry(41 + ahead / 1000)] })
    expect(past.readSeries(key, slot + 1 - 30 * 86_400_000, slot)).not.toBeInstanceOf(Promise)
    expect(await prices(past, slot, slot + slotMs)).toEqual([41 + ahead / 1000])
  }
})

test('a clock that is set 40 days ahead and back leaves memory and disk the same, and no served point changes', async () => {
  const { past, recorder, clock, nowSlot } = setUp()
  await past.warmUp([key])
  for (let slot = 0; slot < 20; slot++)
    await recorder.record({ slotStartMs: nowSlot + slot * slotMs, entries: [entry(41 + slot / 100)] })
  clock.setWall(nowSlot + 40 * 288 * slotMs)
  await recorder.record({ slotStartMs: nowSlot + 40 * 288 * slotMs, entries: [entry(70)] })
  clock.setWall(nowSlot + 10 * slotMs)
  await recorder.record({ slotStartMs: nowSlot + 10 * slotMs, entries: [entry(60)] })
  await recorder.record({ slotStartMs: nowSlot + 20 * slotMs, entries: [entry(43)] })
  const served = await prices(past, nowSlot, nowSlot + 21 * slotMs)
  expect(served).toEqual([...Array.from({ length: 20 }, (_, slot) => Math.round((41 + slot / 100) * 100) / 100), 43])
  past.reset()
  expect(await prices(past, nowSlot, nowSlot + 21 * slotMs)).toEqual(served)
  await past.warmUp([key])
  expect(await prices(past, nowSlot, nowSlot + 21 * slotMs)).toEqual(served)
})

test('pending writes for replaced data are never written', async () => {
  const { store, nowSlot, recorder } = setUp()
  const { append } = store
  store.append = async () => {
    throw new StorageUnavailableError('locked')
  }
  await expect(recorder.record({ slotStartMs: nowSlot, entries: [entry(41)] })).rejects.toThrow('locked')
  store.append = append
  recorder.reset()
  await recorder.writePending()
  expect(await store.newestMs()).toBeNull()
})

test('what the disk refused is written when it works again, and never over something newer', async () => {
  const { past, recorder, store, nowSlot } = setUp()
  await past.warmUp([key])
  const { append } = store
  const refuse = () => {
    store.append = async () => {
      throw new StorageUnavailableError('locked')
    }
  }
  refuse()
  for (const [slot, price] of [
    [0, 41],
    [0, 42],
    [1, 43],
  ] as const)
    await expect(recorder.record({ slotStartMs: nowSlot + slot * slotMs, entries: [entry(price)] })).rejects.toThrow(
      'locked',
    )
  await expect(recorder.writePending()).rejects.toThrow('locked')
  store.append = append
  await recorder.record({ slotStartMs: nowSlot + slotMs, entries: [entry(44)] })
  await recorder.writePending()
  expect(await prices(past, nowSlot, nowSlot + 2 * slotMs)).toEqual([42, 44])
  past.reset()
  expect(await prices(past, nowSlot, nowSlot + 2 * slotMs)).toEqual([42, 44])
})
