import type { MonthTotal, UsageRow } from '../../accounts/usage/usage-store.js'
import type { SqlRow } from './sql-values.js'

export const readMonthTotal = (row: SqlRow): MonthTotal => ({
  accountId: String(row.account_id),
  month: Number(row.month),
  counted: Number(row.counted),
})

export const readUsageRow = (row: SqlRow): UsageRow => ({
  keyId: String(row.key_id),
  day: String(row.day),
  endpoint: String(row.endpoint),
  requests: Number(row.requests),
  counted: Number(row.counted),
  errors: Number(row.errors),
  limited: Number(row.limited),
})
