import type { HistoryStore } from '../../history/history-stores.js'
import { cellBytes, cellOffset, slotsPerDay } from '../codecs/history-codec.js'
import { blob } from '../codecs/sql-values.js'
import { createHistoryStore, type HistoryStatements, numberOrNull, type SeriesIds } from '../history-store.js'
import { all, get, run } from '../sql.js'
import type { PostgresDatabase } from './database.js'
import { createPostgresSql } from './postgres-sql.js'

export const createPostgresHistoryStore = (database: PostgresDatabase, ids?: SeriesIds): HistoryStore =>
  createHistoryStore({ sql: createPostgresSql(database), statements, reportDamage: database.reportDamage }, ids)

/** Bounds the values of one statement: PostgreSQL takes 65,535, and a chunk has three. */
const chunksPerStatement = 5_000

const statements: HistoryStatements = {
  dataVersion: null,
  cellsBetween: function* (series, fromSlot, toSlot) {
    const row = yield* get(
      `SELECT string_agg(int4send(slot) || substring(data FROM $1 FOR ${cellBytes}), '' ORDER BY slot) AS cells
       FROM snap WHERE slot BETWEEN $2 AND $3 AND length(data) >= $1 + ${cellBytes - 1}`,
      cellOffset(series) + 1,
      fromSlot,
      toSlot,
    )
    return row === null || row.cells === null ? new Uint8Array() : blob(row, 'cells')
  },
  chunksBetween: (series, fromDay, toDay) =>
    all('SELECT day, data FROM chunk WHERE series = $1 AND day BETWEEN $2 AND $3 ORDER BY day', series, fromDay, toDay),
  saveChunks: function* (chunks) {
    for (let from = 0; from < chunks.length; from += chunksPerStatement) {
      const some = chunks.slice(from, from + chunksPerStatement)
      const places = some.map((_, at) => `($${3 * at + 1}, $${3 * at + 2}, $${3 * at + 3})`)
      yield* run(
        `INSERT INTO chunk (series, day, data) VALUES ${places.join(', ')}
         ON CONFLICT (series, day) DO UPDATE SET data = excluded.data`,
        ...some.flatMap(({ series, day, data }) => [series, day, data]),
      )
    }
  },
  oldestChunkDay: function* (series) {
    return numberOrNull(yield* get('SELECT min(day) AS number FROM chunk WHERE series = $1', series))
  },
  oldestDay: function* () {
    return numberOrNull(
      yield* get(`SELECT least((SELECT min(slot) / ${slotsPerDay} FROM snap), (SELECT min(day) FROM chunk)) AS number`),
    )
  },
  dropChunksBefore: (day) => run('DELETE FROM chunk WHERE day < $1', day),
}
