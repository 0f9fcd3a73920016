import {
  type Change,
  type Changes,
  type Claim,
  type Delivery,
  keptDeliveries,
  type Owned,
  type SharedWebhookStore,
  type Webhook,
  type WebhookStore,
} from '../../alerts/webhooks/webhook-store.js'
import { blob, readJson, type SqlRow } from '../codecs/sql-values.js'
import { toRow } from '../codecs/table-rows.js'
import {
  all,
  changes,
  get,
  lock,
  readEach,
  replacing,
  rowsOf,
  run,
  type Sql,
  type SqlParameter,
  upsert,
  type Work,
} from '../sql.js'
import { readAccount } from './accounts.js'
import { createOwnedStore } from './records.js'

export const webhookRows = rowsOf('webhook', readWebhook)
const deliveryRows = rowsOf('delivery', (row) => readJson<Delivery>(row, 'record'))
const lastValues = rowsOf('crossing_values', (row) => ({
  fiat: String(row.fiat),
  values: new Map(readJson<[string, number][]>(row, 'measured')),
}))

/** The engine's share: when the deliveries of a webhook are due, and which process sends them. */
export interface DeliveryQueues {
  due(limit: number, besides: readonly string[]): Work<readonly Webhook[]>
  msUntilDue(): Work<number>
  claim(webhookId: string, leaseMs: number): Work<Omit<Claim, 'waiting'> | null>
  isCurrent(claim: Claim): Work<boolean>
  /** Ends a claim after an attempt. Deliveries that still wait are due after `waitMs`. */
  settle(claim: Claim, waitMs: number): Work<void>
  /** Ends a claim without an attempt. */
  release(claim: Claim): Work<void>
  delete(webhookId: string): Work<void>
  /** Before deliveries are stored that wait for their turn. */
  makeDue(webhookIds: readonly string[]): Work<void>
  /** After changes: empty queues are not due, those of recovered receivers are due now. */
  update(webhookIds: readonly string[], recoveredIds: readonly string[]): Work<void>
  renewManual(deliveryIds: readonly string[]): Work<void>
  /** Condition for manual deliveries whose sender is presumed dead. */
  readonly isAbandoned: string
}

export function createWebhookStore(sql: Sql, queues: DeliveryQueues): WebhookStore {
  const record = { table: 'webhook', lockName: 'webhooks', columnsOf: toWebhookColumns, read: readWebhook } as const
  const { create, list, listWhere } = createOwnedStore(sql, record)
  const deliveriesWhere = (where: string, ...values: readonly SqlParameter[]) =>
    sql.query(() => deliveryRows.list(where, ...values))
  return {
    create,
    list,
    find: (accountId, webhookId) =>
      sql.query(() => webhookRows.find('WHERE id = $1 AND account_id = $2', webhookId, accountId)),
    enabled: () => listWhere('WHERE enabled = 1 ORDER BY created_at, id'),
    owners: () =>
      sql.query(() => readEach(all('SELECT DISTINCT account_id FROM webhook'), (row) => String(row.account_id))),
    delete: (accountId, webhookId) =>
      sql.transaction(function* () {
        const deletion = 'DELETE FROM webhook WHERE id = $1 AND account_id = $2'
        if (!(yield* changes(deletion, webhookId, accountId))) return false
        yield* queues.delete(webhookId)
        return true
      }),
    change: (accountId, decide) => sql.transaction(() => changeOwned(queues, accountId, decide)),
    save: (webhooks, deliveries) => sql.transaction(() => saveAll(queues, webhooks, deliveries)),
    due: (limit, besides) => sql.query(() => queues.due(limit, besides)),
    msUntilDue: () => sql.query(() => queues.msUntilDue()),
    claim: (webhookId, leaseMs) =>
      sql.nonDurable(function* () {
        const claim = yield* queues.claim(webhookId, leaseMs)
        return claim && { ...claim, waiting: yield* waitingInTurn(webhookId) }
      }),
    settle: (claim, decide) => sql.transaction(() => settle(queues, claim, decide)),
    release: (claim) => sql.nonDurable(() => queues.release(claim)),
    endAbandoned: async (held, end) => {
      await sql.query(() => queues.renewManual(held))
      const abandoned = () =>
        deliveryRows.list(`WHERE state = 'pending' AND ${queues.isAbandoned} AND id <> ALL($1) ORDER BY seq`, held)
      const found = await sql.query(abandoned)
      if (found.length === 0) return
      await sql.transaction(function* () {
        const present = yield* lockWebhooks(found.map(({ webhookId }) => webhookId))
        // Some may have been settled while we waited.
        const still = (yield* abandoned()).filter(({ webhookId }) => present.has(webhookId))
        yield* saveAll(queues, [], still.map(end))
      })
    },
    lastValues: () =>
      sql.query(function* () {
        return new Map((yield* lastValues.list('')).map(({ fiat, values }) => [fiat, values]))
      }),
    saveLastValues: (fiat, values) =>
      sql.query(() => upsert('crossing_values', [{ fiat, measured: JSON.stringify([...values]) }])),
    pending: () => deliveriesWhere(`WHERE state = 'pending' ORDER BY seq`),
    findDelivery: (webhookId, deliveryId) =>
      sql.query(() => deliveryRows.find('WHERE webhook_id = $1 AND id = $2', webhookId, deliveryId)),
    deliveries: (webhookId, limit) =>
      deliveriesWhere('WHERE webhook_id = $1 ORDER BY created_at DESC, seq DESC LIMIT $2', webhookId, limit),
    forgetDeliveriesBefore: (ms) =>
      sql.query(() => run(`DELETE FROM delivery WHERE created_at < $1 AND state <> 'pending'`, ms)),
  }
}

