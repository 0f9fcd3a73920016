import type { HourlySnapshot } from '../../history/history-stores.js'
import { blob, type SqlRow } from './sql-values.js'

export const readHourlySnapshot = (row: SqlRow): HourlySnapshot => ({
  judgedAtMs: Number(row.judged_at),
  compressed: blob(row, 'market'),
})
