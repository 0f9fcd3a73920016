/**
 * The tables whose rows a store reads, and their columns in order; the last ones came later. In SQLite each row has a
 * checksum of all of them.
 */
export const tables = {
  account: { key: ['id'], columns: ['id', 'name', 'plan', 'created_at', 'deleted_at'] },
  api_key: {
    key: ['id'],
    columns: ['id', 'account_id', 'digest', 'prefix', 'label', 'created_at', 'revoked_at'],
  },
  usage_month: { key: ['account_id', 'month'], columns: ['account_id', 'month', 'counted'] },
  usage_day: {
    key: ['account_id', 'day', 'key_id', 'endpoint'],
    columns: ['account_id', 'day', 'key_id', 'endpoint', 'requests', 'counted', 'errors', 'limited'],
  },
  key_use: { key: ['key_id'], columns: ['key_id', 'account_id', 'used_at'] },
  webhook: {
    key: ['id'],
    columns: ['id', 'account_id', 'enabled', 'created_at', 'record', 'secret', 'previous_secret'],
  },
  delivery: { key: ['id'], columns: ['id', 'webhook_id', 'state', 'created_at', 'record'] },
  idempotency: {
    key: ['account_id', 'key'],
    columns: ['account_id', 'key', 'fingerprint', 'operation_id', 'created_at', 'status', 'body'],
  },
  back_off: { key: ['exchange'], columns: ['exchange', 'kind', 'faults', 'not_before'] },
  latest_board: {
    key: ['exchange', 'fiat', 'side'],
    columns: ['exchange', 'fiat', 'side', 'observed_at', 'ads'],
  },
  board_memory: {
    key: ['exchange', 'fiat', 'side'],
    columns: ['exchange', 'fiat', 'side', 'observed_at', 'memory'],
  },
  publication: { key: ['fiat'], columns: ['fiat', 'number'] },
  crossing_values: { key: ['fiat'], columns: ['fiat', 'measured'] },
  series: { key: ['id'], columns: ['id', 'fiat', 'exchange'] },
  hold: { key: ['name'], columns: ['name', 'token', 'held_until'] },
  login: { key: ['account_id'], columns: ['account_id', 'email', 'password', 'is_admin', 'seen_at'] },
  session: { key: ['digest'], columns: ['digest', 'account_id', 'created_at', 'ends_at', 'used_at', 'network'] },
  recent_log_in: {
    key: ['account_id', 'at', 'network', 'succeeded'],
    columns: ['account_id', 'at', 'network', 'succeeded'],
  },
  invite: { key: ['id'], columns: ['id', 'digest', 'plan', 'note', 'created_at', 'ends_at', 'used_at'] },
  link: { key: ['digest'], columns: ['digest', 'purpose', 'account_id', 'ends_at'] },
  second_factor: {
    key: ['account_id'],
    columns: ['account_id', 'secret', 'used_step', 'recovery', 'created_at'],
  },
  reporter: { key: ['id'], columns: ['id', 'record'] },
  inbox: { key: ['id'], columns: ['id', 'account_id', 'place', 'code', 'created_at', 'record'] },
  price_rule: { key: ['id'], columns: ['id', 'account_id', 'fiat', 'created_at', 'record'] },
  rule_price: { key: ['rule_id'], columns: ['rule_id', 'revision', 'version', 'record'] },
  price_board: { key: ['id'], columns: ['id', 'account_id', 'created_at', 'record'] },
  uptime: { key: ['quarter'], columns: ['quarter', 'sources'] },
  fixing: { key: ['fiat', 'number'], columns: ['fiat', 'number', 'day', 'content', 'digest'] },
  official_rate: { key: ['fiat', 'day'], columns: ['fiat', 'day', 'rate', 'source', 'bank', 'read_at'] },
  hourly_market: { key: ['fiat', 'hour'], columns: ['fiat', 'hour', 'judged_at', 'market'] },
  meta: { key: ['name'], columns: ['name', 'value'] },
} as const satisfies Record<string, { readonly key: readonly string[]; readonly columns: readonly string[] }>

export type TableName = keyof typeof tables
