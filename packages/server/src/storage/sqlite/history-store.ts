import { cellBytes, cellOffset, chunkIdOf, daysPerSeries, slotsPerDay } from '../codecs/history-codec.js'
import { createHistoryStore, type HistoryStatements, numberOrNull } from '../history-store.js'
import { all, get, run } from '../sql.js'
import type { Database } from './database.js'
import { createSqliteSql } from './sqlite-sql.js'

export const createSqliteHistoryStore = (database: Database) =>
  createHistoryStore({ sql: createSqliteSql(database), statements, reportDamage: database.reportDamage })

const statements: HistoryStatements = {
  dataVersion: 'PRAGMA data_version',
  cellsBetween: function* (series, fromSlot, toSlot) {
    const row = yield* get(
      `SELECT group_concat(printf('%08X', slot) || hex(substr(data, $1, ${cellBytes})), '') AS cells
       FROM snap WHERE slot BETWEEN $2 AND $3 AND length(data) >= $1 + ${cellBytes - 1}`,
      cellOffset(series) + 1,
      fromSlot,
      toSlot,
    )
    return Buffer.from(String(row?.cells ?? ''), 'hex')
  },
  chunksBetween: (series, fromDay, toDay) =>
    all(
      `SELECT id % ${daysPerSeries} AS day, data FROM chunk WHERE id BETWEEN $1 AND $2 ORDER BY id`,
      chunkIdOf(series, fromDay),
      chunkIdOf(series, toDay),
    ),
  saveChunks: function* (chunks) {
    for (const { series, day, data } of chunks)
      yield* run(
        'INSERT INTO chunk (id, data) VALUES ($1, $2) ON CONFLICT DO UPDATE SET data = excluded.data',
        chunkIdOf(series, day),
        data,
      )
  },
  oldestChunkDay: function* (series) {
    const sql = `SELECT min(id) % ${daysPerSeries} AS number FROM chunk WHERE id BETWEEN $1 AND $2`
    return numberOrNull(yield* get(sql, chunkIdOf(series, 0), chunkIdOf(series, daysPerSeries - 1)))
  },
  // A seek for each series: all of them lie behind one another.
  oldestDay: function* () {
    return numberOrNull(
      yield* get(
        `SELECT min(day) AS number FROM (
           SELECT min(slot) / ${slotsPerDay} AS day FROM snap
           UNION ALL
           SELECT (SELECT min(chunk.id) FROM chunk WHERE chunk.id BETWEEN series.id * $1 AND series.id * $1 + $1 - 1) % $1
             FROM series)`,
        daysPerSeries,
      ),
    )
  },
  dropChunksBefore: (day) => run(`DELETE FROM chunk WHERE id % ${daysPerSeries} < $1`, day),
}
