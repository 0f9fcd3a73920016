import type { Reporter } from '../../ingest/agents/reporter.js'
import type { SqlRow } from './sql-values.js'

/** Our own writing, read back. */
export const readReporter = (row: SqlRow): Reporter => JSON.parse(String(row.record)) as Reporter