/** For PostgreSQL, which has a column for a webhook's currency. */
export const createSharedWebhookStore = (sql: Sql, queues: DeliveryQueues): SharedWebhookStore => ({
  ...createWebhookStore(sql, queues),
  watchedWebhooks: (fiat) =>
    sql.query(function* () {
      const where = 'WHERE fiat = $1 AND enabled = 1 ORDER BY id FOR NO KEY UPDATE'
      const webhooks = yield* webhookRows.list(where, fiat)
      const last = yield* lastValues.find('WHERE fiat = $1', fiat)
      return { webhooks, lastValues: last?.values ?? new Map() }
    }),
  // Settling deletes old deliveries.
  storeFired: ({ webhooks, deliveries }) =>
    sql.transaction(function* () {
      yield* saveWebhooks(webhooks)
      yield* upsert('delivery', lastOfEach(deliveries).map(toDeliveryRow), 'DO NOTHING')
    }),
})

export function* waitingInTurn(webhookId: string): Work<readonly Delivery[]> {
  const waiting = yield* deliveryRows.list(`WHERE webhook_id = $1 AND state = 'pending' ORDER BY seq`, webhookId)
  return waiting.filter(({ once }) => !once)
}

function* changeOwned<Made extends Changes>(
  queues: DeliveryQueues,
  accountId: string,
  decide: (owned: Owned) => Made,
): Work<Made> {
  yield* lock(`webhooks of ${accountId}`)
  const owned = yield* webhookRows.list('WHERE account_id = $1 ORDER BY id FOR NO KEY UPDATE', accountId)
  const webhooks = owned.toSorted(oldestFirst)
  const waiting = yield* deliveryRows.list(
    `WHERE webhook_id = ANY($1) AND state = 'pending' ORDER BY seq`,
    webhooks.map(({ id }) => id),
  )
  const account = yield* get('SELECT * FROM account WHERE id = $1 AND deleted_at IS NULL', accountId)
  const made = decide({ plan: account && readAccount(account).plan, webhooks, waiting })
  yield* saveAll(queues, made.webhooks, made.deliveries)
  const failing = new Set(webhooks.filter(({ consecutiveFailures }) => consecutiveFailures > 0).map(({ id }) => id))
  const recovered = made.webhooks.filter(({ id, consecutiveFailures }) => consecutiveFailures === 0 && failing.has(id))
  yield* queues.update(
    made.webhooks.map(({ id }) => id),
    recovered.map(({ id }) => id),
  )
  return made
}

const oldestFirst = (one: Webhook, other: Webhook): number =>
  one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1)

