import { defaultPlans } from '@p2p-rates/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openMemoryStore, type SqliteStore } from '../storage/sqlite/open-store.js'
import { createFakeClock } from '../testing/fake-clock.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import { type CallerCache, createCallerCache } from './caller-cache.js'
import { manageAsOperator } from './testing/manage-as-operator.js'
import { digestOf, makeKey, maxLiveKeys } from './tokens.js'

let store: SqliteStore
let slowly: { finds: number; hold: Promise<void> | null }
let callers: CallerCache
let keys: ReturnType<typeof manageAsOperator>

beforeEach(() => {
  store = openMemoryStore()
  slowly = { finds: 0, hold: null }
  callers = createCallerCache({ keys: held(store.keys), plans: defaultPlans, capacity: 100 })
  keys = manageAsOperator({
    store: store.keys,
    publishEvent: (event) => (event.kind === 'sessions_ended' ? undefined : callers.applyChange(event)),
    clock: createFakeClock(),
  })
})

/** A store whose look-ups read at once and hand over when they are let go. */
const held = (keyStore: AccountAndKeyStore): AccountAndKeyStore => ({
  ...keyStore,
  find: async (digest) => {
    slowly.finds += 1
    const found = await keyStore.find(digest)
    await slowly.hold
    return found
  },
})

const holdLookUps = (): (() => void) => {
  let letGo = () => {}
  slowly.hold = new Promise((done) => {
    letGo = done
  })
  return () => {
    slowly.hold = null
    letGo()
  }
}

const makeCustomer = async (plan: 'Free' | 'Pro' = 'Free') => {
  const account = await keys.createAccount('A', plan)
  const { key, record } = await keys.createKey(account.id, null)
  return { account, record, key, digest: digestOf(key) }
}

test('a key is looked up once, however many ask for it at the same time', async () => {
  const { digest, record } = await makeCustomer()
  expect(callers.cached(digest)).toBeUndefined()
  const found = await Promise.all(Array.from({ length: 50 }, () => callers.load(digest)))
  expect(new Set(found).size).toBe(1)
  expect(slowly.finds).toBe(1)
  expect(callers.cached(digest)?.key).toEqual(record)
})

test('all keys of an account share its plan', async () => {
  const { account, digest } = await makeCustomer()
  const second = digestOf((await keys.createKey(account.id, 'second')).key)
  expect((await callers.load(digest))?.account).toBe((await callers.load(second))?.account)
})

test('an unknown key is remembered as such until it is made', async () => {
  const key = makeKey()
  expect(await callers.load(digestOf(key))).toBeNull()
  expect(callers.cached(digestOf(key))).toBeNull()
  const account = await keys.createAccount('A', 'Free')
  const { record } = await keys.createKey(account.id, null)
  await store.keys.saveKey({ ...record, id: 'key_x', digest: digestOf(key) }, 5)
  callers.applyChange({ kind: 'key_changed', keyId: 'key_x', digest: digestOf(key), isLive: true })
  expect((await callers.load(digestOf(key)))?.key.id).toBe('key_x')
})

test('however many wrong keys are tried, they push no customer out', async () => {
  const { digest } = await makeCustomer()
  await callers.load(digest)
  for (let tried = 0; tried < 1_000; tried++) await callers.load(digestOf(makeKey()))
  expect(callers.cached(digest)).not.toBeUndefined()
})

describe('the next request knows', () => {
  test('that a key was revoked', async () => {
    const { digest, record } = await makeCustomer()
    await callers.load(digest)
    await keys.revokeKey(record.id)
    expect(callers.cached(digest)).toBeUndefined()
    expect(await callers.load(digest)).toBeNull()
  })

  test('that a key was revoked while it was being looked up', async () => {
    const { digest, record } = await makeCustomer()
    const letGo = holdLookUps()
    const underWay = callers.load(digest)
    await keys.revokeKey(record.id)
    letGo()
    expect(await underWay).toBeNull()
    expect(callers.cached(digest)).toBeNull()
  })

  test('of another plan, also for requests that hold the caller already', async () => {
    const { account, digest } = await makeCustomer()
    const caller = await callers.load(digest)
    await keys.setPlan(account.id, 'Pro')
    expect(caller?.account.plan).toBe('Pro')
    expect(caller?.account.limits).toEqual(defaultPlans.Pro)
  })

  test('of another plan that came while the key was being looked up', async () => {
    const { account, digest } = await makeCustomer()
    const letGo = holdLookUps()
    const underWay = callers.load(digest)
    await keys.setPlan(account.id, 'Pro')
    letGo()
    expect((await underWay)?.account.plan).toBe('Pro')
    expect((await callers.load(digest))?.account.limits).toEqual(defaultPlans.Pro)
  })

  test('that the data were replaced', async () => {
    const { digest } = await makeCustomer()
    const before = await callers.load(digest)
    await store.keys.setPlan(before?.account.id ?? '', 'Pro')
    expect(before?.account.plan).toBe('Free')
    callers.forgetEverything()
    const after = await callers.load(digest)
    expect(after?.account.plan).toBe('Pro')
  })
})

test('a look-up that failed is tried again', async () => {
  const { digest } = await makeCustomer()
  let isBroken = true
  const find: AccountAndKeyStore['find'] = (wanted) =>
    isBroken ? Promise.reject(new Error('disk')) : store.keys.find(wanted)
  const fragile = createCallerCache({ keys: { ...store.keys, find }, plans: defaultPlans })
  await expect(fragile.load(digest)).rejects.toThrow('disk')
  isBroken = false
  expect((await fragile.load(digest))?.key.digest).toBe(digest)
})

describe('the operator', () => {
  test(`gives an account at most ${maxLiveKeys} live keys`, async () => {
    const { account, record } = await makeCustomer()
    for (let more = 1; more < maxLiveKeys; more++) await keys.createKey(account.id, null)
    await expect(keys.createKey(account.id, null)).rejects.toThrow('at most 5 live keys')
    await keys.revokeKey(record.id)
    await expect(keys.createKey(account.id, null)).resolves.toBeDefined()
  })

  test('reports missing accounts and changes already made', async () => {
    const { record } = await makeCustomer()
    await keys.revokeKey(record.id)
    await expect(keys.revokeKey(record.id)).rejects.toThrow('revoked already')
    await expect(keys.revokeKey('key_none')).rejects.toThrow('no key key_none')
    await expect(keys.createKey('acc_none', null)).rejects.toThrow('no account acc_none')
    await expect(keys.setPlan('acc_none', 'Pro')).rejects.toThrow('no account acc_none')
  })
})

test('a key is nowhere on disk but as its digest', async () => {
  const { key, record } = await makeCustomer()
  expect(record).toMatchObject({ digest: digestOf(key), prefix: key.slice(0, 12) })
  expect(JSON.stringify(store.database.prepare('SELECT * FROM api_key').all())).not.toContain(key.slice(12))
})
