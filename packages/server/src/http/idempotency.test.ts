import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createWebhook } from '@p2p-rates/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IdempotencyStore } from '../accounts/idempotency-store.js'
import { ApiError } from '../base/errors/api-error.js'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import type { Store } from '../storage/store.js'
import { createFakeClock } from '../testing/fake-clock.js'
import { createIdempotency } from './idempotency.js'
import { jsonBytes, jsonHeaders, type Reply } from './reply.js'

const digestOf = (key: string): string => hash('sha256', key)

let store: Store
const clock = createFakeClock()
beforeEach(() => {
  store = openMemoryStore()
})
afterEach(() => store.close())

const reply = (value: object): Reply => {
  const body = jsonBytes(value)
  return { status: 201, headers: jsonHeaders(body), body }
}

const attempt = (execute: (operationId: string) => Promise<Reply>, { key = 'key', sent = {} as unknown } = {}) => ({
  accountId: 'acc_one',
  request: { headers: { 'idempotency-key': key } } as unknown as IncomingMessage,
  endpoint: createWebhook,
  params: {},
  sent,
  execute,
})

const idempotencyOver = (over: Partial<IdempotencyStore> = {}) =>
  createIdempotency({ store: { ...store.idempotency, ...over }, clock })

const recordOf = async (key: string) => {
  const look = { accountId: 'acc_one', key: digestOf(key), fingerprint: '', operationId: 'a look', answer: null }
  const terms = { keptMs: 86_400_000, leaseMs: 0 }
  return (await store.idempotency.reserveKey({ ...look, createdAtMs: clock.wallMs() }, terms)).record
}

test('while the first is being handled the second gets a conflict', async () => {
  const idempotency = idempotencyOver()
  let finish = (_: Reply) => {}
  const first = idempotency.runOnce(
    attempt(
      () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    ),
  )
  const second = idempotency.runOnce(attempt(async () => reply({})))
  await expect(second).rejects.toMatchObject({ problem: { code: 'idempotency_conflict' } })
  await new Promise((resolve) => setImmediate(resolve))
  finish(reply({ id: 1 }))
  expect((await first).status).toBe(201)
  expect((await idempotency.runOnce(attempt(async () => reply({ id: 2 })))).body?.toString()).toBe('{"id":1}')
})

test('what a crash cut off between deed and answer is done again under its own name', async () => {
  const names: string[] = []
  const crash = idempotencyOver({
    finish: async () => Promise.reject(new Error('the process ends here')),
  })
  const deed = async (name: string) => {
    names.push(name)
    return reply({ name })
  }
  await expect(crash.runOnce(attempt(deed))).rejects.toThrow('ends here')
  await idempotencyOver().runOnce(attempt(deed))
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(1)
  await expect(idempotencyOver().runOnce(attempt(deed, { sent: { other: true } }))).rejects.toMatchObject({
    problem: { code: 'idempotency_key_reused' },
  })
})

test('nothing is done when it cannot be written down first, and the answer is given when it cannot be kept', async () => {
  let done = 0
  const deed = async () => {
    done += 1
    return reply({ secret: 'whsec_x', id: 1 })
  }
  const full = async () => Promise.reject(new StorageUnavailableError('full'))
  await expect(idempotencyOver({ reserveKey: full }).runOnce(attempt(deed))).rejects.toThrow(StorageUnavailableError)
  expect(done).toBe(0)
  const fullAfterwards = idempotencyOver({ finish: full })
  expect((await fullAfterwards.runOnce(attempt(deed))).body?.toString()).toContain('whsec_x')
})

test('neither a secret nor the key itself is kept, and a refusal frees the key', async () => {
  const idempotency = idempotencyOver()
  await idempotency.runOnce(attempt(async () => reply({ secret: 'whsec_x', id: 1 })))
  expect((await recordOf('key')).answer?.body).toBe('{"id":1}')
  const refuse = async () => Promise.reject(new ApiError({ code: 'webhook_limit', message: 'No.' }))
  await expect(idempotency.runOnce(attempt(refuse, { key: 'two' }))).rejects.toThrow('No.')
  expect((await recordOf('two')).operationId).toBe('a look')
})

test('a key of 255 characters is taken, a longer one is not', async () => {
  const idempotency = idempotencyOver()
  await idempotency.runOnce(attempt(async () => reply({}), { key: 'k'.repeat(255) }))
  await expect(idempotency.runOnce(attempt(async () => reply({}), { key: 'k'.repeat(256) }))).rejects.toMatchObject({
    problem: { code: 'invalid_parameter', param: 'Idempotency-Key' },
  })
})

test('a wall clock that is set forty days ahead or back does not end the day of a key', async () => {
  const shaken = createFakeClock()
  const idempotency = createIdempotency({ store: store.idempotency, clock: shaken })
  const ask = async (id: number) => (await idempotency.runOnce(attempt(async () => reply({ id })))).body?.toString()
  expect(await ask(1)).toBe('{"id":1}')
  for (const days of [40, -80]) {
    shaken.setWall(shaken.wallMs() + days * 86_400_000)
    expect(await ask(2)).toBe('{"id":1}')
  }
  shaken.advance(24 * 3_600_000 - 1)
  expect(await ask(3)).toBe('{"id":1}')
  shaken.advance(1)
  expect(await ask(3)).toBe('{"id":3}')
})

test('an answer is kept for a day to the millisecond, also over restarts', async () => {
  const time = createFakeClock()
  const ask = async (id: number) => {
    const restarted = createIdempotency({ store: store.idempotency, clock: time })
    return (await restarted.runOnce(attempt(async () => reply({ id })))).body?.toString()
  }
  expect(await ask(1)).toBe('{"id":1}')
  time.advance(24 * 3_600_000 - 1)
  expect(await ask(2)).toBe('{"id":1}')
  time.advance(1)
  expect(await ask(3)).toBe('{"id":3}')
  time.advance(24 * 3_600_000 - 1)
  expect(await ask(4)).toBe('{"id":3}')
})
