import type { Delivery, SharedWebhookStore, Webhook } from '../../alerts/webhooks/webhook-store.js'
import { readAccount } from '../codecs/account-rows.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { readDelivery, readWebhook, toWebhookColumns } from '../codecs/webhooks.js'
import type { PostgresDatabase } from './database.js'
import { createPostgresDeliveryQueues, setDue } from './delivery-queues.js'
import { lockWebhooks, matchedFor, saveAll, saveFired } from './webhook-writes.js'

export function createPostgresWebhookStore(database: PostgresDatabase): SharedWebhookStore {
  const webhooksOf = async (rows: Promise<readonly SqlRow[]>): Promise<readonly Webhook[]> =>
    (await rows).map(readWebhook)
  const deliveriesOf = async (rows: Promise<readonly SqlRow[]>): Promise<readonly Delivery[]> =>
    (await rows).map(readDelivery)

  return {
    create: (webhook, atMost) =>
      database.transaction(async (within) => {
        await within.lockName(`webhooks of ${webhook.accountId}`)
        const row = await within.get(
          'SELECT count(*) AS webhooks FROM webhook WHERE account_id = $1',
          webhook.accountId,
        )
        if (Number(row?.webhooks) >= atMost) return false
        const { record, secret, previousSecret } = toWebhookColumns(webhook)
        await within.run(
          `INSERT INTO webhook (id, account_id, enabled, created_at, record, secret, previous_secret)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          webhook.id,
          webhook.accountId,
          webhook.enabled ? 1 : 0,
          webhook.createdAtMs,
          record,
          secret,
          previousSecret,
        )
        return true
      }),
    find: async (accountId, webhookId) => {
      const row = await database.get('SELECT * FROM webhook WHERE id = $1 AND account_id = $2', webhookId, accountId)
      return row === null ? null : readWebhook(row)
    },
    list: (accountId) =>
      webhooksOf(database.all('SELECT * FROM webhook WHERE account_id = $1 ORDER BY created_at, id', accountId)),
    enabled: () => webhooksOf(database.all('SELECT * FROM webhook WHERE enabled = 1 ORDER BY created_at, id')),
    owners: async () =>
      (await database.all('SELECT DISTINCT account_id FROM webhook')).map((row) => String(row.account_id)),
    delete: async (accountId, webhookId) =>
      (await database.run('DELETE FROM webhook WHERE id = $1 AND account_id = $2', webhookId, accountId)) > 0,

    change: (accountId, decide) =>
      database.transaction(async (within) => {
        await within.lockName(`webhooks of ${accountId}`)
        const rows = await within.all(
          'SELECT * FROM webhook WHERE account_id = $1 ORDER BY id FOR NO KEY UPDATE',
          accountId,
        )
        const before = rows.map(readWebhook).toSorted(oldestFirst)
        const waiting = await within.all(
          `SELECT record FROM delivery WHERE webhook_id = ANY($1) AND state = 'pending' ORDER BY seq`,
          before.map(({ id }) => id),
        )
        const account = await within.get('SELECT * FROM account WHERE id = $1 AND deleted_at IS NULL', accountId)
        const made = decide({
          plan: account && readAccount(account).plan,
          webhooks: before,
          waiting: waiting.map(readDelivery),
        })
        await saveAll(within, made.webhooks, made.deliveries)
        const hadFailed = new Set(
          before.filter(({ consecutiveFailures }) => consecutiveFailures > 0).map(({ id }) => id),
        )
        await setDue(
          within,
          made.webhooks.map(({ id }) => id),
          made.webhooks
            .filter(({ id, consecutiveFailures }) => consecutiveFailures === 0 && hadFailed.has(id))
            .map(({ id }) => id),
        )
        return made
      }),

    save: (webhooks, deliveries) => database.transaction((within) => saveAll(within, webhooks, deliveries)),
    ...createPostgresDeliveryQueues(database),

    watchedWebhooks: async (fiat) => {
      const rows = await database.all(
        'SELECT * FROM webhook WHERE fiat = $1 AND enabled = 1 ORDER BY id FOR NO KEY UPDATE',
        fiat,
      )
      const row = await database.get('SELECT measured FROM crossing_values WHERE fiat = $1', fiat)
      return { webhooks: rows.map(readWebhook), lastValues: row === null ? new Map() : readValues(row) }
    },
    storeFired: ({ webhooks, deliveries }) => database.transaction((within) => saveFired(within, webhooks, deliveries)),
    endAbandoned: async (held, end) => {
      await database.run(
        `UPDATE delivery SET held_until = clock_timestamp() + ${matchedFor} WHERE id = ANY($1) AND held_until IS NOT NULL`,
        held,
      )
      await database.transaction(async (within) => {
        const owners = await within.all(`SELECT DISTINCT webhook_id FROM delivery WHERE ${isAbandoned}`)
        if (owners.length === 0) return
        const present = await lockWebhooks(
          within,
          owners.map((row) => String(row.webhook_id)),
        )
        // Some may have been settled while we waited.
        const rows = await within.all(
          `SELECT record FROM delivery WHERE ${isAbandoned} AND webhook_id = ANY($1) ORDER BY seq`,
          [...present],
        )
        await saveAll(within, [], rows.map(readDelivery).map(end))
      })
    },

    lastValues: async () => {
      const rows = await database.all('SELECT * FROM crossing_values')
      return new Map(rows.map((row) => [String(row.fiat), readValues(row)]))
    },
    saveLastValues: async (fiat, values) => {
      await database.run(
        `INSERT INTO crossing_values (fiat, measured) VALUES ($1, $2)
         ON CONFLICT (fiat) DO UPDATE SET measured = excluded.measured`,
        fiat,
        JSON.stringify([...values]),
      )
    },
    pending: () => deliveriesOf(database.all(`SELECT record FROM delivery WHERE state = 'pending' ORDER BY seq`)),
    findDelivery: async (webhookId, deliveryId) => {
      const row = await database.get(
        'SELECT record FROM delivery WHERE webhook_id = $1 AND id = $2',
        webhookId,
        deliveryId,
      )
      return row === null ? null : readDelivery(row)
    },
    deliveries: (webhookId, limit) =>
      deliveriesOf(
        database.all(
          'SELECT record FROM delivery WHERE webhook_id = $1 ORDER BY created_at DESC, seq DESC LIMIT $2',
          webhookId,
          limit,
        ),
      ),
    forgetDeliveriesBefore: (ms) =>
      database.run(`DELETE FROM delivery WHERE created_at < $1 AND state <> 'pending'`, ms),
  }
}

const oldestFirst = (one: Webhook, other: Webhook): number =>
  one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1)

const readValues = (row: SqlRow): ReadonlyMap<string, number> =>
  new Map(JSON.parse(String(row.measured)) as [string, number][])

const isAbandoned = `state = 'pending' AND held_until < statement_timestamp()`
