import type { SqlRow, SqlValue } from '../codecs/sql-values.js'

export type ValueKind = 'text' | 'whole' | 'bytes'

export type CopiedTable = {
  readonly name: string
  /** Rows come in the order of their key; without one, in the order in which they came up. */
  readonly key: readonly string[] | null
  readonly columns: Readonly<Record<string, ValueKind>>
  readonly only?: string
}

/** All tables, referenced ones first. Locks end with the server and aren't copied. */
export const copiedTables: readonly CopiedTable[] = [
  {
    name: 'account',
    key: ['id'],
    columns: { id: 'text', name: 'text', plan: 'text', created_at: 'whole', deleted_at: 'whole' },
  },
  {
    name: 'api_key',
    key: ['id'],
    columns: {
      id: 'text',
      account_id: 'text',
      digest: 'text',
      prefix: 'text',
      label: 'text',
      created_at: 'whole',
      revoked_at: 'whole',
    },
  },
  {
    name: 'login',
    key: ['account_id'],
    columns: { account_id: 'text', email: 'text', password: 'text', is_admin: 'whole', seen_at: 'whole' },
  },
  {
    name: 'session',
    key: ['digest'],
    columns: {
      digest: 'text',
      account_id: 'text',
      created_at: 'whole',
      ends_at: 'whole',
      used_at: 'whole',
      network: 'text',
    },
  },
  {
    name: 'recent_log_in',
    key: ['account_id', 'at', 'network', 'succeeded'],
    columns: { account_id: 'text', at: 'whole', succeeded: 'whole', network: 'text' },
  },
  {
    name: 'link',
    key: ['digest'],
    columns: { digest: 'text', purpose: 'text', account_id: 'text', ends_at: 'whole' },
  },
  {
    name: 'second_factor',
    key: ['account_id'],
    columns: { account_id: 'text', secret: 'bytes', used_step: 'whole', recovery: 'text', created_at: 'whole' },
  },
  {
    name: 'invite',
    key: ['id'],
    columns: {
      id: 'text',
      digest: 'text',
      plan: 'text',
      note: 'text',
      created_at: 'whole',
      ends_at: 'whole',
      used_at: 'whole',
    },
  },
  {
    name: 'usage_month',
    key: ['account_id', 'month'],
    columns: { account_id: 'text', month: 'whole', counted: 'whole' },
  },
  {
    name: 'usage_day',
    key: ['account_id', 'day', 'key_id', 'endpoint'],
    columns: {
      account_id: 'text',
      day: 'text',
      key_id: 'text',
      endpoint: 'text',
      requests: 'whole',
      counted: 'whole',
      errors: 'whole',
      limited: 'whole',
    },
  },
  { name: 'key_use', key: ['key_id'], columns: { key_id: 'text', account_id: 'text', used_at: 'whole' } },
  {
    name: 'webhook',
    key: ['id'],
    columns: {
      id: 'text',
      account_id: 'text',
      enabled: 'whole',
      created_at: 'whole',
      record: 'text',
      secret: 'bytes',
      previous_secret: 'bytes',
    },
  },
  {
    name: 'delivery',
    key: null,
    columns: { id: 'text', webhook_id: 'text', state: 'text', created_at: 'whole', record: 'text' },
  },
  {
    name: 'inbox',
    key: ['id'],
    columns: { id: 'text', account_id: 'text', place: 'text', code: 'text', created_at: 'whole', record: 'text' },
  },
  {
    name: 'price_rule',
    key: ['id'],
    columns: { id: 'text', account_id: 'text', fiat: 'text', created_at: 'whole', record: 'text' },
  },
  {
    name: 'rule_price',
    key: ['rule_id'],
    columns: { rule_id: 'text', revision: 'whole', version: 'whole', record: 'text' },
  },
  {
    name: 'price_board',
    key: ['id'],
    columns: { id: 'text', account_id: 'text', created_at: 'whole', record: 'text' },
  },
  { name: 'reporter', key: ['id'], columns: { id: 'text', record: 'text' } },
  { name: 'crossing_values', key: ['fiat'], columns: { fiat: 'text', measured: 'text' } },
  {
    name: 'idempotency',
    key: ['account_id', 'key'],
    columns: {
      account_id: 'text',
      key: 'text',
      fingerprint: 'text',
      operation_id: 'text',
      created_at: 'whole',
      status: 'whole',
      body: 'text',
    },
  },
  {
    name: 'back_off',
    key: ['exchange'],
    columns: { exchange: 'text', kind: 'text', faults: 'whole', not_before: 'whole' },
  },
  {
    name: 'latest_board',
    key: ['exchange', 'fiat', 'side'],
    columns: { exchange: 'text', fiat: 'text', side: 'text', observed_at: 'whole', ads: 'bytes' },
  },
  {
    name: 'board_memory',
    key: ['exchange', 'fiat', 'side'],
    columns: { exchange: 'text', fiat: 'text', side: 'text', observed_at: 'whole', memory: 'bytes' },
  },
  { name: 'publication', key: ['fiat'], columns: { fiat: 'text', number: 'whole' } },
  { name: 'uptime', key: ['quarter'], columns: { quarter: 'whole', sources: 'bytes' } },
  {
    name: 'fixing',
    key: ['fiat', 'number'],
    columns: { fiat: 'text', number: 'whole', day: 'text', content: 'text', digest: 'text' },
  },
  {
    name: 'official_rate',
    key: ['fiat', 'day'],
    columns: { fiat: 'text', day: 'text', rate: 'text', source: 'text', bank: 'text', read_at: 'whole' },
  },
  {
    name: 'hourly_market',
    key: ['fiat', 'hour'],
    columns: { fiat: 'text', hour: 'whole', judged_at: 'whole', market: 'bytes' },
  },
  { name: 'series', key: ['id'], columns: { id: 'whole', fiat: 'text', exchange: 'text' } },
  { name: 'snap', key: ['slot'], columns: { slot: 'whole', data: 'bytes' } },
  { name: 'chunk', key: ['series', 'day'], columns: { series: 'whole', day: 'whole', data: 'bytes' } },
  // Exclude the write probe and the cluster id, because they aren't data.
  { name: 'meta', key: ['name'], columns: { name: 'text', value: 'text' }, only: `name NOT IN ('probe', 'cluster')` },
]

/** A server that has only been started has notes about itself; they give way to those that come. */
export const dataTables: readonly CopiedTable[] = copiedTables.filter(({ name }) => name !== 'meta')

export function copiedTable(name: string): CopiedTable {
  const found = copiedTables.find((table) => table.name === name)
  if (found === undefined) throw new TypeError(`No table ${name} is copied.`)
  return found
}

/** A column that an engine has left out is our mistake, not an empty one. */
export function valueIn({ name }: CopiedTable, row: SqlRow, column: string): SqlValue {
  const value = row[column]
  if (value === undefined) throw new TypeError(`A row of ${name} has no ${column}.`)
  return value
}
