import { planNames } from '@p2p-rates/contract'
import { sides } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { linkPurposes } from '../accounts/login-stores.js'

export type Engine = 'sqlite' | 'postgres'
export type ValueKind = 'text' | 'whole' | 'bytes'

/** First version of each engine's data that has a part. Parts of a table come with the table unless they name another. */
export type Since = { readonly [Each in Engine]?: number }

export type Column = {
  readonly kind: ValueKind
  /** Type in PostgreSQL. SQLite's follows from the kind. */
  readonly type: string
  readonly isKey?: boolean
  readonly isOptional?: boolean
  readonly isUnique?: boolean
  readonly references?: string
  readonly default?: { readonly [Each in Engine]?: string }
  /** 0 or 1. */
  readonly isFlag?: boolean
  /** The only values. Another one is an error. */
  readonly words?: readonly string[]
  /** Compressed bytes, which PostgreSQL does not compress again. */
  readonly isPacked?: boolean
  readonly since?: Since
}

/** Text of a column or an index in each engine that has it. Such a column is not copied and has no checksum. */
type OwnPart = { readonly [Each in Engine]?: string } & { readonly since?: Since }

type Definition = {
  /** An engine without a version has no such table. Tables of both engines are copied between them. */
  readonly since: Since
  readonly columns: Readonly<Record<string, Column | OwnPart>>
  readonly constraint?: string
  /** By the end of their names. */
  readonly indexes?: Readonly<Record<string, OwnPart>>
  /** SQLite numbers the rows of a large or an ordered table. */
  readonly hasRowid?: boolean
  /** SQLite's own columns, if it stores the table in another form. */
  readonly sqlite?: string
  /** The checksum is inside each row's bytes. SQLite adds a checksum column to every other table. */
  readonly isSealed?: boolean
  /** Column by which rows are copied, if not by their key. */
  readonly order?: { readonly [Each in Engine]?: string }
  readonly copiedRows?: string
  /**
   * Fate of rows with the id of a deleted account. Kept are its tombstone without a name, digests of its revoked keys, so
   * that they stay refused, and counted usage, the operator's record.
   */
  readonly ofDeletedAccount?: 'deleted' | 'kept'
}

/** Names are compared by their bytes, because a system's order of letters changes with its updates. */
const name: Column = { kind: 'text', type: 'text COLLATE "C"' }
const text: Column = { kind: 'text', type: 'text' }
const flag: Column = { kind: 'whole', type: 'smallint', isFlag: true }
const integer: Column = { kind: 'whole', type: 'integer' }
/** Times are in milliseconds. */
const bigint: Column = { kind: 'whole', type: 'bigint' }
const bytes: Column = { kind: 'bytes', type: 'bytea' }
const packed: Column = { ...bytes, isPacked: true }
const key = (column: Column): Column => ({ ...column, isKey: true })
const wordOf = (words: readonly string[], column = text): Column => ({ ...column, words })
const optional = (column: Column): Column => ({ ...column, isOptional: true })
const unique = (column: Column): Column => ({ ...column, isUnique: true })
const id = key(name)
const idOfAccount: Column = { ...name, references: 'account(id)' }
const idOfLogin: Column = { ...name, references: 'login(account_id) ON DELETE CASCADE' }
const zero = { sqlite: '0', postgres: '0' }

const on = (columns: string): OwnPart => ({ sqlite: `(${columns})`, postgres: `(${columns})` })
const byAccount = { account: on('account_id') }

const first: Since = { sqlite: 1, postgres: 1 }