function* settle<Made extends Change>(
  queues: DeliveryQueues,
  claim: Claim,
  decide: (now: Webhook, waiting: readonly Delivery[]) => Made,
): Work<Made | null> {
  const { id } = claim.webhook
  // All that change a webhook, or what belongs to it, lock the webhook first.
  const webhook = yield* webhookRows.find('WHERE id = $1 FOR NO KEY UPDATE', id)
  if (webhook === null || !(yield* queues.isCurrent(claim))) return null
  const made = decide(webhook, yield* waitingInTurn(id))
  yield* saveAll(queues, [made.webhook], made.deliveries)
  yield* queues.settle(claim, made.waitMs ?? 0)
  return made
}

/** In one order, so that no deadlock arises. Returns those that exist. */
function* lockWebhooks(ids: readonly string[]): Work<ReadonlySet<string>> {
  const rows = yield* all('SELECT id FROM webhook WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', ids)
  return new Set(rows.map((row) => String(row.id)))
}

/** Skips data of deleted webhooks. */
function* saveAll(queues: DeliveryQueues, webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Work<void> {
  const owners = new Set([...webhooks.map(({ id }) => id), ...deliveries.map(({ webhookId }) => webhookId)])
  if (owners.size === 0) return
  const present = yield* lockWebhooks([...owners])
  yield* saveWebhooks(webhooks.filter(({ id }) => present.has(id)))
  const left = deliveries.filter(({ webhookId }) => present.has(webhookId))
  const waiting = left.filter(({ state }) => state === 'pending')
  const inTurn = waiting.filter(({ once }) => !once)
  if (inTurn.length > 0) yield* queues.makeDue([...new Set(inTurn.map(({ webhookId }) => webhookId))])
  yield* upsert('delivery', lastOfEach(left).map(toDeliveryRow), replacedDelivery)
  const manual = waiting.filter(({ once }) => once)
  if (manual.length > 0) yield* queues.renewManual(manual.map(({ id }) => id))
  for (const id of new Set(left.map(({ webhookId }) => webhookId)))
    yield* run(
      `DELETE FROM delivery WHERE webhook_id = $1 AND state <> 'pending' AND (created_at, seq) <= (
         SELECT created_at, seq FROM delivery WHERE webhook_id = $1
         ORDER BY created_at DESC, seq DESC LIMIT 1 OFFSET ${keptDeliveries})`,
      id,
    )
}

const saveWebhooks = (webhooks: readonly Webhook[]): Work<void> =>
  upsert(
    'webhook',
    lastOfEach(webhooks).map((webhook) => ({ ...toRow('webhook', webhook), ...toWebhookColumns(webhook) })),
    replacing(['enabled', 'record', 'secret', 'previous_secret']),
  )

const replacedDelivery = replacing(['state', 'record'])

/** In the order in which they first occur. */
const lastOfEach = <Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]

const toDeliveryRow = (delivery: Delivery) => ({ ...toRow('delivery', delivery), record: JSON.stringify(delivery) })

type PlainWebhook = Omit<Webhook, 'sealedSecret' | 'previousSecret'> & { readonly previousUntilMs: number | null }

function toWebhookColumns({ sealedSecret, previousSecret, ...rest }: Webhook) {
  const plain: PlainWebhook = { ...rest, previousUntilMs: previousSecret?.untilMs ?? null }
  return {
    enabled: rest.enabled ? 1 : 0,
    record: JSON.stringify(plain),
    secret: sealedSecret,
    previous_secret: previousSecret?.sealed ?? null,
  }
}

export function readWebhook(row: SqlRow): Webhook {
  const { previousUntilMs, ...plain } = readJson<PlainWebhook>(row, 'record')
  return {
    ...plain,
    // Older records do not have these.
    sentByHandMs: plain.sentByHandMs ?? [],
    fillAmount: plain.fillAmount ?? null,
    confidence: plain.confidence ?? null,
    holdSeconds: plain.holdSeconds ?? null,
    holding: plain.holding ?? null,
    quietHours: plain.quietHours ?? null,
    digestTime: plain.digestTime ?? null,
    tz: plain.tz ?? 'UTC',
    expiresAtMs: plain.expiresAtMs ?? null,
    deferred: plain.deferred ?? null,
    digestDay: plain.digestDay ?? null,
    sealedSecret: blob(row, 'secret'),
    previousSecret:
      previousUntilMs === null || row.previous_secret === null
        ? null
        : { sealed: blob(row, 'previous_secret'), untilMs: previousUntilMs },
  }
}
