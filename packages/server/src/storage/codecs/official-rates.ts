import type { RecordedRate } from '../../ingest/central-banks/official-rate-store.js'
import type { SqlRow, SqlValue } from './sql-values.js'

/** A rate is kept as the text that JavaScript makes of it: no engine rounds it. */
export const officialColumns = ({ fiat, day, rate, source, bank, readAtMs }: RecordedRate): readonly SqlValue[] => [
  ...[fiat, day, String(rate), source, bank, readAtMs],
]

export const readOfficialRate = (row: SqlRow): RecordedRate => ({
  fiat: String(row.fiat),
  day: String(row.day),
  rate: Number(row.rate),
  source: String(row.source),
  bank: String(row.bank),
  readAtMs: Number(row.read_at),
})
