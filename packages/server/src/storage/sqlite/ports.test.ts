import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@p2p-rates/core/internal'
import { afterEach, describe, expect, test } from 'vitest'
import { aDelivery, aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { each, either, storeContract, storeRaces } from '../store.contract.js'
import type { Store } from '../store.js'
import { openMemoryStore, openSqliteStore } from './open-store.js'

const unsynced = { isSynced: false } as const
const leftovers: (() => void)[] = []
afterEach(() => {
  for (const clear of leftovers.splice(0)) clear()
})

const inMemory = async (): Promise<Store> => {
  const store = openMemoryStore()
  leftovers.push(() => store.close())
  return store
}
const twice = async (): Promise<readonly [Store, Store]> => {
  const dir = mkdtempSync(join(tmpdir(), 'p2p-rates-store-'))
  const both = [openSqliteStore(dir, unsynced), openSqliteStore(dir, unsynced)] as const
  leftovers.push(() => {
    for (const store of both) store.close()
    rmSync(dir, { recursive: true })
  })
  return both
}

const seed = Number(process.env.SEED)
const random = createRandom(seed)

describe('SQLite in memory', () => storeContract(each(inMemory)))
describe('SQLite on disk, opened twice', () => storeContract(either(twice, random)))
describe('two SQLite stores over one database, at once', () => storeRaces(twice, random))

test('saved rows are there for the next process, in the same order', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'p2p-rates-store-'))
  const first = openSqliteStore(dir)
  await first.webhooks.create(aWebhook(), 20)
  for (const id of ['dl_b', 'dl_a']) await first.webhooks.save([], [aDelivery({ id })])
  // Not closed: nothing more is written when a process is killed.
  const second = openSqliteStore(dir)
  expect((await second.webhooks.pending()).map(({ id }) => id)).toEqual(['dl_b', 'dl_a'])
  first.close()
  second.close()
  rmSync(dir, { recursive: true })
})
