import { createSeries, type Series, slotOf, slotStartMs } from '@p2p-rates/core'
import type { HistoryEntry, HistoryStore } from '../../history/history-store.js'
import type { Database } from './database.js'
import {
  type Cell,
  cellFrom,
  cellOf,
  type Day,
  decodeDay,
  decodeSnap,
  emptyDay,
  encodeDay,
  encodeSnap,
  slotsPerDay,
} from './history-codec.js'

/** Days of a series lie side by side: id = series * 2^20 + day. */
const daysPerSeries = 2 ** 20
const dayOfSlot = (slot: number): number => Math.floor(slot / slotsPerDay)

/**
 * A slot is one small row while its day lasts; a finished day becomes one chunk per series. Writing is one insert with
 * one sync, and a month of one series is read in thirty-one rows.
 */
export const createSqliteHistoryStore = (database: Database): HistoryStore => {
  const insertSeries = database.prepare('INSERT INTO series (fiat, exchange) VALUES (?, ?)')
  const allSeries = database.prepare('SELECT id, fiat, exchange FROM series')
  const saveSnap = database.prepare(
    'INSERT INTO snap (slot, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data',
  )
  const snapAt = database.prepare('SELECT data FROM snap WHERE slot = ?')
  const snapsIn = database.prepare('SELECT slot, data FROM snap WHERE slot BETWEEN ? AND ? ORDER BY slot')
  const dropSnaps = database.prepare('DELETE FROM snap WHERE slot < ?')
  const saveChunk = database.prepare(
    'INSERT INTO chunk (id, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data',
  )
  const chunkAt = database.prepare('SELECT data FROM chunk WHERE id = ?')
  const chunksIn = database.prepare('SELECT id, data FROM chunk WHERE id BETWEEN ? AND ? ORDER BY id')
  const dropChunks = database.prepare('DELETE FROM chunk WHERE id % ? < ?')
  const days = database.prepare('SELECT MIN(id % ?1) AS first, MAX(id % ?1) AS last FROM chunk')
  const snapSpan = database.prepare('SELECT MIN(slot) AS first, MAX(slot) AS last FROM snap')

  const ids = new Map<string, number>()
  const readIds = () => {
    ids.clear()
    for (const row of allSeries.all()) ids.set(`${row.fiat} ${row.exchange}`, Number(row.id))
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

  /** The slot being written, so that the currencies of one cycle need not read back what the others wrote. */
  let current: { slot: number; cells: Map<number, Cell> } | null = null
  const cellsAt = (slot: number): Map<number, Cell> => {
    if (current?.slot === slot) return new Map(current.cells)
    const row = snapAt.get(slot)
    return row === null ? new Map() : decodeSnap(row.data as Uint8Array)
  }

  const fillFromSnaps = (fromSlot: number, toSlot: number, put: (slot: number, data: Uint8Array) => void): void => {
    for (const row of snapsIn.all(fromSlot, toSlot)) put(Number(row.slot), row.data as Uint8Array)
  }

  /** Moves the slots of finished days into chunks. */
  const compactBefore = (slot: number): void => {
    const open = new Map<number, Day>()
    fillFromSnaps(0, slot - 1, (at, data) => {
      for (const [series, cell] of decodeSnap(data)) {
        const id = series * daysPerSeries + dayOfSlot(at)
        let day = open.get(id)
        if (day === undefined) {
          const row = chunkAt.get(id)
          day = row === null ? emptyDay() : decodeDay(row.data as Uint8Array)
          open.set(id, day)
        }
        putCell(day, at % slotsPerDay, cell)
      }
    })
    for (const [id, day] of open) saveChunk.run(id, encodeDay(day))
    dropSnaps.run(slot)
  }
  let compactedDay = -1

  /** What memory knows of the tables is read again when a write was undone. */
  const write = <Result>(work: () => Result): Result => {
    try {
      return database.transaction(work)
    } catch (error) {
      current = null
      readIds()
      throw error
    }
  }

  return {
    append: async (slotMs, entries) => {
      const slot = slotOf(slotMs)
      const today = dayOfSlot(slot)
      const cells = write(() => {
        const cells = cellsAt(slot)
        for (const entry of entries) cells.set(idOf(entry.fiat, entry.exchange), cellFrom(entry))
        if (today > compactedDay) compactBefore(today * slotsPerDay)
        saveSnap.run(slot, encodeSnap(cells))
        return cells
      })
      compactedDay = Math.max(compactedDay, today)
      current = { slot, cells }
    },

    read: async ({ fiat, exchange }, fromMs, toMs) => {
      const id = ids.get(`${fiat} ${exchange}`)
      const fromSlot = Math.ceil(fromMs / slotStartMs(1))
      const toSlot = Math.ceil(toMs / slotStartMs(1)) - 1
      const series = seriesFor(fromSlot, toSlot)
      if (id === undefined || toSlot < fromSlot) return series
      const base = id * daysPerSeries
      for (const row of chunksIn.all(base + dayOfSlot(fromSlot), base + dayOfSlot(toSlot)))
        copyDay(series, decodeDay(row.data as Uint8Array), (Number(row.id) - base) * slotsPerDay, toSlot)
      fillFromSnaps(fromSlot, toSlot, (slot, data) => {
        const cell = cellOf(data, id)
        if (cell !== null) putCell(series, slot - fromSlot, cell)
      })
      return series
    },

    span: async () => {
      const chunks = days.get(daysPerSeries)
      const snaps = snapSpan.get()
      const starts = [scaled(chunks?.first, slotsPerDay), scaled(snaps?.first, 1)].filter((slot) => slot !== null)
      const ends = [scaled(chunks?.last, slotsPerDay, slotsPerDay - 1), scaled(snaps?.last, 1)].filter(
        (slot) => slot !== null,
      )
      if (starts.length === 0 || ends.length === 0) return null
      return { fromMs: slotStartMs(Math.min(...starts)), toMs: slotStartMs(Math.max(...ends)) }
    },

    load: async (slots) => {
      let loaded = 0
      let day = -1
      let batch: { slot: number; entries: readonly HistoryEntry[] }[] = []
      const writeDay = () =>
        write(() => {
          for (const { slot, entries } of batch) {
            const cells = cellsAt(slot)
            for (const entry of entries) cells.set(idOf(entry.fiat, entry.exchange), cellFrom(entry))
            saveSnap.run(slot, encodeSnap(cells))
          }
          compactBefore(day * slotsPerDay)
          batch = []
        })
      for (const { slotMs, entries } of slots) {
        const slot = slotOf(slotMs)
        if (dayOfSlot(slot) !== day && batch.length > 0) writeDay()
        day = dayOfSlot(slot)
        batch.push({ slot, entries })
        loaded += entries.length
      }
      if (batch.length > 0) writeDay()
      current = null
      return loaded
    },

    forgetBefore: async (ms) => database.transaction(() => dropChunks.run(daysPerSeries, dayOfSlot(slotOf(ms)))),
  }
}

const scaled = (value: unknown, factor: number, offset = 0): number | null =>
  value === null || value === undefined ? null : Number(value) * factor + offset

const seriesFor = (fromSlot: number, toSlot: number): Series => {
  const slots = Math.max(0, toSlot - fromSlot + 1)
  return { ...createSeries(slots), firstSlot: fromSlot, length: slots }
}

const putCell = (columns: Day, index: number, cell: Cell): void => {
  columns.buy[index] = cell.buy
  columns.sell[index] = cell.sell
  columns.buyAds[index] = cell.buyAds
  columns.sellAds[index] = cell.sellAds
}

/** Copies the part of a day that lies within the series. */
const copyDay = (series: Series, day: Day, dayStart: number, toSlot: number): void => {
  const from = Math.max(dayStart, series.firstSlot)
  const to = Math.min(dayStart + slotsPerDay, toSlot + 1)
  if (to <= from) return
  const target = from - series.firstSlot
  series.buy.set(day.buy.subarray(from - dayStart, to - dayStart), target)
  series.sell.set(day.sell.subarray(from - dayStart, to - dayStart), target)
  series.buyAds.set(day.buyAds.subarray(from - dayStart, to - dayStart), target)
  series.sellAds.set(day.sellAds.subarray(from - dayStart, to - dayStart), target)
}
