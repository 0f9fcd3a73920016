import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { aDelivery, aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../../testing/postgres.js'
import { openDatabase } from './database.js'
import { migrate } from './migrate.js'
import { portsOver } from './open-store.js'
import { steps } from './schema.js'
import { openMigrated } from './testing/open-migrated.js'

let server: TestDatabase
beforeAll(async () => {
  if (!needsPostgres.skip) server = await makeTestDatabase()
})
afterAll(() => server?.drop())

describe('next to a release without knowledge of due times', needsPostgres, () => {
  const before = steps.findIndex(({ sql }) => sql.includes('CREATE INDEX lane_due'))
  const openOlder = async () => {
    const database = openDatabase(await server.newSchema())
    onTestFinished(() => database.close())
    await migrate(database, steps.slice(0, before))
    const { sealedSecret, previousSecret, sentByHandMs, ...record } = aWebhook({ fiat: 'EUR' })
    await database.run(
      `INSERT INTO webhook (id, account_id, enabled, created_at, record, secret) VALUES ('wh_one', 'acc_one', 1, 1, $1, '')`,
      JSON.stringify({ ...record, previousUntilMs: null }),
    )
    const fire = (id: string, once = false) =>
      database.run(
        `INSERT INTO delivery (id, webhook_id, state, created_at, record) VALUES ($1, 'wh_one', 'pending', 1, $2)`,
        id,
        JSON.stringify(aDelivery({ id, once })),
      )
    return { database, fire, store: portsOver(database).webhooks }
  }

  test('what waited is due, and webhooks are found by their currency', async () => {
    const { database, fire, store } = await openOlder()
    await fire('dl_one')
    await migrate(database)
    expect(await store.due(10, [])).toMatchObject([{ id: 'wh_one', sentByHandMs: [] }])
    expect((await store.watchedWebhooks('EUR')).webhooks).toMatchObject([{ id: 'wh_one' }])
  })

  test('its later writes are due as well, and its manual sends are not', async () => {
    const { database, fire, store } = await openOlder()
    await migrate(database)
    await fire('dl_ping', true)
    expect(await store.due(10, [])).toEqual([])
    await database.run(`INSERT INTO lane (webhook_id, token, lease_until) VALUES ('wh_one', 1, '-infinity')`)
    await fire('dl_one')
    expect((await store.claim('wh_one', 1_000))?.waiting.map(({ id }) => id)).toEqual(['dl_one'])
  })
})

test('webhooks with a full log each fire at once, and each keeps its allowed number', needsPostgres, async () => {
  const database = await openMigrated(await server.newSchema())
  const store = portsOver(database).webhooks
  await store.create(aWebhook({ id: 'wh_0' }), 20)
  await database.run(
    `INSERT INTO webhook (id, account_id, enabled, created_at, record, secret)
     SELECT 'wh_' || n, 'acc_' || n, 1, n, replace(record, 'wh_0', 'wh_' || n), secret FROM webhook, generate_series(1, 199) n`,
  )
  await database.run(
    `INSERT INTO delivery (id, webhook_id, state, created_at, record)
     SELECT 'dl_' || n || '_' || webhook.id, webhook.id, 'delivered', n, $1 FROM webhook, generate_series(1, 100) n`,
    JSON.stringify(aDelivery({ state: 'delivered' })),
  )
  await database.transaction(async (within) => {
    const open = portsOver({ ...database, ...within, transaction: (work) => work(within) }).webhooks
    const { webhooks } = await open.watchedWebhooks('UAH')
    await open.storeFired({
      webhooks: webhooks.map((webhook) => ({ ...webhook, crossing: 'fired' as const })),
      deliveries: webhooks.map(({ id }) => aDelivery({ id: `dl_new_${id}`, webhookId: id })),
    })
  })
  const claim = await store.claim('wh_7', 1_000)
  if (claim === null) throw new Error('nobody else has asked')
  await store.settle(claim, (webhook, waiting) => ({
    webhook,
    deliveries: waiting.map((delivery) => ({ ...delivery, state: 'delivered' })),
    waitMs: null,
  }))
  expect(await store.deliveries('wh_7', 1_000)).toHaveLength(100)
  expect(await store.due(3_000, [])).toHaveLength(199)
})
