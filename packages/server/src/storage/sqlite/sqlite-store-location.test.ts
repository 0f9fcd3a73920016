import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { openSqliteStore } from './open-store.js'
import { createSqliteLocation } from './sqlite-store-location.js'

const record = { accountId: 'acc_1', key: 'k', fingerprint: 'f', operationId: 'o', createdAtMs: 1, answer: null }
const terms = { keptMs: 86_400_000, leaseMs: 60_000 }

test('what a killed server held is free for the next one at once', async () => {
  const dataDir = join(makeFolder(), 'data')
  const killed = openSqliteStore(dataDir)
  onTestFinished(() => killed.close())
  await killed.idempotency.reserveKey(record, terms)
  const beside = openSqliteStore(dataDir)
  onTestFinished(() => beside.close())
  expect((await beside.idempotency.reserveKey(record, terms)).state).toBe('under_way')

  const next = await createSqliteLocation(dataDir).openForServer(
    () => {},
    () => {},
  )
  onTestFinished(() => next.close())
  expect((await next.idempotency.reserveKey({ ...record, operationId: 'again' }, terms)).state).toBe('ours')
})

test('a command has no data to itself while a server holds them', async () => {
  const directory = createSqliteLocation(join(makeFolder(), 'data'))
  const store = await directory.openForServer(
    () => {},
    () => {},
  )
  await expect(directory.openForCommand()).rejects.toThrow(/A server runs on/)
  await expect(
    directory.openForServer(
      () => {},
      () => {},
    ),
  ).rejects.toThrow(/already running/)
  await store.close()
  await (await directory.openForCommand()).close()
})
