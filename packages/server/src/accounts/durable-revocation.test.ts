import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import { openReservedSpace } from '../storage/reserved-space.js'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createFakeClock } from '../testing/fake-clock.js'
import { makeFolder } from '../testing/make-folder.js'
import { durableRevocation } from './durable-revocation.js'
import { manageAsOperator } from './testing/manage-as-operator.js'
import { digestOf } from './tokens.js'

const setUp = async (reserve = openReservedSpace(makeFolder())) => {
  const store = openMemoryStore()
  const disk = { isFull: false }
  const fragile = {
    ...store.keys,
    revokeKey: async (keyId: string, atMs: number) => {
      if (disk.isFull) throw new StorageUnavailableError('full')
      return store.keys.revokeKey(keyId, atMs)
    },
  }
  const open = () => durableRevocation(fragile, reserve)
  const revoking = open()
  const keys = manageAsOperator({ store: revoking, publishEvent: () => {}, clock: createFakeClock() })
  const { id } = await keys.createAccount('A', 'Pro')
  const { key, record } = await keys.createKey(id, null)
  const isLive = async (from = revoking) => (await from.find(digestOf(key)))?.key.revokedAtMs === null
  return { store, disk, keys, revoking, record, accountId: id, isLive, open }
}

test('on a full disk a leaked key ends at once, is noted, and is put on record when there is room', async () => {
  const { store, disk, keys, revoking, record, accountId, isLive } = await setUp()
  disk.isFull = true
  await keys.revokeKey(record.id)
  expect(await isLive()).toBe(false)
  expect((await keys.keysOf(accountId))[0]?.revokedAtMs).not.toBeNull()
  expect(revoking.revocationStateOf(record.id)).toBe('reserved')
  await expect(keys.revokeKey(record.id)).rejects.toThrow('revoked already')

  await revoking.flushRevocations()
  expect((await store.keys.findKey(record.id))?.revokedAtMs).toBeNull()
  disk.isFull = false
  await revoking.flushRevocations()
  expect((await store.keys.findKey(record.id))?.revokedAtMs).not.toBeNull()
  expect(revoking.revocationStateOf(record.id)).toBe('recorded')
})

test('it stays ended in the next process, though the disk is still full', async () => {
  const { disk, keys, record, isLive, open } = await setUp()
  disk.isFull = true
  await keys.revokeKey(record.id)
  expect(await isLive(open())).toBe(false)
})

test('without disk space for the note it ends in this process, with a warning', async () => {
  const { disk, keys, revoking, record, isLive } = await setUp({ read: () => '', write: () => false })
  disk.isFull = true
  await keys.revokeKey(record.id)
  expect(await isLive()).toBe(false)
  expect(revoking.revocationStateOf(record.id)).toBe('in_memory')
})

test('the reserve takes its room beforehand and never grows', () => {
  const folder = makeFolder()
  const reserve = openReservedSpace(folder)
  const path = join(folder, 'revocations.reserve')
  const { size } = statSync(path)
  expect(size).toBeGreaterThan(8_000)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(reserve.write('key_1 5')).toBe(true)
  expect([statSync(path).size, openReservedSpace(folder).read()]).toEqual([size, 'key_1 5'])
  expect(reserve.write('x'.repeat(size))).toBe(false)
  expect(readFileSync(path, 'utf8').trim()).toBe('key_1 5')
})

test('half a line left by a power cut revokes no key', async () => {
  const reserve = openReservedSpace(makeFolder())
  reserve.write('key_whole 5\nkey_half')
  const { record, isLive } = await setUp(reserve)
  expect(record.revokedAtMs).toBeNull()
  expect(await isLive()).toBe(true)
})

test('a folder that takes nothing is no reason to fail', () => {
  const folder = join(makeFolder(), 'closed')
  mkdirSync(folder)
  mkdirSync(join(folder, 'revocations.reserve'))
  chmodSync(folder, 0o500)
  onTestFinished(() => chmodSync(folder, 0o700))
  const reserve = openReservedSpace(folder)
  expect([reserve.read(), reserve.write('x')]).toEqual(['', false])
})

test('a key revoked on a full disk does not count among the live keys of its account', async () => {
  const { disk, keys, record, accountId } = await setUp()
  for (let more = 0; more < 4; more++) await keys.createKey(accountId, null)
  await expect(keys.createKey(accountId, null)).rejects.toThrow('at most 5 live keys')
  disk.isFull = true
  await keys.revokeKey(record.id)
  disk.isFull = false
  await keys.createKey(accountId, null)
})
