import { type Inbox, type InboxStore, isSecretKind } from '../../alerts/channels/inbox-store.js'
import type { Reporter, ReporterStore } from '../../ingest/agents/reporter.js'
import type { PriceBoardStore, SavedBoard } from '../../market/price-pages/price-page-service.js'
import type { LastKnownPrice, RuleStore, SavedRule } from '../../market/price-rules/rule-store.js'
import { readJson, type SqlRow, type SqlValue } from '../codecs/sql-values.js'
import type { TableRow } from '../codecs/table-rows.js'
import { changes, execute, get, insert, lock, rowsOf, run, type Sql, type Work } from '../sql.js'
import type { TableName } from '../tables.js'

type RecordTable<Item> = {
  readonly table: TableName
  /** Columns that may change, the record itself among them. */
  readonly columnsOf?: (item: Item) => TableRow
  readonly read?: (row: SqlRow) => Item
}

const recordOf = (item: object) => ({ record: JSON.stringify(item) })

function readRecord<Item>(row: SqlRow): Item {
  return readJson(row, 'record')
}

function createRecordStore<Item extends object>(
  sql: Sql,
  { table, columnsOf = recordOf, read = readRecord<Item> }: RecordTable<Item>,
) {
  const rows = rowsOf(table, read)
  return {
    find: (id: string) => sql.query(() => rows.find('WHERE id = $1', id)),
    listWhere: (where: string, ...values: readonly SqlValue[]) => sql.query(() => rows.list(where, ...values)),
    change: (id: string, decide: (now: Item) => Item): Promise<Item | null> =>
      sql.transaction(function* () {
        const now = yield* rows.find('WHERE id = $1 FOR UPDATE', id)
        const next = now && decide(now)
        if (next === null || next === now) return next
        const columns = columnsOf(next)
        const settings = Object.keys(columns).map((column, index) => `${column} = $${index + 2}`)
        yield* run(`UPDATE ${table} SET ${settings.join(', ')} WHERE id = $1`, id, ...Object.values(columns))
        return next
      }),
  }
}

type OwnedItem = { readonly id: string; readonly accountId: string; readonly createdAtMs: number }

const oldestFirst = 'ORDER BY created_at, id'

export function createOwnedStore<Item extends OwnedItem>(
  sql: Sql,
  { lockName, ...record }: RecordTable<Item> & { readonly lockName: string },
) {
  const { table, columnsOf = recordOf } = record
  const store = createRecordStore(sql, record)
  return {
    ...store,
    create: (item: Item, atMost: number): Promise<boolean> =>
      sql.transaction(function* () {
        const { id, accountId, createdAtMs } = item
        yield* lock(`${lockName} of ${accountId}`)
        const row = yield* get(`SELECT count(*) AS number FROM ${table} WHERE account_id = $1`, accountId)
        if (Number(row?.number) >= atMost) return false
        yield* insert(table, { id, account_id: accountId, created_at: createdAtMs, ...columnsOf(item) })
        return true
      }),
    list: (accountId: string) => store.listWhere(`WHERE account_id = $1 ${oldestFirst}`, accountId),
    delete: (accountId: string, id: string) =>
      sql.query(() => changes(`DELETE FROM ${table} WHERE id = $1 AND account_id = $2`, id, accountId)),
  }
}

const inboxes = rowsOf('inbox', readRecord<Inbox>)

export function createInboxStore(sql: Sql): InboxStore {
  const store = createOwnedStore(sql, { table: 'inbox', lockName: 'inboxes', columnsOf: toInboxColumns })
  return {
    ...store,
    findByCode: (digest) => sql.query(() => inboxes.find('WHERE code = $1', digest)),
    withAddress: (kind, address) => store.listWhere(`WHERE place = $1 ${oldestFirst}`, addressKeyOf(kind, address)),
    forgetUnconfirmedBefore: (atMs) =>
      sql.query(() => execute('DELETE FROM inbox WHERE code IS NOT NULL AND created_at < $1', atMs)),
  }
}

const toInboxColumns = (inbox: Inbox) => ({
  // A sealed address is different each time, so it cannot be found.
  place: inbox.address === null || isSecretKind(inbox.kind) ? null : addressKeyOf(inbox.kind, inbox.address),
  code: inbox.code?.digest ?? null,
  ...recordOf(inbox),
})

const addressKeyOf = (kind: Inbox['kind'], address: string): string => `${kind} ${address}`

