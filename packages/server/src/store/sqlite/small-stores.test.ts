import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { keyStoreContract } from '../../accounts/key-store.contract.js'
import { usageStoreContract } from '../../accounts/usage-store.contract.js'
import { idempotencyStoreContract } from '../../http/idempotency-store.contract.js'
import { aDelivery, aWebhook } from '../../webhooks/testing/a-webhook.js'
import { webhookStoreContract } from '../../webhooks/webhook-store.contract.js'
import type { Store } from '../store.js'
import { openMemoryStore, openSqliteStore } from './open-store.js'

const leftovers: (() => void)[] = []
afterEach(() => {
  for (const clear of leftovers.splice(0)) clear()
})

const inMemory = (): Store => {
  const store = openMemoryStore()
  leftovers.push(() => store.close())
  return store
}
const onDisk = (): Store => {
  const dir = mkdtempSync(join(tmpdir(), 'p2p-rates-store-'))
  const store = openSqliteStore(dir)
  leftovers.push(() => {
    store.close()
    rmSync(dir, { recursive: true })
  })
  return store
}

describe.each([
  ['in memory', inMemory],
  ['on disk', onDisk],
])('SQLite %s', (_where, open) => {
  describe('webhooks', () => webhookStoreContract(async () => open().webhooks))
  describe('keys', () => keyStoreContract(async () => open().keys))
  describe('usage', () => usageStoreContract(async () => open().usage))
  describe('idempotency', () => idempotencyStoreContract(async () => open().idempotency))
})

test('what has been saved is there for the next process, in the same order', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'p2p-rates-store-'))
  const first = openSqliteStore(dir)
  await first.webhooks.create(aWebhook())
  for (const id of ['dl_b', 'dl_a']) await first.webhooks.save([], [aDelivery({ id })])
  // Not closed: nothing more is written when a process is killed.
  const second = openSqliteStore(dir)
  expect((await second.webhooks.pending()).map(({ id }) => id)).toEqual(['dl_b', 'dl_a'])
  first.close()
  second.close()
  rmSync(dir, { recursive: true })
})
