import type { HistoryStore } from '../../history/history-stores.js'
import { cellBytes, cellOffset, chunkIdOf, daysPerSeries, slotsPerDay } from '../codecs/history-codec.js'
import { createHistoryStore, type HistoryTables, type Steps } from '../history-store.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export type SqliteHistoryStore = HistoryStore & {
  /** Drops the caches after the tables were replaced. */
  forgetCaches(): void
}

export function createSqliteHistoryStore(database: Database): SqliteHistoryStore {
  const tables = historyTables(database)
  const dropChunksBefore = database.prepare(`DELETE FROM chunk WHERE id % ${daysPerSeries} < ?`)
  const versionOfOthers = database.prepare('PRAGMA data_version')
  let seenVersion = -1
  const noticeOtherWriters = (): void => {
    const version = Number(versionOfOthers.get()?.data_version)
    if (version !== seenVersion) store.forgetCaches()
    seenVersion = version
  }
  const run = <Result>(work: (tables: HistoryTables) => Steps<Result>): Result => {
    noticeOtherWriters()
    return resultOf(work(tables))
  }
  const store = createHistoryStore({
    read: async (work) => run(work),
    write: async (work) => database.transaction(() => run(work)),
    dropChunksBefore: async (day) => database.transaction(() => dropChunksBefore.run(day)),
    noticesOtherWriters: true,
    reportDamage: database.reportDamage,
  })
  return store
}

function resultOf<Result>(steps: Steps<Result>): Result {
  const step = steps.next()
  if (step.done === true) return step.value
  throw new TypeError('Work on SQLite has nothing to wait for.')
}

function historyTables(database: Database): HistoryTables {
  const series = database.prepare(`SELECT id, fiat, exchange, ${checksumMatches('series')} AS sound FROM series`)
  const addSeries = database.prepare('INSERT INTO series (fiat, exchange) VALUES (?, ?)')
  const standingAt = database.prepare(
    `SELECT (SELECT max(slot) FROM snap) AS newest, (SELECT min(slot) FROM snap) AS oldest,
       (SELECT data FROM snap WHERE slot = ?) AS data`,
  )
  const snapsBefore = database.prepare('SELECT slot, data FROM snap WHERE slot < ? ORDER BY slot')
  const saveSnap = database.prepare(
    'INSERT INTO snap (slot, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data',
  )
  const dropSnapsBefore = database.prepare('DELETE FROM snap WHERE slot < ?')
  const cellsBetween = database.prepare(
    `SELECT group_concat(printf('%08X', slot) || hex(substr(data, ?1, ${cellBytes})), '') AS cells
     FROM snap WHERE slot BETWEEN ?2 AND ?3 AND length(data) >= ?1 + ${cellBytes - 1}`,
  )
  const chunksBetween = database.prepare(
    `SELECT id % ${daysPerSeries} AS day, data FROM chunk WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  const saveChunk = database.prepare(
    'INSERT INTO chunk (id, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data',
  )
  const oldestChunkDay = database.prepare(
    `SELECT min(id) % ${daysPerSeries} AS day FROM chunk WHERE id BETWEEN ? AND ?`,
  )
  const newestSlot = database.prepare('SELECT max(slot) AS slot FROM snap')
  // A seek for each series: all of them lie behind one another.
  const oldestDay = database.prepare(
    `SELECT min(day) AS day FROM (
       SELECT min(slot) / ${slotsPerDay} AS day FROM snap
       UNION ALL
       SELECT (SELECT min(chunk.id) FROM chunk WHERE chunk.id BETWEEN series.id * ?1 AND series.id * ?1 + ?1 - 1) % ?1
         FROM series)`,
  )
  return {
    series: () => verifiedRows(database, 'series', series.all()),
    addSeries: (keys) => {
      for (const { fiat, exchange } of keys) addSeries.run(fiat, exchange)
    },
    standingAt: (slot) => standingAt.get(slot),
    snapsBefore: (slot) => snapsBefore.all(slot),
    saveSnap: (slot, data) => saveSnap.run(slot, data),
    dropSnapsBefore: (slot) => dropSnapsBefore.run(slot),
    cellsBetween: (series, fromSlot, toSlot) =>
      Buffer.from(String(cellsBetween.get(cellOffset(series) + 1, fromSlot, toSlot)?.cells ?? ''), 'hex'),
    chunksBetween: (series, fromDay, toDay) => chunksBetween.all(chunkIdOf(series, fromDay), chunkIdOf(series, toDay)),
    saveChunks: (chunks) => {
      for (const { series, day, data } of chunks) saveChunk.run(chunkIdOf(series, day), data)
    },
    oldestChunkDay: (series) =>
      numberOrNull(oldestChunkDay.get(chunkIdOf(series, 0), chunkIdOf(series, daysPerSeries - 1))?.day),
    newestSlot: () => numberOrNull(newestSlot.get()?.slot),
    oldestDay: () => numberOrNull(oldestDay.get(daysPerSeries)?.day),
  }
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
