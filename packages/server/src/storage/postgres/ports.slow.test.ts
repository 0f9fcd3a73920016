import { createRandom } from '@p2p-rates/core/internal'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sharedWebhookStoreContract } from '../../alerts/webhooks/delivery-queues.contract.js'
import { aDelivery, aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { makeTestDatabase, needsPostgres, type TestDatabase, type TestSchema } from '../../testing/postgres.js'
import { each, either, storeContract, storeRaces } from '../store.contract.js'
import type { Store } from '../store.js'
import { openPostgresStore, type PostgresStore } from './open-store.js'

let database: TestDatabase
const opened: Store[] = []
const used: TestSchema[] = []
const free: TestSchema[] = []
beforeAll(async () => {
  if (!needsPostgres.skip) database = await makeTestDatabase()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
  free.push(...used.splice(0))
})
afterAll(() => database?.drop())

const openAt = async (place: TestSchema): Promise<PostgresStore> => {
  const store = await openPostgresStore(place)
  opened.push(store)
  return store
}
const emptySchema = async (): Promise<TestSchema> => {
  const before = free.pop()
  const place = before === undefined ? await database.newSchema() : await database.emptied(before)
  used.push(place)
  return place
}
const alone = async (): Promise<Store> => openAt(await emptySchema())
const twice = async (): Promise<readonly [PostgresStore, PostgresStore]> => {
  const place = await emptySchema()
  return [await openAt(place), await openAt(place)]
}

const seed = Number(process.env.SEED)
const random = createRandom(seed)

describe('PostgreSQL', needsPostgres, () => storeContract(each(alone)))
describe('PostgreSQL opened twice', needsPostgres, () => storeContract(either(twice, random)))
describe('two PostgreSQL stores over one database, at once', needsPostgres, () => storeRaces(twice, random))

describe('webhooks of several servers over one PostgreSQL', needsPostgres, () =>
  sharedWebhookStoreContract(async () => {
    const [one, other] = await twice()
    return [one.webhooks, other.webhooks]
  }),
)

test('saved rows are there for the next server, in the same order', needsPostgres, async () => {
  const place = await emptySchema()
  const first = await openAt(place)
  await first.webhooks.create(aWebhook(), 20)
  for (const id of ['dl_b', 'dl_a']) await first.webhooks.save([], [aDelivery({ id })])
  const second = await openAt(place)
  expect((await second.webhooks.pending()).map(({ id }) => id)).toEqual(['dl_b', 'dl_a'])
})