export function* resealInboxes(reseal: (sealed: Uint8Array, inboxId: string) => Uint8Array): Work<number> {
  let count = 0
  for (const inbox of yield* inboxes.list('ORDER BY id FOR UPDATE')) {
    if (inbox.address === null || !isSecretKind(inbox.kind)) continue
    const sealed = reseal(Buffer.from(inbox.address, 'base64url'), inbox.id)
    const { record } = recordOf({ ...inbox, address: Buffer.from(sealed).toString('base64url') })
    yield* run('UPDATE inbox SET record = $1 WHERE id = $2', record, inbox.id)
    count += 1
  }
  return count
}

/** Boards of older versions have no accent. */
export const createPriceBoardStore = (sql: Sql): PriceBoardStore =>
  createOwnedStore<SavedBoard>(sql, {
    table: 'price_board',
    lockName: 'boards',
    read: (row) => ({ accent: null, ...readRecord<Omit<SavedBoard, 'accent'>>(row) }),
  })

export function createReporterStore(sql: Sql): ReporterStore {
  const store = createRecordStore<Reporter>(sql, { table: 'reporter' })
  return {
    ...store,
    list: () => store.listWhere('ORDER BY id'),
    add: (reporter) =>
      sql.query(() => {
        const insertion = 'INSERT INTO reporter (id, record) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING'
        return changes(insertion, reporter.id, recordOf(reporter).record)
      }),
    remove: (id) => sql.query(() => changes('DELETE FROM reporter WHERE id = $1', id)),
  }
}

const lastKnownPrices = rowsOf('rule_price', readRecord<LastKnownPrice>)

export function createRuleStore(sql: Sql): RuleStore {
  const store = createOwnedStore(sql, {
    table: 'price_rule',
    lockName: 'rules',
    columnsOf: (rule) => ({ fiat: rule.fiat, record: writeRule(rule) }),
    read: readRule,
  })
  return {
    ...store,
    ofFiat: (fiat) => store.listWhere(`WHERE fiat = $1 ${oldestFirst}`, fiat),
    delete: (accountId, id) =>
      sql.transaction(function* () {
        if (!(yield* changes('DELETE FROM price_rule WHERE id = $1 AND account_id = $2', id, accountId))) return false
        yield* run('DELETE FROM rule_price WHERE rule_id = $1', id)
        return true
      }),
    saveLastKnownPrices: async (prices) => {
      if (prices.length === 0) return
      await sql.transaction(function* () {
        // Always in one order, so that two who write many at once never wait for each other.
        for (const price of prices.toSorted((one, other) => (one.ruleId < other.ruleId ? -1 : 1)))
          yield* run(saveLastKnownPrice, price.revision, price.version, JSON.stringify(price), price.ruleId)
      })
    },
    findLastKnownPrice: ({ id, revision }) =>
      sql.query(() => lastKnownPrices.find('WHERE rule_id = $1 AND revision = $2', id, revision)),
  }
}

/** The rule is held until the end, so that it is not deleted in between. */
const saveLastKnownPrice = `
  INSERT INTO rule_price (rule_id, revision, version, record)
  SELECT id, $1::bigint, $2::bigint, $3::text FROM price_rule WHERE id = $4 FOR SHARE
  ON CONFLICT (rule_id) DO UPDATE SET revision = excluded.revision, version = excluded.version, record = excluded.record
  WHERE excluded.revision > rule_price.revision
    OR (excluded.revision = rule_price.revision AND excluded.version > rule_price.version)
`

/** Stored names of the lists of payment methods. */
type StoredFields = Omit<SavedRule['fields'], 'payment_methods' | 'exclude_methods'> & {
  readonly payment_method?: readonly string[] | undefined
  readonly exclude_method?: readonly string[] | undefined
}

function writeRule({ fields: { payment_methods, exclude_methods, ...others }, ...rule }: SavedRule): string {
  const fields: StoredFields = { ...others, payment_method: payment_methods, exclude_method: exclude_methods }
  return JSON.stringify({ ...rule, fields })
}

function readRule(row: SqlRow): SavedRule {
  const { fields, ...rule } = readRecord<SavedRule & { readonly fields: StoredFields }>(row)
  const { payment_method, exclude_method, ...others } = fields
  return {
    ...rule,
    fields: {
      ...others,
      ...(payment_method && { payment_methods: payment_method }),
      ...(exclude_method && { exclude_methods: exclude_method }),
    },
  }
}
