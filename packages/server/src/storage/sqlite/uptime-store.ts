import { type Quarter, quarterMs, type UptimeStore } from '../../history/history-stores.js'
import { mergeMinute, quarterStartOf } from '../../history/source-status/merge-minute.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { newestMinuteOf, packSources, readQuarter } from '../codecs/uptime.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteUptimeStore(database: Database): UptimeStore {
  const save = database.prepare(
    'INSERT INTO uptime (quarter, sources) VALUES (?, ?) ON CONFLICT DO UPDATE SET sources = excluded.sources',
  )
  const saveMissing = database.prepare('INSERT OR IGNORE INTO uptime (quarter, sources) VALUES (?, ?)')
  const columns = `quarter, sources, ${checksumMatches('uptime')} AS sound`
  const at = database.prepare(`SELECT ${columns} FROM uptime WHERE quarter = ?`)
  const within = database.prepare(`SELECT ${columns} FROM uptime WHERE quarter >= ? AND quarter < ? ORDER BY quarter`)
  const newest = database.prepare(`SELECT ${columns} FROM uptime ORDER BY quarter DESC LIMIT 1`)
  const forget = database.prepare('DELETE FROM uptime WHERE quarter < ?')

  const readable = (rows: readonly SqlRow[]): readonly Quarter[] =>
    verifiedRows(database, 'uptime', rows).map(readQuarter)

  return {
    add: async (minute) =>
      database.transaction(() => {
        const startMs = quarterStartOf(minute.startMs)
        const number = startMs / quarterMs
        const row = at.get(number)
        const [known = { startMs, sources: [] }] = readable(row === null ? [] : [row])
        const { quarter, taken } = mergeMinute(known, minute)
        if (taken.length > 0) save.run(number, packSources(quarter.sources))
        return taken
      }),
    load: async (quarters) =>
      database.transaction(() => {
        let taken = 0
        for (const { startMs, sources } of quarters) taken += saveMissing.run(startMs / quarterMs, packSources(sources))
        return taken
      }),
    readQuarters: async (fromMs, toMs) =>
      readable(within.all(Math.ceil(fromMs / quarterMs), Math.ceil(toMs / quarterMs))),
    newestMs: async () => {
      const row = newest.get()
      const [quarter] = readable(row === null ? [] : [row])
      if (quarter === undefined) return row === null ? null : Number(row.quarter) * quarterMs
      return newestMinuteOf(quarter)
    },
    forgetBefore: async (ms) => forget.run(Math.floor(ms / quarterMs)),
  }
}