/** Referenced tables come first. Columns keep their order, because checksums depend on it. */
const definitions = {
  account: {
    since: first,
    columns: {
      id,
      name: text,
      plan: wordOf(planNames),
      created_at: bigint,
      deleted_at: { ...optional(bigint), since: { sqlite: 2 } },
      search: { postgres: 'text NOT NULL' },
    },
    hasRowid: true,
    ofDeletedAccount: 'kept',
  },
  api_key: {
    since: first,
    columns: {
      id,
      account_id: idOfAccount,
      digest: unique(name),
      prefix: text,
      label: optional(text),
      created_at: bigint,
      revoked_at: optional(bigint),
    },
    indexes: byAccount,
    hasRowid: true,
    ofDeletedAccount: 'kept',
  },
  login: {
    since: { sqlite: 6, postgres: 1 },
    columns: {
      account_id: key(idOfAccount),
      email: unique(name),
      password: text,
      is_admin: flag,
      // Last time a user was logged in; 0 if no release had noted it.
      seen_at: { ...bigint, default: zero, since: { sqlite: 10 } },
      search: { postgres: 'text NOT NULL' },
    },
    ofDeletedAccount: 'deleted',
  },
  session: {
    since: { sqlite: 6, postgres: 1 },
    columns: {
      digest: key(name),
      account_id: idOfLogin,
      created_at: bigint,
      ends_at: bigint,
      used_at: { ...bigint, default: zero, since: { sqlite: 18, postgres: 17 } },
      network: { ...text, default: { sqlite: "''", postgres: "''" }, since: { sqlite: 18, postgres: 17 } },
    },
    indexes: byAccount,
  },
  recent_log_in: {
    since: { sqlite: 18, postgres: 17 },
    columns: { account_id: key(idOfLogin), at: key(bigint), network: key(name), succeeded: key(flag) },
  },
  link: {
    since: { sqlite: 8, postgres: 1 },
    columns: { digest: key(name), purpose: wordOf(linkPurposes), account_id: idOfLogin, ends_at: bigint },
    indexes: byAccount,
  },
  second_factor: {
    since: { sqlite: 19, postgres: 18 },
    columns: { account_id: key(idOfLogin), secret: bytes, used_step: bigint, recovery: text, created_at: bigint },
  },
  invite: {
    since: { sqlite: 8, postgres: 1 },
    columns: {
      id,
      digest: unique(name),
      plan: wordOf(planNames),
      note: optional(text),
      created_at: bigint,
      ends_at: bigint,
      used_at: optional(bigint),
    },
  },
  usage_month: {
    since: first,
    columns: { account_id: key(name), month: key(integer), counted: bigint },
    ofDeletedAccount: 'kept',
  },
  usage_day: {
    since: first,
    columns: {
      account_id: key(name),
      day: key(name),
      key_id: key(name),
      endpoint: key(name),
      requests: bigint,
      counted: bigint,
      errors: { ...bigint, default: { sqlite: '0' }, since: { sqlite: 5 } },
      limited: { ...bigint, default: { sqlite: '0' }, since: { sqlite: 5 } },
    },
    indexes: { day: { ...on('day'), since: { sqlite: 5 } } },
    ofDeletedAccount: 'kept',
  },
  key_use: {
    since: { sqlite: 7, postgres: 1 },
    columns: { key_id: key(name), account_id: name, used_at: bigint },
    indexes: byAccount,
    ofDeletedAccount: 'deleted',
  },
  webhook: {
    since: first,
    columns: {
      id,
      account_id: name,
      enabled: flag,
      created_at: bigint,
      record: text,
      secret: bytes,
      previous_secret: optional(bytes),
      // Moment at which its deliveries are due. Null if none waits.
      due_at: { sqlite: 'INTEGER', since: { sqlite: 20 } },
      // All other quotation marks in a record are escaped.
      fiat: {
        postgres: `text COLLATE "C" GENERATED ALWAYS AS (substring(record FROM '"fiat":"([^"]*)"')) STORED`,
        since: { postgres: 3 },
      },
    },
    indexes: {
      account: on('account_id, created_at'),
      due: { sqlite: '(due_at) WHERE due_at IS NOT NULL', since: { sqlite: 20 } },
      watched: { postgres: '(fiat) WHERE enabled = 1', since: { postgres: 3 } },
    },
    hasRowid: true,
    ofDeletedAccount: 'deleted',
  },
  delivery: {
    since: first,
    columns: {
      id,
      // Order of creation.
      seq: { postgres: 'bigint GENERATED BY DEFAULT AS IDENTITY' },
      webhook_id: { ...name, references: 'webhook(id) ON DELETE CASCADE' },
      state: text,
      created_at: bigint,
      record: text,
      // Manual send: its sender is alive until then.
      held_until: { postgres: 'timestamptz', since: { postgres: 3 } },
    },
    indexes: {
      webhook: { sqlite: '(webhook_id, created_at)', postgres: '(webhook_id, created_at, seq)' },
      pending: { sqlite: "(state) WHERE state = 'pending'" },
      waiting: {
        sqlite: "(webhook_id) WHERE state = 'pending'",
        postgres: "(webhook_id, seq) WHERE state = 'pending'",
        since: { sqlite: 4 },
      },
      held: { postgres: "(held_until) WHERE state = 'pending' AND held_until IS NOT NULL", since: { postgres: 3 } },
    },
    hasRowid: true,
    order: { sqlite: 'rowid', postgres: 'seq' },
  },
  inbox: {
    since: { sqlite: 13, postgres: 10 },
    columns: {
      id,
      account_id: name,
      place: optional(name),
      code: unique(optional(name)),
      created_at: bigint,
      record: text,
    },
    indexes: { ...byAccount, place: on('place') },
    ofDeletedAccount: 'deleted',
  },
  price_rule: {
    since: { sqlite: 14, postgres: 11 },
    columns: { id, account_id: name, fiat: name, created_at: bigint, record: text },
    indexes: { ...byAccount, fiat: on('fiat') },
    ofDeletedAccount: 'deleted',
  },
  rule_price: {
    since: { sqlite: 14, postgres: 11 },
    columns: { rule_id: key(name), revision: bigint, version: bigint, record: text },
  },
  price_board: {
    since: { sqlite: 16, postgres: 14 },
    columns: { id, account_id: name, created_at: bigint, record: text },
    indexes: byAccount,
    ofDeletedAccount: 'deleted',
  },
  reporter: { since: { sqlite: 15, postgres: 12 }, columns: { id, record: text } },
  crossing_values: { since: { sqlite: 3, postgres: 1 }, columns: { fiat: key(name), measured: text }, hasRowid: true },
  idempotency: {
    since: first,
    columns: {
      account_id: key(name),
      key: key(name),
      fingerprint: text,
      operation_id: text,
      created_at: bigint,
      status: optional(integer),
      body: optional(text),
      locked_until: { postgres: 'timestamptz NOT NULL' },
    },
    indexes: { created: { postgres: '(created_at)' } },
    ofDeletedAccount: 'deleted',
  },
  back_off: {
    since: first,
    columns: { exchange: key(name), kind: wordOf(faultKinds), faults: integer, not_before: bigint },
  },
  latest_board: {
    since: first,
    columns: { exchange: key(name), fiat: key(name), side: key(wordOf(sides, name)), observed_at: bigint, ads: packed },
    hasRowid: true,
  },
  board_memory: {
    since: { sqlite: 3, postgres: 1 },
    columns: {
      exchange: key(name),
      fiat: key(name),
      side: key(wordOf(sides, name)),
      observed_at: bigint,
      memory: packed,
    },
    hasRowid: true,
  },
  publication: { since: { sqlite: 3, postgres: 1 }, columns: { fiat: key(name), number: bigint } },
  uptime: { since: { sqlite: 9, postgres: 1 }, columns: { quarter: key(integer), sources: bytes }, hasRowid: true },
  fixing: {
    since: { sqlite: 11, postgres: 8 },
    columns: { fiat: key(name), number: key(integer), day: name, content: text, digest: text },
    indexes: { day: on('fiat, day') },
  },
  // Canonical JSON of what each fixing was computed from.
  fixing_inputs: {
    since: { sqlite: 21, postgres: 19 },
    columns: { fiat: key(name), number: key(integer), inputs: text },
  },
  fixing_slot: {
    since: { sqlite: 21, postgres: 19 },
    columns: { fiat: key(name), slot: key(integer), record: text },
  },
  official_rate: {
    since: { sqlite: 12, postgres: 9 },
    columns: { fiat: key(name), day: key(name), rate: text, source: text, bank: name, read_at: bigint },
    indexes: { bank: on('bank, read_at') },
  },
  hourly_market: {
    since: { sqlite: 17, postgres: 16 },
    columns: { fiat: key(name), hour: key(bigint), judged_at: bigint, market: packed },
    hasRowid: true,
  },
  track_record: {
    since: { sqlite: 21, postgres: 19 },
    columns: { fiat: key(name), day: key(name), counts: text },
    indexes: { day: on('day') },
  },
  series: {
    since: first,
    columns: { id: key({ ...integer, type: 'integer GENERATED BY DEFAULT AS IDENTITY' }), fiat: name, exchange: name },
    constraint: 'UNIQUE (fiat, exchange)',
    hasRowid: true,
  },
  // First one row per slot with all series, later one chunk per series and day.
  snap: { since: first, columns: { slot: key(integer), data: packed }, hasRowid: true, isSealed: true },
  chunk: {
    since: first,
    columns: { series: key(integer), day: key(integer), data: packed },
    sqlite: `-- series id * 2^20 + day number: one series lies together, a month is one short range
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL`,
    order: { sqlite: 'id' },
    hasRowid: true,
    isSealed: true,
  },
  // Exclude the write probe and the cluster id, because they aren't data.
  meta: {
    since: first,
    columns: { name: key(name), value: text },
    copiedRows: `name NOT IN ('probe', 'cluster')`,
  },
  hold: { since: { sqlite: 4 }, columns: { name: key(name), token: text, held_until: bigint } },
} as const satisfies Record<string, Definition>

