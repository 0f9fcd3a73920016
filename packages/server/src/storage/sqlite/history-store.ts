import { type Series, slotOf, slotStartMs } from '@p2p-rates/core'
import type { HistoryEntry, HistoryStore, SeriesKey } from '../../history/history-stores.js'
import {
  type Cell,
  cellBytes,
  cellFrom,
  cellOffset,
  type Day,
  decodeDay,
  decodeSnap,
  emptyDay,
  encodeDay,
  encodeSnap,
  readCell,
  slotsPerDay,
} from '../codecs/history-codec.js'
import {
  copyDay,
  dayOfSlot,
  daysPerSeries,
  momentOf,
  oldestDayIn,
  putCell,
  seriesFor,
  slotsPerMove,
} from '../codecs/history-slots.js'
import { blob, type SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export type SqliteHistoryStore = HistoryStore & {
  /** The tables were replaced: what memory knows of them is read again. */
  reloadCaches(): void
}

/**
 * A slot is one small row at first and moves into one chunk per series and day later. Writing is one insert with one
 * sync, and a month of one series is read in some thirty rows.
 */
export function createSqliteHistoryStore(database: Database): SqliteHistoryStore {
  const insertSeries = database.prepare('INSERT INTO series (fiat, exchange) VALUES (?, ?)')
  const allSeries = database.prepare(`SELECT id, fiat, exchange, ${checksumMatches('series')} AS sound FROM series`)
  const saveSnap = database.prepare(
    'INSERT INTO snap (slot, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data',
  )
  const snapAt = database.prepare('SELECT data FROM snap WHERE slot = ?')
  const newestSnap = database.prepare('SELECT max(slot) AS slot FROM snap')
  const oldestSnap = database.prepare('SELECT min(slot) AS slot FROM snap')
  const snapsBefore = database.prepare('SELECT slot, data FROM snap WHERE slot < ? ORDER BY slot')
  // One text for all slots: a row of its own for each would cost five times as much.
  const cellsIn = database.prepare(
    `SELECT group_concat(printf('%08X', slot) || hex(substr(data, ?1, ${cellBytes})), '') AS cells
     FROM snap WHERE slot BETWEEN ?2 AND ?3 AND length(data) >= ?1 + ${cellBytes - 1}`,
  )
  const dropSnaps = database.prepare('DELETE FROM snap WHERE slot < ?')
  const saveChunk = database.prepare(
    'INSERT INTO chunk (id, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data',
  )
  const chunkAt = database.prepare('SELECT data FROM chunk WHERE id = ?')
  const chunksIn = database.prepare('SELECT id, data FROM chunk WHERE id BETWEEN ? AND ? ORDER BY id')
  // A seek for each series: all of them lie behind one another.
  const oldestChunk = database.prepare(
    `SELECT min((SELECT min(chunk.id) FROM chunk WHERE chunk.id BETWEEN series.id * ?1 AND series.id * ?1 + ?1 - 1) % ?1)
       AS day FROM series`,
  )
  const oldestChunkOf = database.prepare('SELECT min(id) AS id FROM chunk WHERE id BETWEEN ? AND ?')
  const dropChunks = database.prepare('DELETE FROM chunk WHERE id % ? < ?')

  const ids = new Map<string, number>()
  const readIds = () => {
    ids.clear()
    for (const row of verifiedRows(database, 'series', allSeries.all()))
      ids.set(`${row.fiat} ${row.exchange}`, Number(row.id))
  }
  readIds()
  const idOf = (fiat: string, exchange: string): number => {
    const name = `${fiat} ${exchange}`
    const known = ids.get(name)
    if (known !== undefined) return known
    insertSeries.run(fiat, exchange)
    readIds()
    return ids.get(name) ?? 0
  }

  /** Cache of the slot being written, so that the currencies of one cycle needn't read back each other's values. */
  let current: { slot: number; cells: Map<number, Cell> } | null = null
  const cellsAt = (slot: number): Map<number, Cell> => {
    if (current?.slot === slot) return new Map(current.cells)
    const row = snapAt.get(slot)
    return row === null ? new Map() : cellsOfSnap(slot, row)
  }

  const cellsOfSnap = (slot: number, row: SqlRow): Map<number, Cell> => {
    try {
      const { cells, damaged } = decodeSnap(slot, blob(row, 'data'))
      for (const series of damaged) reportCell(slot, series)
      return cells
    } catch {
      database.reportDamage(`slot ${momentOf(slot)} of history`)
      return new Map()
    }
  }

  const reportCell = (slot: number, series: number): void =>
    database.reportDamage(`slot ${momentOf(slot)} of history (series ${series})`)

  const dayOf = (id: number, row: SqlRow): Day | null => {
    try {
      return decodeDay(id, blob(row, 'data'))
    } catch {
      database.reportDamage(
        `day ${momentOf((id % daysPerSeries) * slotsPerDay).slice(0, 10)} of history (series ${Math.floor(id / daysPerSeries)})`,
      )
      return null
    }
  }

  const cellsBetween = (id: number, fromSlot: number, toSlot: number): Uint8Array =>
    Buffer.from(String(cellsIn.get(cellOffset(id) + 1, fromSlot, toSlot)?.cells ?? ''), 'hex')

  const putSnaps = (series: Series, id: number, toSlot: number): void => {
    const bytes = cellsBetween(id, series.firstSlot, toSlot)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.length; at += 4 + cellBytes) {
      const slot = view.getUint32(at)
      const cell = readCell(view, at + 4, { slot, series: id })
      if (cell === 'damaged') reportCell(slot, id)
      else if (cell !== null) putCell(series, slot - series.firstSlot, cell)
    }
  }

  const putIntoChunks = (slots: Iterable<readonly [slot: number, cells: ReadonlyMap<number, Cell>]>): void => {
    const open = new Map<number, Day>()
    for (const [slot, cells] of slots)
      for (const [series, cell] of cells) {
        const id = series * daysPerSeries + dayOfSlot(slot)
        let day = open.get(id)
        if (day === undefined) {
          const row = chunkAt.get(id)
          day = (row === null ? null : dayOf(id, row)) ?? emptyDay()
          open.set(id, day)
        }
        putCell(day, slot % slotsPerDay, cell)
      }
    for (const [id, day] of open) saveChunk.run(id, encodeDay(id, day))
  }

  const moveBefore = (slot: number): void => {
    putIntoChunks(snapsBefore.all(slot).map((row) => [Number(row.slot), cellsOfSnap(Number(row.slot), row)] as const))
    dropSnaps.run(slot)
  }
  let movedBefore = 0

  /**
   * Returns true if the slot has no value yet. Older slots accept only missing values, so that a clock set back can't
   * change served prices.
   */
  const isFree = (slot: number, cells: ReadonlyMap<number, Cell>, id: number): boolean => {
    if (cells.has(id)) return false
    const chunkId = id * daysPerSeries + dayOfSlot(slot)
    const row = chunkAt.get(chunkId)
    const day = row === null ? null : dayOf(chunkId, row)
    return day === null || (day.buy[slot % slotsPerDay] === 0 && day.sell[slot % slotsPerDay] === 0)
  }

  const oldestDayOf = ({ fiat, exchange }: SeriesKey): number | null => {
    seeOthers()
    const id = ids.get(`${fiat} ${exchange}`)
    if (id === undefined) return null
    const base = id * daysPerSeries
    const chunk = oldestChunkOf.get(base, base + daysPerSeries - 1)?.id ?? null
    return oldestDayIn(cellsBetween(id, 0, newestSlot()), id, chunk === null ? null : Number(chunk) - base)
  }

  const newestSlot = (): number => current?.slot ?? Number(newestSnap.get()?.slot ?? 0)

  const reloadCaches = () => {
    current = null
    movedBefore = 0
    readIds()
  }

  const versionOfOthers = database.prepare('PRAGMA data_version')
  let seenVersion = -1
  /** Another process may have written since. */
  const seeOthers = (): void => {
    const version = Number(versionOfOthers.get()?.data_version)
    if (version !== seenVersion) reloadCaches()
    seenVersion = version
  }

  const write = <Result>(work: () => Result): Result => {
    try {
      return database.transaction(() => {
        seeOthers()
        return work()
      })
    } catch (error) {
      reloadCaches()
      throw error
    }
  }

  return {
    reloadCaches,

    newestMs: async () => {
      seeOthers()
      const slot = newestSlot()
      return slot === 0 ? null : slotStartMs(slot)
    },

    oldestDayMs: async (of) => {
      if (of !== undefined) return oldestDayOf(of)
      const days = [oldestSnap.get()?.slot ?? null, oldestChunk.get(daysPerSeries)?.day ?? null]
      const [slot, day] = days.map((value) => (value === null ? Number.POSITIVE_INFINITY : Number(value)))
      const oldest = Math.min(dayOfSlot(slot ?? 0), day ?? 0)
      return Number.isFinite(oldest) ? slotStartMs(oldest * slotsPerDay) : null
    },

    append: async (slotMs, entries) => {
      const slot = slotOf(slotMs)
      const moveUpTo = slot - (slot % slotsPerMove)
      const { cells, taken, isClosed } = write(() => {
        const isClosed = slot < newestSlot()
        const cells = cellsAt(slot)
        const taken = isClosed
          ? entries.filter(({ fiat, exchange }) => isFree(slot, cells, idOf(fiat, exchange)))
          : entries
        for (const entry of taken) cells.set(idOf(entry.fiat, entry.exchange), cellFrom(entry))
        if (moveUpTo > movedBefore) moveBefore(moveUpTo)
        if (taken.length > 0) saveSnap.run(slot, encodeSnap(slot, cells))
        return { cells, taken, isClosed }
      })
      movedBefore = Math.max(movedBefore, moveUpTo)
      if (!isClosed) current = { slot, cells }
      return taken
    },

    readSeries: async ({ fiat, exchange }, fromMs, toMs) => {
      seeOthers()
      const id = ids.get(`${fiat} ${exchange}`)
      const fromSlot = Math.ceil(fromMs / slotStartMs(1))
      const toSlot = Math.ceil(toMs / slotStartMs(1)) - 1
      const series = seriesFor(fromSlot, toSlot)
      if (id === undefined || toSlot < fromSlot) return series
      const base = id * daysPerSeries
      for (const row of chunksIn.all(base + dayOfSlot(fromSlot), base + dayOfSlot(toSlot))) {
        const day = dayOf(Number(row.id), row)
        if (day !== null) copyDay(series, day, (Number(row.id) - base) * slotsPerDay, toSlot)
      }
      putSnaps(series, id, toSlot)
      return series
    },

    load: async (slots) => {
      let loaded = 0
      let day = -1
      let batch: { slot: number; entries: readonly HistoryEntry[] }[] = []
      const cellsOf = (entries: readonly HistoryEntry[]): [number, Cell][] =>
        entries.map((entry) => [idOf(entry.fiat, entry.exchange), cellFrom(entry)])
      const finishDay = () =>
        write(() => {
          moveBefore((day + 1) * slotsPerDay)
          putIntoChunks(batch.map(({ slot, entries }) => [slot, new Map(cellsOf(entries))] as const))
          batch = []
        })
      for (const { slotMs, entries } of slots) {
        const slot = slotOf(slotMs)
        if (dayOfSlot(slot) !== day && batch.length > 0) finishDay()
        day = dayOfSlot(slot)
        batch.push({ slot, entries })
        loaded += entries.length
      }
      // The last day may still go on.
      write(() => {
        for (const { slot, entries } of batch)
          saveSnap.run(slot, encodeSnap(slot, new Map([...cellsAt(slot), ...cellsOf(entries)])))
      })
      current = null
      return loaded
    },

    forgetBefore: async (ms) => database.transaction(() => dropChunks.run(daysPerSeries, dayOfSlot(slotOf(ms)))),
  }
}
