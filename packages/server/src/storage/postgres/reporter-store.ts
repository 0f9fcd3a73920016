import type { ReporterStore } from '../../ingest/agents/reporter.js'
import { readReporter } from '../codecs/reporters.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

export function createPostgresReporterStore(database: PostgresDatabase): ReporterStore {
  const one = (row: SqlRow | null) => (row === null ? null : readReporter(row))
  return {
    add: async (reporter) =>
      (await database.run(
        'INSERT INTO reporter (id, record) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
        reporter.id,
        JSON.stringify(reporter),
      )) > 0,
    find: async (id) => one(await database.get('SELECT * FROM reporter WHERE id = $1', id)),
    list: async () => (await database.all('SELECT * FROM reporter ORDER BY id')).map(readReporter),
    change: (id, decide) =>
      database.transaction(async (within) => {
        const now = one(await within.get('SELECT * FROM reporter WHERE id = $1 FOR UPDATE', id))
        if (now === null) return null
        const next = decide(now)
        if (next !== now) await within.run('UPDATE reporter SET record = $1 WHERE id = $2', JSON.stringify(next), id)
        return next
      }),
    remove: async (id) => (await database.run('DELETE FROM reporter WHERE id = $1', id)) > 0,
  }
}