/** Tables that the stores read through the SQL port, which checks their rows. */
export type TableName = Exclude<keyof typeof definitions, 'snap' | 'chunk'>

export type Table = Definition & {
  readonly name: string
  readonly key: readonly string[]
  /** Columns that hold the data of a row. All but an engine's own. */
  readonly data: ReadonlyMap<string, Column>
}

function complete([name, definition]: readonly [string, Definition]): Table {
  const parts = Object.entries(definition.columns)
  const data = new Map(parts.filter((part): part is [string, Column] => 'kind' in part[1]))
  const key = [...data].flatMap(([column, { isKey }]) => (isKey ? [column] : []))
  return { ...definition, name, data, key }
}

/** All stored tables, except PostgreSQL's own, which `postgres/schema.ts` makes. */
export const catalogue = Object.entries<Definition>(definitions).map(complete)

/** In the order of the copy. Locks end with the server, so an engine's own tables aren't copied. */
export const copiedTables = catalogue.filter(({ since }) => since.sqlite !== undefined && since.postgres !== undefined)

/** Each definition has its entry, so the type names them all. */
export const tables: Readonly<Record<keyof typeof definitions, Table>> = Object.fromEntries(
  catalogue.map((table): readonly unknown[] => [table.name, table]),
)

const tablesWith = (fate: Table['ofDeletedAccount']): readonly string[] =>
  catalogue.filter(({ ofDeletedAccount }) => ofDeletedAccount === fate).map(({ name }) => name)

/**
 * Tables whose rows end with their account. Sessions, links and second factors end with the log-in, deliveries with their
 * webhook. Each store's `deleteAccount` and a restore use this one list.
 */
export const ownedTables = tablesWith('deleted')

export const keptTables = tablesWith('kept')

/** Statements that end what opens an account besides its password. They return the ids of what ended. */
export const endAccess = {
  keys: (at: string, which: string) =>
    `UPDATE api_key SET revoked_at = ${at} WHERE revoked_at IS NULL AND account_id ${which} RETURNING id`,
  webhooks: (which: string) => `DELETE FROM webhook WHERE account_id ${which} RETURNING id`,
  inboxes: (which: string) => `DELETE FROM inbox WHERE account_id ${which}`,
} as const

/** Statements that delete what accounts own. `which` continues `account_id`: `= ?`, `= $1` or `IN (SELECT …)`. */
export const deletionsOfOwned = (which: string): readonly string[] => [
  `DELETE FROM rule_price WHERE rule_id IN (SELECT id FROM price_rule WHERE account_id ${which})`,
  ...ownedTables.map((table) => `DELETE FROM ${table} WHERE account_id ${which}`),
]
