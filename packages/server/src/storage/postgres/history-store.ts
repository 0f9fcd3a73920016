import type { HistoryStore } from '../../history/history-stores.js'
import { cellBytes, cellOffset, slotsPerDay } from '../codecs/history-codec.js'
import { blob, type SqlRow } from '../codecs/sql-values.js'
import { createHistoryStore, type HistoryTables, type SeriesIds, type Steps } from '../history-store.js'
import type { PostgresDatabase, Statements } from './database.js'

export const createPostgresHistoryStore = (database: PostgresDatabase, ids?: SeriesIds): HistoryStore =>
  createHistoryStore(
    {
      read: (work) => resultOf(work(historyTables(database))),
      write: (work) =>
        database.transaction(async (within) => {
          await within.lockName('history')
          return resultOf(work(historyTables(within)))
        }),
      dropChunksBefore: (day) => database.run('DELETE FROM chunk WHERE day < $1', day),
      noticesOtherWriters: false,
      reportDamage: database.reportDamage,
    },
    ids,
  )

async function resultOf<Result>(steps: Steps<Result>): Promise<Result> {
  let step = steps.next()
  while (step.done !== true) step = steps.next(await step.value)
  return step.value
}

const historyTables = (within: Statements): HistoryTables => ({
  series: () => within.all('SELECT id, fiat, exchange FROM series'),
  addSeries: (keys) =>
    within.run(
      `INSERT INTO series (fiat, exchange)
       SELECT fiat, exchange FROM unnest($1::text[], $2::text[]) AS wanted (fiat, exchange) ORDER BY fiat, exchange`,
      keys.map(({ fiat }) => fiat),
      keys.map(({ exchange }) => exchange),
    ),
  // One statement, because every publication waits for it.
  standingAt: (slot) =>
    within.get(
      `SELECT (SELECT max(slot) FROM snap) AS newest, (SELECT min(slot) FROM snap) AS oldest,
         (SELECT data FROM snap WHERE slot = $1) AS data`,
      slot,
    ),
  snapsBefore: (slot) => within.all('SELECT slot, data FROM snap WHERE slot < $1 ORDER BY slot', slot),
  saveSnap: (slot, data) =>
    within.run(
      'INSERT INTO snap (slot, data) VALUES ($1, $2) ON CONFLICT (slot) DO UPDATE SET data = excluded.data',
      slot,
      data,
    ),
  dropSnapsBefore: (slot) => within.run('DELETE FROM snap WHERE slot < $1', slot),
  cellsBetween: async (series, fromSlot, toSlot) => {
    const row = await within.get(
      `SELECT string_agg(int4send(slot) || substring(data FROM $1 FOR ${cellBytes}), '' ORDER BY slot) AS cells
       FROM snap WHERE slot BETWEEN $2 AND $3 AND length(data) >= $1 + ${cellBytes - 1}`,
      cellOffset(series) + 1,
      fromSlot,
      toSlot,
    )
    return row === null || row.cells === null ? new Uint8Array() : blob(row, 'cells')
  },
  chunksBetween: (series, fromDay, toDay) =>
    within.all(
      'SELECT day, data FROM chunk WHERE series = $1 AND day BETWEEN $2 AND $3 ORDER BY day',
      series,
      fromDay,
      toDay,
    ),
  saveChunks: (chunks) =>
    within.run(
      `INSERT INTO chunk (series, day, data) SELECT * FROM unnest($1::int[], $2::int[], $3::bytea[])
       ON CONFLICT (series, day) DO UPDATE SET data = excluded.data`,
      chunks.map(({ series }) => series),
      chunks.map(({ day }) => day),
      chunks.map(({ data }) => data),
    ),
  oldestChunkDay: async (series) =>
    numberIn(await within.get('SELECT min(day) AS number FROM chunk WHERE series = $1', series)),
  newestSlot: async () => numberIn(await within.get('SELECT max(slot) AS number FROM snap')),
  oldestDay: async () =>
    numberIn(
      await within.get(
        `SELECT least((SELECT min(slot) / ${slotsPerDay} FROM snap), (SELECT min(day) FROM chunk)) AS number`,
      ),
    ),
})

const numberIn = (row: SqlRow | null): number | null =>
  row === null || row.number === null ? null : Number(row.number)
