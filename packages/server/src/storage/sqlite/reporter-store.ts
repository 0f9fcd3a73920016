import type { ReporterStore } from '../../ingest/agents/reporter.js'
import { readReporter } from '../codecs/reporters.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteReporterStore(database: Database): ReporterStore {
  const sound = `SELECT *, ${checksumMatches('reporter')} AS sound FROM reporter`
  const insert = database.prepare('INSERT INTO reporter (id, record) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const find = database.prepare(`${sound} WHERE id = ?`)
  const list = database.prepare(`${sound} ORDER BY id`)
  const update = database.prepare('UPDATE reporter SET record = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM reporter WHERE id = ?')

  const one = (row: SqlRow | null) => {
    const whole = verifiedOrThrow(database, 'reporter', row)
    return whole === null ? null : readReporter(whole)
  }

  return {
    add: async (reporter) => insert.run(reporter.id, JSON.stringify(reporter)) > 0,
    find: async (id) => one(find.get(id)),
    list: async () => verifiedRows(database, 'reporter', list.all()).map(readReporter),
    change: async (id, decide) =>
      database.transaction(() => {
        const now = one(find.get(id))
        if (now === null) return null
        const next = decide(now)
        if (next !== now) update.run(JSON.stringify(next), id)
        return next
      }),
    remove: async (id) => remove.run(id) > 0,
  }
}
