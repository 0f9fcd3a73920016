import type { Claim, Delivery, SharedWebhookStore } from '../../alerts/webhooks/webhook-store.js'
import { readDelivery, readWebhook } from '../codecs/webhooks.js'
import type { PostgresDatabase, Statements, Transaction } from './database.js'
import { saveAll } from './webhook-writes.js'

type DeliveryQueues = Pick<SharedWebhookStore, 'due' | 'msUntilDue' | 'claim' | 'settle' | 'release'>

const pollIntervalMs = 1_000

/**
 * Assigns waiting deliveries to servers. A queue is due once a delivery waits, or at the time its last attempt set.
 * Code that marks a queue as empty locks the webhook before checking.
 */
export function createPostgresDeliveryQueues(database: PostgresDatabase): DeliveryQueues {
  const claimed = async (within: Transaction, webhookId: string, token: unknown): Promise<Claim | null> => {
    const row = await within.get('SELECT * FROM webhook WHERE id = $1', webhookId)
    return (
      row && { webhook: readWebhook(row), token: String(token), waiting: await queuedDeliveries(within, webhookId) }
    )
  }

  return {
    claim: (webhookId, leaseMs) =>
      database.transaction(async (within) => {
        const row = await within.get(
          `UPDATE lane SET token = token + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
           FROM webhook WHERE webhook.id = $1 AND webhook.enabled = 1 AND webhook_id = webhook.id
             AND lease_until < clock_timestamp() AND due_at <= clock_timestamp()
           RETURNING token`,
          webhookId,
          leaseMs,
        )
        return row && claimed(within, webhookId, row.token)
      }),
    settle: ({ webhook: { id }, token }, decide) =>
      database.transaction(async (within) => {
        // The webhook first: all who change it or what belongs to it come in this order.
        const row = await within.get('SELECT * FROM webhook WHERE id = $1 FOR NO KEY UPDATE', id)
        if (row === null) return null
        const stands = await within.get(
          'SELECT 1 FROM lane WHERE webhook_id = $1 AND token = $2 FOR NO KEY UPDATE',
          id,
          token,
        )
        if (stands === null) return null
        const made = decide(readWebhook(row), await queuedDeliveries(within, id))
        await saveAll(within, [made.webhook], made.deliveries)
        // Use up the token, so that a retry after a lost response settles nothing twice.
        await within.run(
          `UPDATE lane SET token = token + 1, lease_until = '-infinity',
             due_at = CASE WHEN ${somethingWaits} THEN clock_timestamp() + $2 * interval '1 millisecond' ELSE 'infinity' END
           WHERE webhook_id = $1`,
          id,
          made.waitMs ?? 0,
        )
        return made
      }),
    release: ({ webhook: { id }, token }) =>
      database.transaction(async (within) => {
        await within.run('SELECT 1 FROM webhook WHERE id = $1 FOR NO KEY UPDATE', id)
        await within.run(
          `UPDATE lane SET lease_until = '-infinity', due_at = CASE WHEN ${somethingWaits} THEN due_at ELSE 'infinity' END
           WHERE webhook_id = $1 AND token = $2`,
          id,
          token,
        )
      }),
    // Other servers write deliveries, too.
    msUntilDue: async () => pollIntervalMs,
    due: async (limit, besides) => {
      const rows = await database.all(
        `SELECT webhook.* FROM lane JOIN webhook ON webhook.id = lane.webhook_id
         WHERE lane.due_at <= statement_timestamp() AND lane.lease_until < statement_timestamp()
           AND webhook.enabled = 1 AND webhook.id <> ALL($2)
         ORDER BY lane.due_at, webhook.id LIMIT $1`,
        limit,
        besides,
      )
      return rows.map(readWebhook)
    },
  }
}

/** After its webhooks were changed: what waits for one whose run of failures has ended is due now. */
export async function setDue(
  within: Transaction,
  webhookIds: readonly string[],
  recoveredIds: readonly string[],
): Promise<void> {
  await within.run(
    `UPDATE lane SET due_at = CASE WHEN NOT ${somethingWaits} THEN 'infinity'
       WHEN webhook_id = ANY($2) THEN clock_timestamp() ELSE due_at END
     WHERE webhook_id = ANY($1)`,
    webhookIds,
    recoveredIds,
  )
}

async function queuedDeliveries(within: Statements, webhookId: string): Promise<readonly Delivery[]> {
  const rows = await within.all(
    `SELECT record FROM delivery WHERE webhook_id = $1 AND takes_turns(state, record) ORDER BY seq`,
    webhookId,
  )
  return rows.map(readDelivery)
}

const somethingWaits = `EXISTS (
  SELECT FROM delivery WHERE delivery.webhook_id = lane.webhook_id AND takes_turns(delivery.state, delivery.record))`
