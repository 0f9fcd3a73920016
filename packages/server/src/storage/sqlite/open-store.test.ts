import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDelivery, aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { makeFolder } from '../../testing/make-folder.js'
import { openSqliteStore } from './open-store.js'
import { lockDataDir } from './sqlite-store-location.js'

const openIn = (dataDir: string) => {
  const store = openSqliteStore(dataDir)
  onTestFinished(() => store.close())
  return store
}

test('whatever the process allows others, the data are their owner’s alone', async () => {
  const mask = process.umask(0)
  onTestFinished(() => void process.umask(mask))
  const dataDir = join(makeFolder(), 'data')
  const store = openIn(dataDir)
  lockDataDir(dataDir)?.release()
  await store.keys.saveAccount({ id: 'acc_1', name: 'Ann', plan: 'Pro', createdAtMs: 1 })
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  const files = readdirSync(dataDir)
  expect(files).toContain('p2p-rates.db-wal')
  for (const file of files) expect([file, statSync(join(dataDir, file)).mode & 0o777]).toEqual([file, 0o600])
})

test('a queue that becomes due between two questions of the dispatcher is asked for again at once', async () => {
  const { clock } = createFakeTime()
  const store = openSqliteStore(join(makeFolder(), 'data'), { clock })
  onTestFinished(() => store.close())
  await store.webhooks.create(aWebhook(), 20)
  await store.webhooks.save([], [aDelivery()])
  const claim = await store.webhooks.claim('wh_one', 30_000)
  if (claim === null) throw new Error('It is not due.')
  await store.webhooks.settle(claim, (webhook, waiting) => ({ webhook, deliveries: waiting, waitMs: 1_000 }))
  clock.advance(999)
  expect(await store.webhooks.due(10, [])).toEqual([])
  expect(await store.webhooks.msUntilDue()).toBe(1)
  clock.advance(1)
  expect(await store.webhooks.msUntilDue()).toBe(0)
})

test('what data were first noted as, they stay', async () => {
  const store = openIn(join(makeFolder(), 'data'))
  expect([await store.setMetaIfAbsent('prices', 'real'), await store.setMetaIfAbsent('prices', 'simulated')]).toEqual([
    'real',
    'real',
  ])
})

test('the probe feels a disk that has no room for a write', async () => {
  const store = openIn(join(makeFolder(), 'data'))
  store.database.exec('PRAGMA max_page_count = 1')
  await expect(store.probe()).rejects.toThrow(StorageUnavailableError)
  store.database.exec('PRAGMA max_page_count = 100000')
  await store.probe()
})

test('every probe reaches the disk', async () => {
  const dataDir = join(makeFolder(), 'data')
  const store = openIn(dataDir)
  const written = () => statSync(join(dataDir, 'p2p-rates.db-wal')).size
  for (let probe = 0; probe < 3; probe++) {
    const before = written()
    await store.probe()
    expect(written() - before).toBeGreaterThan(64 * 1024)
  }
})

test('a data directory has one server at a time', () => {
  const dataDir = join(makeFolder(), 'data')
  const lock = lockDataDir(dataDir)
  expect(lockDataDir(dataDir)).toBeNull()
  lock?.release()
  const next = lockDataDir(dataDir)
  expect(next).not.toBeNull()
  next?.release()
})

test('missing parent folders are made; a failure is reported at once', () => {
  const deep = join(makeFolder(), 'a', 'b', 'data')
  openIn(deep)
  expect(statSync(join(deep, 'p2p-rates.db')).isFile()).toBe(true)
  if (process.platform === 'linux') expect(() => openSqliteStore('/proc/p2p-rates/data')).toThrow(/ENOENT|EACCES/)
})
