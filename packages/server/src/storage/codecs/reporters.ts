import type { Reporter } from '../../ingest/agents/reporter.js'
import { readJson, type SqlRow } from './sql-values.js'

export const readReporter = (row: SqlRow): Reporter => readJson(row, 'record')
