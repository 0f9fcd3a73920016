import type { FixingEntry, HourlySnapshot, LastEntry } from '../../history/history-stores.js'
import type { RecordedRate } from '../../ingest/central-banks/official-rate-store.js'
import { blob, type SqlRow, type SqlValue } from './sql-values.js'

export const readFixing = (row: SqlRow): FixingEntry => ({
  fiat: String(row.fiat),
  number: Number(row.number),
  day: String(row.day),
  content: String(row.content),
  digest: String(row.digest),
})

export const readLastEntry = (row: SqlRow): LastEntry => ({ number: Number(row.number), digest: String(row.digest) })

export const readHourlySnapshot = (row: SqlRow): HourlySnapshot => ({
  judgedAtMs: Number(row.judged_at),
  compressed: blob(row, 'market'),
})

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
