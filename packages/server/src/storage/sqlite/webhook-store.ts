import { longestWaitMs } from '../../alerts/webhooks/retry-schedule.js'
import { type Delivery, keptDeliveries, type Webhook, type WebhookStore } from '../../alerts/webhooks/webhook-store.js'
import { type Clock, systemClock } from '../../base/time/clock.js'
import { readAccount } from '../codecs/account-rows.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { readDelivery, readWebhook, toWebhookColumns } from '../codecs/webhooks.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'
import type { NamedLocks } from './named-locks.js'
import { takesTurns } from './schema.js'

/**
 * Webhooks of one server. A webhook is due from the time in `due_at`: since its first delivery waits, or when the last
 * attempt said so.
 */
export function createSqliteWebhookStore(
  database: Database,
  locks: NamedLocks,
  clock: Clock = systemClock,
): WebhookStore {
  // A wall clock that is set while the server runs puts no attempt off.
  const startedMs = clock.wallMs() - clock.monoMs()
  const now = (): number => Math.floor(startedMs + clock.monoMs())
  const dueNow = (): number => now() - clockSkewMs
  const insert = database.prepare(
    `INSERT INTO webhook (id, account_id, enabled, created_at, record, secret, previous_secret)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const count = database.prepare('SELECT COUNT(*) AS webhooks FROM webhook WHERE account_id = ?')
  const find = database.prepare(
    `SELECT *, ${checksumMatches('webhook')} AS sound FROM webhook WHERE id = ? AND account_id = ?`,
  )
  const findById = database.prepare(`SELECT *, ${checksumMatches('webhook')} AS sound FROM webhook WHERE id = ?`)
  const list = database.prepare(
    `SELECT *, ${checksumMatches('webhook')} AS sound FROM webhook WHERE account_id = ? ORDER BY created_at, id`,
  )
  const enabled = database.prepare(
    `SELECT *, ${checksumMatches('webhook')} AS sound FROM webhook WHERE enabled = 1 ORDER BY created_at, id`,
  )
  const owners = database.prepare('SELECT DISTINCT account_id FROM webhook')
  const update = database.prepare(
    'UPDATE webhook SET enabled = ?, record = ?, secret = ?, previous_secret = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM webhook WHERE id = ? AND account_id = ?')
  const findAccount = database.prepare('SELECT * FROM account WHERE id = ? AND deleted_at IS NULL')

  const upsertDelivery = database.prepare(
    `INSERT INTO delivery (id, webhook_id, state, created_at, record) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, record = excluded.record`,
  )
  const webhookExists = database.prepare('SELECT 1 FROM webhook WHERE id = ?')
  const pending = database.prepare(
    `SELECT *, ${checksumMatches('delivery')} AS sound FROM delivery WHERE state = 'pending' ORDER BY rowid`,
  )
  const waitingFor = database.prepare(
    `SELECT *, ${checksumMatches('delivery')} AS sound FROM delivery WHERE webhook_id = ? AND state = 'pending' ORDER BY rowid`,
  )
  const due = database.prepare(
    `SELECT *, ${checksumMatches('webhook')} AS sound FROM webhook
     WHERE due_at IS NOT NULL AND enabled = 1 AND ${isDue} AND id NOT IN (SELECT value FROM json_each(?2))
     ORDER BY due_at, rowid LIMIT ?3`,
  )
  const findDue = database.prepare(
    `SELECT *, ${checksumMatches('webhook')} AS sound FROM webhook WHERE enabled = 1 AND ${isDue} AND id = ?2`,
  )
  const nextDue = database.prepare(
    `SELECT min(due_at) AS at FROM webhook WHERE due_at IS NOT NULL AND enabled = 1 AND NOT ${isDue}`,
  )
  const setDue = database.prepare(
    `UPDATE webhook SET due_at = CASE WHEN ${somethingWaits} THEN coalesce(?, due_at) END WHERE id = ?`,
  )
  const clearDue = database.prepare('UPDATE webhook SET due_at = NULL WHERE id = ?')
  const makeDue = database.prepare('UPDATE webhook SET due_at = ? WHERE id = ? AND due_at IS NULL')
  const waitingOf = database.prepare(
    `SELECT delivery.*, ${checksumMatches('delivery')} AS sound FROM webhook JOIN delivery ON webhook_id = webhook.id
     WHERE account_id = ? AND state = 'pending' ORDER BY delivery.rowid`,
  )
  const findDelivery = database.prepare(
    `SELECT *, ${checksumMatches('delivery')} AS sound FROM delivery WHERE webhook_id = ? AND id = ?`,
  )
  const deliveries = database.prepare(
    `SELECT *, ${checksumMatches('delivery')} AS sound FROM delivery WHERE webhook_id = ?
     ORDER BY created_at DESC, rowid DESC LIMIT ?`,
  )
  const forgetOlder = database.prepare(
    `DELETE FROM delivery WHERE webhook_id = ?1 AND state <> 'pending' AND (created_at, rowid) <= (
       SELECT created_at, rowid FROM delivery WHERE webhook_id = ?1
       ORDER BY created_at DESC, rowid DESC LIMIT 1 OFFSET ${keptDeliveries})`,
  )
  const forget = database.prepare(`DELETE FROM delivery WHERE created_at < ? AND state <> 'pending'`)

  const lastValues = database.prepare(`SELECT *, ${checksumMatches('crossing_values')} AS sound FROM crossing_values`)
  const saveLastValues = database.prepare(
    `INSERT INTO crossing_values (fiat, measured) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET measured = excluded.measured`,
  )

  const saveWebhook = (webhook: Webhook): void => {
    const { record, secret, previousSecret } = toWebhookColumns(webhook)
    update.run(webhook.enabled ? 1 : 0, record, secret, previousSecret, webhook.id)
  }
  const saveDelivery = (delivery: Delivery): void => {
    // Deleted while an attempt was under way: its log went with it.
    if (webhookExists.get(delivery.webhookId) === null) return
    if (delivery.state === 'pending' && !delivery.once) makeDue.run(dueNow(), delivery.webhookId)
    upsertDelivery.run(delivery.id, delivery.webhookId, delivery.state, delivery.createdAtMs, JSON.stringify(delivery))
  }

  const saveAll = (webhooks: readonly Webhook[], deliveries: readonly Delivery[]): void => {
    for (const webhook of webhooks) saveWebhook(webhook)
    for (const delivery of deliveries) saveDelivery(delivery)
    for (const id of new Set(deliveries.map(({ webhookId }) => webhookId))) forgetOlder.run(id)
  }

  const readWebhooks = (rows: readonly SqlRow[]): readonly Webhook[] =>
    verifiedRows(database, 'webhook', rows).map(readWebhook)
  const readDeliveries = (rows: readonly SqlRow[]): readonly Delivery[] =>
    verifiedRows(database, 'delivery', rows).map(readDelivery)
  const inTurn = (webhookId: string): readonly Delivery[] =>
    readDeliveries(waitingFor.all(webhookId)).filter(({ once }) => !once)

  return {
    create: async (webhook, atMost) =>
      database.transaction(() => {
        if (Number(count.get(webhook.accountId)?.webhooks) >= atMost) return false
        const { record, secret, previousSecret } = toWebhookColumns(webhook)
        insert.run(
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
      const row = verifiedOrThrow(database, 'webhook', find.get(webhookId, accountId))
      return row === null ? null : readWebhook(row)
    },
    list: async (accountId) => readWebhooks(list.all(accountId)),
    enabled: async () => readWebhooks(enabled.all()),
    owners: async () => owners.all().map((row) => String(row.account_id)),
    delete: async (accountId, webhookId) =>
      database.transaction(() => {
        if (remove.run(webhookId, accountId) === 0) return false
        locks.deleteLock(lockNameOf(webhookId))
        return true
      }),

    change: async (accountId, decide) =>
      database.transaction(() => {
        const account = findAccount.get(accountId)
        const before = readWebhooks(list.all(accountId))
        const made = decide({
          plan: account === null ? null : readAccount(account).plan,
          webhooks: before,
          waiting: readDeliveries(waitingOf.all(accountId)),
        })
        saveAll(made.webhooks, made.deliveries)
        for (const { id, consecutiveFailures } of made.webhooks) {
          const hadFailed = before.some((webhook) => webhook.id === id && webhook.consecutiveFailures > 0)
          // Deliveries to a receiver whose run of failures has ended are due now.
          setDue.run(hadFailed && consecutiveFailures === 0 ? dueNow() : null, id)
        }
        return made
      }),

    save: async (webhooks, deliveries) => database.transaction(() => saveAll(webhooks, deliveries)),
    due: async (limit, besides) =>
      readWebhooks(due.all(now(), JSON.stringify(besides), limit)).filter(({ id }) => !locks.isHeld(lockNameOf(id))),
    msUntilDue: async () => {
      const at = nextDue.get(now())?.at ?? null
      return at === null ? Number.POSITIVE_INFINITY : Number(at) - now()
    },
    claim: async (webhookId, leaseMs) =>
      locks.atomically(() => {
        const row = findDue.get(now(), webhookId)
        const [webhook] = readWebhooks(row === null ? [] : [row])
        if (webhook === undefined) return null
        const token = locks.acquireLock(lockNameOf(webhookId), leaseMs)
        return token === null ? null : { webhook, token, waiting: inTurn(webhookId) }
      }),
    settle: async ({ webhook: { id }, token }, decide) =>
      database.transaction(() => {
        if (!locks.isCurrentToken(lockNameOf(id), token)) return null
        const row = verifiedOrThrow(database, 'webhook', findById.get(id))
        if (row === null) return null
        const made = decide(readWebhook(row), inTurn(id))
        saveAll([made.webhook], made.deliveries)
        setDue.run(made.waitMs === null ? dueNow() : now() + made.waitMs, id)
        locks.releaseLock(lockNameOf(id))
        return made
      }),
    release: async ({ webhook: { id }, token }) =>
      locks.atomically(() => {
        if (!locks.isCurrentToken(lockNameOf(id), token)) return
        if (inTurn(id).length === 0) clearDue.run(id)
        locks.releaseLock(lockNameOf(id))
      }),
    endAbandoned: async (held, end) => {
      const abandoned = readDeliveries(pending.all()).filter(({ id, once }) => once && !held.includes(id))
      if (abandoned.length > 0) database.transaction(() => saveAll([], abandoned.map(end)))
    },
    lastValues: async () =>
      new Map(
        verifiedRows(database, 'crossing_values', lastValues.all()).map((row) => [
          String(row.fiat),
          new Map(JSON.parse(String(row.measured)) as [string, number][]),
        ]),
      ),
    saveLastValues: async (fiat, values) => {
      saveLastValues.run(fiat, JSON.stringify([...values]))
    },
    pending: async () => readDeliveries(pending.all()),
    findDelivery: async (webhookId, deliveryId) => {
      const row = verifiedOrThrow(database, 'delivery', findDelivery.get(webhookId, deliveryId))
      return row === null ? null : readDelivery(row)
    },
    deliveries: async (webhookId, limit) => readDeliveries(deliveries.all(webhookId, limit)),
    forgetDeliveriesBefore: async (ms) => forget.run(ms),
  }
}

const lockNameOf = (webhookId: string): string => `webhook ${webhookId}`

/** Two processes read the time at most this far apart. What one of them writes is due for the other at once. */
const clockSkewMs = 2

/** `?1` is now. The clock may have been set back since the last start: no wait is longer than the longest. */
const isDue = `(due_at <= ?1 OR due_at > ?1 + ${longestWaitMs})`

const somethingWaits = `EXISTS (
  SELECT 1 FROM delivery WHERE webhook_id = webhook.id AND ${takesTurns('state', 'record')})`
