import { type Delivery, keptDeliveries, type Webhook, type WebhookStore } from '../../webhooks/webhook-store.js'
import type { SqlRow } from '../rows/columns.js'
import { join, readDelivery, split } from '../rows/webhooks.js'
import type { PostgresDatabase, Transaction } from './database.js'

export function createPostgresWebhookStore(database: PostgresDatabase): WebhookStore {
  const webhooksOf = async (rows: Promise<readonly SqlRow[]>): Promise<readonly Webhook[]> => (await rows).map(join)
  const deliveriesOf = async (rows: Promise<readonly SqlRow[]>): Promise<readonly Delivery[]> =>
    (await rows).map(readDelivery)

  return {
    create: (webhook, atMost) =>
      database.transaction(async (within) => {
        await within.alone(`webhooks of ${webhook.accountId}`)
        const row = await within.get(
          'SELECT count(*) AS webhooks FROM webhook WHERE account_id = $1',
          webhook.accountId,
        )
        if (Number(row?.webhooks) >= atMost) return false
        const { record, secret, previousSecret } = split(webhook)
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
      return row === null ? null : join(row)
    },
    list: (accountId) =>
      webhooksOf(database.all('SELECT * FROM webhook WHERE account_id = $1 ORDER BY created_at, id', accountId)),
    enabled: () => webhooksOf(database.all('SELECT * FROM webhook WHERE enabled = 1 ORDER BY created_at, id')),
    owners: async () =>
      (await database.all('SELECT DISTINCT account_id FROM webhook')).map((row) => String(row.account_id)),
    delete: async (accountId, webhookId) =>
      (await database.run('DELETE FROM webhook WHERE id = $1 AND account_id = $2', webhookId, accountId)) > 0,

    save: (webhooks, deliveries) => database.transaction((within) => saveAll(within, webhooks, deliveries)),
    claim: (webhookId, leaseMs) =>
      database.transaction(async (within) => {
        const row = await within.get(
          `INSERT INTO lane (webhook_id, token, lease_until)
           SELECT id, 1, clock_timestamp() + $2 * interval '1 millisecond' FROM webhook
           WHERE id = $1 AND enabled = 1 FOR KEY SHARE
           ON CONFLICT (webhook_id) DO UPDATE SET token = lane.token + 1, lease_until = excluded.lease_until
             WHERE lane.lease_until < clock_timestamp()
           RETURNING token`,
          webhookId,
          leaseMs,
        )
        if (row === null) return null
        const waiting = await within.all(
          `SELECT record FROM delivery WHERE webhook_id = $1 AND state = 'pending' ORDER BY seq`,
          webhookId,
        )
        return {
          webhookId,
          token: String(row.token),
          waiting: waiting.map(readDelivery).filter(({ once }) => !once),
        }
      }),
    settle: ({ webhookId, token }, decide) =>
      database.transaction(async (within) => {
        // The webhook first: all who change it or what belongs to it come in this order.
        const row = await within.get('SELECT * FROM webhook WHERE id = $1 FOR NO KEY UPDATE', webhookId)
        if (row === null) return null
        const ended = await within.run(
          `UPDATE lane SET lease_until = '-infinity' WHERE webhook_id = $1 AND token = $2`,
          webhookId,
          token,
        )
        if (ended === 0) return null
        const made = decide(join(row))
        await saveAll(within, [made.webhook], made.deliveries)
        return made
      }),
    giveBack: async ({ webhookId, token }) => {
      await database.run(
        `UPDATE lane SET lease_until = '-infinity' WHERE webhook_id = $1 AND token = $2`,
        webhookId,
        token,
      )
    },

    lastValues: async () => {
      const rows = await database.all('SELECT * FROM crossing_values')
      return new Map(
        rows.map((row) => [String(row.fiat), new Map(JSON.parse(String(row.measured)) as [string, number][])]),
      )
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

async function saveAll(
  within: Transaction,
  webhooks: readonly Webhook[],
  deliveries: readonly Delivery[],
): Promise<void> {
  const owners = [...new Set([...webhooks.map(({ id }) => id), ...deliveries.map(({ webhookId }) => webhookId)])]
  // All at once and in one order. What belongs to a deleted webhook is left out.
  const locked = await within.all('SELECT id FROM webhook WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', owners)
  const present = new Set(locked.map((row) => row.id))
  await saveWebhooks(
    within,
    webhooks.filter(({ id }) => present.has(id)),
  )
  await saveDeliveries(
    within,
    deliveries.filter(({ webhookId }) => present.has(webhookId)),
  )
}

async function saveWebhooks(within: Transaction, webhooks: readonly Webhook[]): Promise<void> {
  if (webhooks.length === 0) return
  const rows = webhooks.map(split)
  await within.run(
    `UPDATE webhook SET enabled = now.enabled, record = now.record, secret = now.secret,
       previous_secret = now.previous_secret
     FROM unnest($1::text[], $2::smallint[], $3::text[], $4::bytea[], $5::bytea[])
       AS now (id, enabled, record, secret, previous_secret)
     WHERE webhook.id = now.id`,
    webhooks.map(({ id }) => id),
    webhooks.map(({ enabled }) => (enabled ? 1 : 0)),
    rows.map(({ record }) => record),
    rows.map(({ secret }) => secret),
    rows.map(({ previousSecret }) => previousSecret),
  )
}

async function saveDeliveries(within: Transaction, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return
  // The last word on each, in the order in which they first came up.
  const each = [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()]
  await within.run(
    `INSERT INTO delivery (id, webhook_id, state, created_at, record)
     SELECT id, webhook_id, state, created_at, record
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) WITH ORDINALITY
       AS made (id, webhook_id, state, created_at, record, place)
     ORDER BY place
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, record = excluded.record`,
    each.map(({ id }) => id),
    each.map(({ webhookId }) => webhookId),
    each.map(({ state }) => state),
    each.map(({ createdAtMs }) => createdAtMs),
    each.map((delivery) => JSON.stringify(delivery)),
  )
  await within.run(
    `DELETE FROM delivery USING unnest($1::text[]) AS owner (id)
     WHERE delivery.webhook_id = owner.id AND delivery.state <> 'pending' AND (delivery.created_at, delivery.seq) <= (
       SELECT older.created_at, older.seq FROM delivery older WHERE older.webhook_id = owner.id
       ORDER BY older.created_at DESC, older.seq DESC LIMIT 1 OFFSET ${keptDeliveries})`,
    [...new Set(each.map(({ webhookId }) => webhookId))],
  )
}
