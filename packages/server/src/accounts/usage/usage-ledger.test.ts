import { beforeEach, expect, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-unavailable.js'
import { createCalendar, monthIndex } from '../../base/time/calendar.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import type { Store } from '../../storage/store.js'
import { aKey } from '../../testing/a-key.js'
import type { KeyDigest } from '../account-and-key-store.js'
import { createUsageLedger, type UsageLedger } from './usage-ledger.js'
import type { UsageStore } from './usage-store.js'

let store: Store
let disk: { isFull: boolean; writes: number }
let ledger: UsageLedger

beforeEach(() => {
  store = openMemoryStore()
  disk = { isFull: false, writes: 0 }
  const usage: UsageStore = {
    ...store.usage,
    add: async (deltas, batch) => {
      disk.writes += 1
      if (disk.isFull) throw new StorageUnavailableError('full')
      return store.usage.add(deltas, batch)
    },
  }
  ledger = createUsageLedger({ store: usage, calendar: createCalendar() })
})

const noon = Date.UTC(2026, 10, 21, 12)
const ok = { atMs: noon, status: 200, counted: true }
const all = () => store.usage.perDay('acc_1', '2026-01-01', '2027-12-31')

test('requests are counted per key, endpoint and day', async () => {
  const [one, two] = [aKey(), aKey('key_2')]
  for (let times = 0; times < 3; times++) ledger.record(one, 'rates', ok)
  ledger.record(one, 'rates', { ...ok, counted: false })
  ledger.record(one, 'stats', ok)
  ledger.record(two, 'rates', { ...ok, atMs: noon + 86_400_000 })
  await ledger.flush()
  expect(await all()).toEqual([
    { keyId: 'key_1', day: '2026-11-21', endpoint: 'rates', requests: 4, counted: 3, errors: 0, limited: 0 },
    { keyId: 'key_1', day: '2026-11-21', endpoint: 'stats', requests: 1, counted: 1, errors: 0, limited: 0 },
    { keyId: 'key_2', day: '2026-11-22', endpoint: 'rates', requests: 1, counted: 1, errors: 0, limited: 0 },
  ])
})

test('a failed request counts as an error, and one rejected for a limit does not', async () => {
  const key = aKey()
  ledger.record(key, 'rates', ok)
  for (const status of [304, 400, 403, 503, 500, 429, 429])
    ledger.record(key, 'rates', { atMs: noon, status, counted: status === 304 })
  await ledger.flush()
  expect(await all()).toMatchObject([{ requests: 6, counted: 2, errors: 4, limited: 2 }])
})

test('a request belongs to the month in which it was admitted, to the last millisecond', async () => {
  const edge = Date.UTC(2027, 0, 1)
  ledger.record(aKey(), 'rates', { ...ok, atMs: edge - 1 })
  ledger.record(aKey(), 'rates', { ...ok, atMs: edge })
  await ledger.flush()
  expect(await store.usage.countedByMonth('acc_1')).toEqual([
    [monthIndex('2026-12'), 1],
    [monthIndex('2027-01'), 1],
  ])
})

test('a failed write keeps its counts for the next one, together with new ones', async () => {
  const caller = aKey()
  ledger.record(caller, 'rates', ok)
  disk.isFull = true
  await expect(ledger.flush()).rejects.toThrow('full')
  ledger.record(caller, 'rates', ok)
  await expect(ledger.flush()).rejects.toThrow('full')
  expect(await all()).toEqual([])

  disk.isFull = false
  await ledger.flush()
  expect(await all()).toMatchObject([{ requests: 2, counted: 2 }])
})

test('a write without a confirmation is repeated under its own name, without new counts', async () => {
  const batches: (readonly [number: number | undefined, requests: number | undefined])[] = []
  let isCutOff = true
  const cutOff = createUsageLedger({
    store: {
      add: async ([delta], batch) => {
        batches.push([batch?.number, delta?.requests])
        if (isCutOff) throw new StorageUnavailableError('cut off')
        return []
      },
    },
    calendar: createCalendar(),
  })
  cutOff.record(aKey(), 'rates', ok)
  await expect(cutOff.flush()).rejects.toThrow('cut off')
  for (let times = 0; times < 4; times++) cutOff.record(aKey(), 'rates', ok)
  isCutOff = false
  await cutOff.flush()
  expect(batches).toEqual([
    [1, 1],
    [1, 1],
    [2, 4],
  ])
})

test('the last use of a key is kept to the minute, also of rejected requests, and also after a failed write', async () => {
  const minute = (number: number) => noon + number * 60_000
  ledger.record(aKey(), 'rates', ok)
  ledger.record(aKey(), 'stats', { ...ok, atMs: minute(3) + 12_345, status: 429, counted: false })
  await ledger.flush()
  expect(await store.usage.lastUses('acc_1')).toEqual(new Map([['key_1', minute(3)]]))
  ledger.record(aKey(), 'rates', { ...ok, atMs: minute(7) + 1 })
  disk.isFull = true
  await expect(ledger.flush()).rejects.toThrow('full')
  disk.isFull = false
  ledger.record(aKey(), 'rates', { ...ok, atMs: minute(6) })
  await ledger.flush()
  expect(await store.usage.lastUses('acc_1')).toEqual(new Map([['key_1', minute(7)]]))
})

test('nothing is written twice, and nothing when nothing happened', async () => {
  ledger.record(aKey(), 'rates', ok)
  await Promise.all([ledger.flush(), ledger.flush(), ledger.flush()])
  expect(await all()).toMatchObject([{ requests: 1 }])
  expect(disk.writes).toBe(1)
})

test('an account finds its stored usage after a restart', async () => {
  const account = { id: 'acc_1', name: 'A', plan: 'Free' as const, createdAtMs: 0 }
  const key = aKey()
  await store.keys.saveAccount(account)
  await store.keys.saveKey({ ...key, digest: 'd' as KeyDigest }, 5)
  for (let times = 0; times < 5; times++) ledger.record(aKey(), 'rates', ok)
  await ledger.flush()
  expect(await store.usage.countedByMonth('acc_1')).toEqual([[monthIndex('2026-11'), 5]])
})
