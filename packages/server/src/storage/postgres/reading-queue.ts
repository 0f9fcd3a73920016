import type { ReadingQueue, StoredReading } from '../../ingest/reading-queue.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresReadingQueue = (database: PostgresDatabase): ReadingQueue => ({
  putReading: ({ exchange, fiat, side, text, ageMs }, position) =>
    database.transaction(async (within) => {
      await within.run(
        `INSERT INTO handed_reading (exchange, fiat, side, place, asked_at, reading)
         VALUES ($1, $2, $3, $4, clock_timestamp() - $5 * interval '1 millisecond', $6)
         ON CONFLICT (exchange, fiat, side) DO UPDATE SET place = excluded.place, asked_at = excluded.asked_at,
           reading = excluded.reading`,
        exchange,
        fiat,
        side,
        position,
        ageMs(),
        text,
      )
    }),
  readingsSince: async (position) =>
    (
      await database.all(
        `SELECT *, ${age} FROM handed_reading
         WHERE place > $1 AND place <= (SELECT seq FROM change_head) AND ${hasAge} ORDER BY place, fiat, side`,
        position,
      )
    ).map(readStoredReading),
  agesOf: async (exchange) =>
    (
      await database.all(`SELECT fiat, side, ${age} FROM handed_reading WHERE exchange = $1 AND ${hasAge}`, exchange)
    ).map((row) => ({ fiat: String(row.fiat), side: String(row.side), ageMs: Number(row.age_ms) })),
})

/** Skips rows with an invalid time, so that one damaged row doesn't block reading the rest. */
const hasAge = 'isfinite(asked_at)'

const age = 'extract(epoch FROM clock_timestamp() - asked_at)::float8 * 1000 AS age_ms'

const readStoredReading = (row: SqlRow): StoredReading => ({
  exchange: String(row.exchange),
  fiat: String(row.fiat),
  side: String(row.side),
  place: Number(row.place),
  ageMs: Number(row.age_ms),
  text: String(row.reading),
})
