import { all, get, readEach, resultOf, run } from '../sql.js'
import { type DeliveryQueues, readWebhook, webhookRows } from '../stores/webhooks.js'

const pollIntervalMs = 1_000

/** A queue is due as in SQLite. Code that marks one as empty locks the webhook before it looks. */
export const postgresDeliveryQueues: DeliveryQueues = {
  due: (limit, besides) => readEach(all(dueWebhooks, limit, besides), readWebhook),
  // Other servers write deliveries, too.
  msUntilDue: () => resultOf(pollIntervalMs),
  *claim(webhookId, leaseMs) {
    const lane = yield* get(
      `UPDATE lane SET token = token + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
       FROM webhook WHERE webhook.id = $1 AND webhook.enabled = 1 AND webhook_id = webhook.id
         AND lease_until < clock_timestamp() AND due_at <= clock_timestamp()
       RETURNING token`,
      webhookId,
      leaseMs,
    )
    const webhook = lane && (yield* webhookRows.find('WHERE id = $1', webhookId))
    return lane && webhook && { webhook, token: String(lane.token) }
  },
  *isCurrent({ webhook: { id }, token }) {
    const current = 'SELECT 1 FROM lane WHERE webhook_id = $1 AND token = $2 FOR NO KEY UPDATE'
    return (yield* get(current, id, token)) !== null
  },
  *settle({ webhook: { id } }, waitMs) {
    // Use up the token, so that a retry after a lost response settles nothing twice.
    yield* run(
      `UPDATE lane SET token = token + 1, lease_until = '-infinity',
         due_at = CASE WHEN ${somethingWaits} THEN clock_timestamp() + $2 * interval '1 millisecond' ELSE 'infinity' END
       WHERE webhook_id = $1`,
      id,
      waitMs,
    )
  },
  *release({ webhook: { id }, token }) {
    yield* run('SELECT 1 FROM webhook WHERE id = $1 FOR NO KEY UPDATE', id)
    yield* run(
      `UPDATE lane SET lease_until = '-infinity', due_at = CASE WHEN ${somethingWaits} THEN due_at ELSE 'infinity' END
       WHERE webhook_id = $1 AND token = $2`,
      id,
      token,
    )
  },
  // Foreign keys and a trigger do these.
  *delete() {},
  *makeDue() {},
  *update(webhookIds, recoveredIds) {
    yield* run(
      `UPDATE lane SET due_at = CASE WHEN NOT ${somethingWaits} THEN 'infinity'
         WHEN webhook_id = ANY($2) THEN clock_timestamp() ELSE due_at END
       WHERE webhook_id = ANY($1)`,
      webhookIds,
      recoveredIds,
    )
  },
  *renewManual(deliveryIds) {
    const renewal = `UPDATE delivery SET held_until = clock_timestamp() + interval '2 minutes'`
    yield* run(`${renewal} WHERE id = ANY($1) AND state = 'pending'`, deliveryIds)
  },
  isAbandoned: 'held_until < statement_timestamp()',
}

const dueWebhooks = `
  SELECT webhook.* FROM lane JOIN webhook ON webhook.id = lane.webhook_id
  WHERE lane.due_at <= statement_timestamp() AND lane.lease_until < statement_timestamp()
    AND webhook.enabled = 1 AND webhook.id <> ALL($2)
  ORDER BY lane.due_at, webhook.id LIMIT $1`

const somethingWaits = `EXISTS (
  SELECT FROM delivery WHERE delivery.webhook_id = lane.webhook_id AND takes_turns(delivery.state, delivery.record))`
