import type { UsageRow } from '../../usage/usage-store.js'
import type { SqlRow } from './columns.js'

export const readUsageRow = (row: SqlRow): UsageRow => ({
  keyId: String(row.key_id),
  day: String(row.day),
  endpoint: String(row.endpoint),
  requests: Number(row.requests),
  counted: Number(row.counted),
  errors: Number(row.errors),
  limited: Number(row.limited),
})
