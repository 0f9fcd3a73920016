import type { HourlySnapshot } from '../../market-snapshots/hourly-markets.js'
import { blob, type SqlRow } from './columns.js'

export const readKeptMarket = (row: SqlRow): HourlySnapshot => ({
  judgedAtMs: Number(row.judged_at),
  pressed: blob(row, 'market'),
})
