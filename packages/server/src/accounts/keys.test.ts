import { beforeEach, expect, test } from 'vitest'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createFakeClock } from '../testing/fake-clock.js'
import { createAccountManagement } from './account-management.js'
import { revokingKeyStore } from './durable-revocation.js'
import { createKeys, type Keys } from './keys.js'
import type { SecurityEvent } from './security-events.js'
import { maxLiveKeys } from './tokens.js'

const ownerOf = (accountId: string) => ({ kind: 'owner', accountId, network: '192.0.2.7' }) as const
const operatorOf = (accountId: string) => ({ kind: 'operator', accountId }) as const
const operator = { kind: 'operator', accountId: null } as const

let clock: ReturnType<typeof createFakeClock>
let events: SecurityEvent[]
let keys: Keys
let ann: string
let bob: string

beforeEach(async () => {
  clock = createFakeClock()
  events = []
  const store = revokingKeyStore(openMemoryStore().keys, null)
  const shared = { store, publishEvent: () => {}, clock, report: (event: SecurityEvent) => void events.push(event) }
  keys = createKeys({ ...shared, lastUses: async () => new Map() })
  const management = createAccountManagement({ ...shared, webhooks: { idsOf: async () => [], forget: async () => {} } })
  ann = (await management.create('Ann', 'Free')).id
  bob = (await management.create('Bob', 'Free')).id
  events.length = 0
})

test('an owner lists, labels and revokes keys of its own account only, the operator revokes any', async () => {
  const { record } = await keys.create(ownerOf(ann), 'laptop')
  const missing = { problem: { code: 'not_found', message: 'Your account has no such key.' } }
  expect(await keys.list(ownerOf(bob))).toEqual([])
  await expect(keys.rename(ownerOf(bob), record.id, 'stolen')).rejects.toMatchObject(missing)
  await expect(keys.revoke(ownerOf(bob), record.id)).rejects.toMatchObject(missing)
  expect(await keys.rename(ownerOf(ann), record.id, 'phone')).toMatchObject({ id: record.id, label: 'phone' })
  expect(await keys.revoke(operator, record.id)).toMatchObject({ id: record.id, label: 'phone', state: 'recorded' })
})

test('an owner may revoke a key again, the operator gets an error', async () => {
  const { record } = await keys.create(ownerOf(ann), 'laptop')
  await keys.revoke(ownerOf(ann), record.id)
  await expect(keys.revoke(ownerOf(ann), record.id)).resolves.toBeDefined()
  await expect(keys.revoke(operator, record.id)).rejects.toThrow(`Key ${record.id} is revoked already.`)
})

test('an owner sees a revoked key for 30 days, the operator always', async () => {
  const { record } = await keys.create(ownerOf(ann), 'laptop')
  await keys.revoke(ownerOf(ann), record.id)
  clock.advance(30 * 86_400_000 - 1)
  expect(await keys.list(ownerOf(ann))).toHaveLength(1)
  clock.advance(1)
  expect(await keys.list(ownerOf(ann))).toEqual([])
  expect(await keys.list(operatorOf(ann))).toHaveLength(1)
})

test('the limit of keys holds for owner and operator, each with its kind of error', async () => {
  for (let count = 0; count < maxLiveKeys; count++) await keys.create(operatorOf(ann), null)
  const message = 'An account has at most 5 live keys; revoke one first.'
  await expect(keys.create(ownerOf(ann), 'more')).rejects.toMatchObject({ problem: { code: 'key_limit', message } })
  await expect(keys.create(operatorOf(ann), null)).rejects.toMatchObject({ name: 'OperatorError', message })
  await expect(keys.create(ownerOf('acc_none'), 'more')).rejects.toMatchObject({ problem: { code: 'invalid_key' } })
  await expect(keys.create(operatorOf('acc_none'), null)).rejects.toThrow('There is no account acc_none.')
})

test('the security log names the network of an owner, and the operator', async () => {
  const { record } = await keys.create(ownerOf(ann), 'laptop')
  await keys.revoke(operator, record.id)
  expect(events).toEqual([
    { event: 'key_made', accountId: ann, keyId: record.id, network: '192.0.2.7' },
    { event: 'key_revoked', accountId: ann, keyId: record.id, by: 'operator' },
  ])
})
