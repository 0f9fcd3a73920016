import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@p2p-rates/chance'
import { afterEach, describe, expect, test } from 'vitest'
import { type AccountListStores, accountListContract } from '../../accounts/account-list.contract.js'
import { keyStoreContract, keyStoreRaces } from '../../accounts/key-store.contract.js'
import { type LinkStores, linkStoreContract, linkStoreRaces } from '../../accounts/link-store.contract.js'
import { type PeopleStores, sessionStoreContract, sessionStoreRaces } from '../../accounts/session-store.contract.js'
import { sourceStoreContract, sourceStoreRaces } from '../../collecting/source-store.contract.js'
import { historyStoreContract, historyStoreRaces } from '../../history/history-store.contract.js'
import { idempotencyStoreContract, idempotencyStoreRaces } from '../../http/idempotency-store.contract.js'
import { eitherOf } from '../../testing/two-of.js'
import { uptimeStoreContract, uptimeStoreRaces } from '../../uptime/uptime-store.contract.js'
import { usageStoreContract, usageStoreRaces } from '../../usage/usage-store.contract.js'
import { aDelivery, aWebhook } from '../../webhooks/testing/a-webhook.js'
import { webhookStoreContract, webhookStoreRaces } from '../../webhooks/webhook-store.contract.js'
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

/** Two that opened the same data, as two processes do. */
const twice = (): readonly [Store, Store] => {
  const dir = mkdtempSync(join(tmpdir(), 'p2p-rates-store-'))
  const both = [openSqliteStore(dir), openSqliteStore(dir)] as const
  leftovers.push(() => {
    for (const store of both) store.close()
    rmSync(dir, { recursive: true })
  })
  return both
}

const seed = Math.floor(Math.random() * 2 ** 31)
console.log(`two stores over one database from seed ${seed}`)
const random = createRandom(seed)
/** Each port, and those of people, which are about each other. */
type Ports = Pick<Store, 'webhooks' | 'keys' | 'usage' | 'idempotency' | 'sources' | 'uptime' | 'history'> & {
  readonly people: PeopleStores
  readonly links: LinkStores
  readonly list: AccountListStores
}
type PortName = keyof Ports
const portsIn = (store: Store): Ports => ({ ...store, people: store, links: store, list: store })
type Open = <Name extends PortName>(name: Name) => Ports[Name]

const openers: Readonly<Record<string, Open>> = {
  'in memory': (name) => portsIn(inMemory())[name],
  'on disk': (name) => portsIn(onDisk())[name],
  'opened twice': (name) => eitherOf(portsOf(twice(), name), random),
}
const portsOf = <Name extends PortName>([one, other]: readonly [Store, Store], name: Name) =>
  [portsIn(one)[name], portsIn(other)[name]] as const

describe.each(Object.entries(openers))('SQLite %s', (_, open) => {
  describe('webhooks', () => webhookStoreContract(async () => open('webhooks')))
  describe('keys', () => keyStoreContract(async () => open('keys')))
  describe('people', () => sessionStoreContract(async () => open('people')))
  describe('links', () => linkStoreContract(async () => open('links')))
  describe('the list of accounts', () => accountListContract(async () => open('list')))
  describe('usage', () => usageStoreContract(async () => open('usage')))
  describe('idempotency', () => idempotencyStoreContract(async () => open('idempotency')))
  describe('sources', () => sourceStoreContract(async () => open('sources')))
  describe('uptime', () => uptimeStoreContract(async () => open('uptime')))
  describe('history', () => historyStoreContract(async () => open('history')))
})

describe('two SQLite stores over one database, at once', () => {
  const openTwo =
    <Name extends PortName>(name: Name) =>
    async () =>
      portsOf(twice(), name)
  describe('webhooks', () => webhookStoreRaces(openTwo('webhooks'), random))
  describe('people', () => sessionStoreRaces(openTwo('people')))
  describe('links', () => linkStoreRaces(openTwo('links')))
  describe('usage', () => usageStoreRaces(openTwo('usage')))
  describe('sources', () => sourceStoreRaces(openTwo('sources')))
  describe('uptime', () => uptimeStoreRaces(openTwo('uptime')))
  describe('history', () => historyStoreRaces(openTwo('history')))
  describe('keys', () => keyStoreRaces(openTwo('keys')))
  describe('idempotency', () => idempotencyStoreRaces(openTwo('idempotency')))
})

test('what has been saved is there for the next process, in the same order', async () => {
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
