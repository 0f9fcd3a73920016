import type { KeptMarket } from '../../hourly/hourly-markets.js'
import { blob, type SqlRow } from './columns.js'

export const readKeptMarket = (row: SqlRow): KeptMarket => ({
  judgedAtMs: Number(row.judged_at),
  pressed: blob(row, 'market'),
})
