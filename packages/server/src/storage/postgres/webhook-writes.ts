import { type Delivery, keptDeliveries, type Webhook } from '../../alerts/webhooks/webhook-store.js'
import { toWebhookColumns } from '../codecs/webhooks.js'
import type { Transaction } from './database.js'

/** All at once and in one order: all who change webhooks, or what belongs to them, come by here first. Answers with those that there are. */
export async function lockWebhooks(within: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await within.all('SELECT id FROM webhook WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', ids)
  return new Set(rows.map((row) => String(row.id)))
}

/** Skips data of deleted webhooks. */
export async function saveAll(
  within: Transaction,
  webhooks: readonly Webhook[],
  deliveries: readonly Delivery[],
): Promise<void> {
  const owners = [...new Set([...webhooks.map(({ id }) => id), ...deliveries.map(({ webhookId }) => webhookId)])]
  const present = await lockWebhooks(within, owners)
  await saveWebhooks(
    within,
    webhooks.filter(({ id }) => present.has(id)),
  )
  const left = deliveries.filter(({ webhookId }) => present.has(webhookId))
  await insertDeliveries(within, left, replaced)
  await forgetOlder(within, left)
}

/**
 * Saves fired deliveries of webhooks that are already locked. Existing deliveries stay unchanged. Settling deletes old
 * ones.
 */
export async function saveFired(
  within: Transaction,
  webhooks: readonly Webhook[],
  deliveries: readonly Delivery[],
): Promise<void> {
  await saveWebhooks(within, webhooks)
  await insertDeliveries(within, deliveries, 'DO NOTHING')
}

async function saveWebhooks(within: Transaction, webhooks: readonly Webhook[]): Promise<void> {
  if (webhooks.length === 0) return
  const rows = webhooks.map(toWebhookColumns)
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

/** Time without renewal after which a manual send counts as abandoned. */
export const matchedFor = `interval '2 minutes'`

const replaced = 'DO UPDATE SET state = excluded.state, record = excluded.record, held_until = excluded.held_until'

async function insertDeliveries(
  within: Transaction,
  deliveries: readonly Delivery[],
  onConflict: string,
): Promise<void> {
  if (deliveries.length === 0) return
  // The last word on each, in the order in which they first came up.
  const each = [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()]
  await within.run(
    `INSERT INTO delivery (id, webhook_id, state, created_at, record, held_until)
     SELECT id, webhook_id, state, created_at, record, CASE WHEN is_held THEN clock_timestamp() + ${matchedFor} END
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::boolean[]) WITH ORDINALITY
       AS made (id, webhook_id, state, created_at, record, is_held, place)
     ORDER BY place
     ON CONFLICT (id) ${onConflict}`,
    each.map(({ id }) => id),
    each.map(({ webhookId }) => webhookId),
    each.map(({ state }) => state),
    each.map(({ createdAtMs }) => createdAtMs),
    each.map((delivery) => JSON.stringify(delivery)),
    each.map(({ state, once }) => (state === 'pending' && once ? 'true' : 'false')),
  )
}

async function forgetOlder(within: Transaction, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await within.run(
    `DELETE FROM delivery USING unnest($1::text[]) AS owner (id), LATERAL (
       SELECT created_at, seq FROM delivery older WHERE older.webhook_id = owner.id
       ORDER BY older.created_at DESC, older.seq DESC LIMIT 1 OFFSET ${keptDeliveries}) AS edge
     WHERE delivery.webhook_id = owner.id AND delivery.state <> 'pending'
       AND (delivery.created_at, delivery.seq) <= (edge.created_at, edge.seq)`,
    [...new Set(deliveries.map(({ webhookId }) => webhookId))],
  )
}
