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
import type { PostgresDatabase, Statements, Transaction } from './database.js'

/** Ids of known series. They never change, but other servers may have added more meanwhile. */
export type SeriesIds = Map<string, number>

/** The same layout as in SQLite: a slot is one row at first and moves into one chunk per series and day later. */
export function createPostgresHistoryStore(database: PostgresDatabase, ids: SeriesIds = new Map()): HistoryStore {
  const learn = (rows: readonly SqlRow[]): void => {
    for (const row of rows) ids.set(nameOf(String(row.fiat), String(row.exchange)), Number(row.id))
  }

  async function idsOf(within: Transaction, keys: readonly Pick<HistoryEntry, 'fiat' | 'exchange'>[]): Promise<void> {
    const missing = keys.filter(({ fiat, exchange }) => !ids.has(nameOf(fiat, exchange)))
    if (missing.length === 0) return
    const names = [missing.map(({ fiat }) => fiat), missing.map(({ exchange }) => exchange)] as const
    // No conflict where it stands already: a number would be used up each time.
    await within.run(
      `INSERT INTO series (fiat, exchange)
       SELECT DISTINCT fiat, exchange FROM unnest($1::text[], $2::text[]) AS wanted (fiat, exchange)
       WHERE NOT EXISTS (SELECT 1 FROM series s WHERE s.fiat = wanted.fiat AND s.exchange = wanted.exchange)
       ORDER BY fiat, exchange`,
      ...names,
    )
    learn(
      await within.all(
        `SELECT s.* FROM series s JOIN unnest($1::text[], $2::text[]) AS wanted (fiat, exchange) USING (fiat, exchange)`,
        ...names,
      ),
    )
  }
  const idOf = ({ fiat, exchange }: Pick<HistoryEntry, 'fiat' | 'exchange'>): number =>
    ids.get(nameOf(fiat, exchange)) ?? 0

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

  const dayOf = (series: number, day: number, row: SqlRow): Day | null => {
    try {
      return decodeDay(series * daysPerSeries + day, blob(row, 'data'))
    } catch {
      database.reportDamage(`day ${momentOf(day * slotsPerDay).slice(0, 10)} of history (series ${series})`)
      return null
    }
  }

  const chunkAt = async (within: Statements, series: number, day: number): Promise<Day | null> => {
    const row = await within.get('SELECT data FROM chunk WHERE series = $1 AND day = $2', series, day)
    return row === null ? null : dayOf(series, day, row)
  }

  async function putIntoChunks(
    within: Transaction,
    slots: Iterable<readonly [slot: number, cells: ReadonlyMap<number, Cell>]>,
  ): Promise<void> {
    const open = new Map<number, { readonly series: number; readonly day: number; readonly columns: Day }>()
    for (const [slot, cells] of slots)
      for (const [series, cell] of cells) {
        const day = dayOfSlot(slot)
        const id = series * daysPerSeries + day
        let chunk = open.get(id)
        if (chunk === undefined) {
          chunk = { series, day, columns: (await chunkAt(within, series, day)) ?? emptyDay() }
          open.set(id, chunk)
        }
        putCell(chunk.columns, slot % slotsPerDay, cell)
      }
    const chunks = [...open]
    if (chunks.length === 0) return
    await within.run(
      `INSERT INTO chunk (series, day, data) SELECT * FROM unnest($1::int[], $2::int[], $3::bytea[])
       ON CONFLICT (series, day) DO UPDATE SET data = excluded.data`,
      chunks.map(([, { series }]) => series),
      chunks.map(([, { day }]) => day),
      chunks.map(([id, { columns }]) => encodeDay(id, columns)),
    )
  }

  async function moveBefore(within: Transaction, slot: number): Promise<void> {
    const rows = await within.all('SELECT slot, data FROM snap WHERE slot < $1 ORDER BY slot', slot)
    if (rows.length === 0) return
    await putIntoChunks(
      within,
      rows.map((row) => [Number(row.slot), cellsOfSnap(Number(row.slot), row)] as const),
    )
    await within.run('DELETE FROM snap WHERE slot < $1', slot)
  }

  const cellsAt = async (within: Transaction, slot: number): Promise<Map<number, Cell>> => {
    const row = await within.get('SELECT data FROM snap WHERE slot = $1', slot)
    return row === null ? new Map() : cellsOfSnap(slot, row)
  }

  /** In one question: this is asked within every publication. */
  const standingAt = async (within: Transaction, slot: number) => {
    const row = await within.get(
      `SELECT (SELECT max(slot) FROM snap) AS newest, (SELECT min(slot) FROM snap) AS oldest,
         (SELECT data FROM snap WHERE slot = $1) AS data`,
      slot,
    )
    return {
      newest: Number(row?.newest ?? 0),
      oldest: Number(row?.oldest ?? slot),
      cells: row === null || row.data === null ? new Map<number, Cell>() : cellsOfSnap(slot, row),
    }
  }

  const saveSnap = async (within: Transaction, slot: number, cells: ReadonlyMap<number, Cell>): Promise<void> => {
    await within.run(
      'INSERT INTO snap (slot, data) VALUES ($1, $2) ON CONFLICT (slot) DO UPDATE SET data = excluded.data',
      slot,
      encodeSnap(slot, cells),
    )
  }

  /**
   * Returns the entries without a recorded value. Older slots accept only those, so that a clock set back can't change
   * served prices.
   */
  async function freeOf(
    within: Transaction,
    slot: number,
    cells: ReadonlyMap<number, Cell>,
    entries: readonly HistoryEntry[],
  ): Promise<readonly HistoryEntry[]> {
    const free: HistoryEntry[] = []
    for (const entry of entries) {
      if (cells.has(idOf(entry))) continue
      const day = await chunkAt(within, idOf(entry), dayOfSlot(slot))
      const at = slot % slotsPerDay
      if (day === null || (day.buy[at] === 0 && day.sell[at] === 0)) free.push(entry)
    }
    return free
  }

  /** One value for all slots: a row of its own for each would cost five times as much. */
  async function cellsBetween(id: number, fromSlot: number, toSlot: number): Promise<Uint8Array> {
    const row = await database.get(
      `SELECT string_agg(int4send(slot) || substring(data FROM $1 FOR ${cellBytes}), '' ORDER BY slot) AS cells
       FROM snap WHERE slot BETWEEN $2 AND $3 AND length(data) >= $1 + ${cellBytes - 1}`,
      cellOffset(id) + 1,
      fromSlot,
      toSlot,
    )
    return row === null || row.cells === null ? new Uint8Array() : blob(row, 'cells')
  }

  const putCells = (series: Series, id: number, bytes: Uint8Array): void => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.length; at += 4 + cellBytes) {
      const slot = view.getUint32(at)
      const cell = readCell(view, at + 4, { slot, series: id })
      if (cell === 'damaged') reportCell(slot, id)
      else if (cell !== null) putCell(series, slot - series.firstSlot, cell)
    }
  }

  async function write<Result>(work: (within: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await database.transaction(async (within) => {
        await within.lockName('history')
        return work(within)
      })
    } catch (error) {
      // Series that were new were not written down either.
      ids.clear()
      throw error
    }
  }

  const knownId = async ({ fiat, exchange }: SeriesKey): Promise<number | undefined> => {
    if (!ids.has(nameOf(fiat, exchange))) learn(await database.all('SELECT * FROM series'))
    return ids.get(nameOf(fiat, exchange))
  }

  async function oldestDayOf(key: SeriesKey): Promise<number | null> {
    const id = await knownId(key)
    if (id === undefined) return null
    // Read cells before chunks. A cell that moves meanwhile is found twice; in the reverse order it would be missed.
    const cells = await cellsBetween(id, 0, 0x7fffffff)
    const row = await database.get('SELECT min(day) AS day FROM chunk WHERE series = $1', id)
    return oldestDayIn(cells, id, row === null || row.day === null ? null : Number(row.day))
  }

  return {
    newestMs: async () => {
      const row = await database.get('SELECT max(slot) AS slot FROM snap')
      return row === null || row.slot === null ? null : slotStartMs(Number(row.slot))
    },

    oldestDayMs: async (of) => {
      if (of !== undefined) return oldestDayOf(of)
      const row = await database.get(
        `SELECT least((SELECT min(slot) / ${slotsPerDay} FROM snap), (SELECT min(day) FROM chunk)) AS day`,
      )
      return row === null || row.day === null ? null : slotStartMs(Number(row.day) * slotsPerDay)
    },

    append: (slotMs, entries) =>
      write(async (within) => {
        const slot = slotOf(slotMs)
        await idsOf(within, entries)
        const { cells, newest, oldest } = await standingAt(within, slot)
        const taken = slot < newest ? await freeOf(within, slot, cells, entries) : entries
        for (const entry of taken) cells.set(idOf(entry), cellFrom(entry))
        const moveUpTo = slot - (slot % slotsPerMove)
        if (oldest < moveUpTo) await moveBefore(within, moveUpTo)
        if (taken.length > 0) await saveSnap(within, slot, cells)
        return taken
      }),

    readSeries: async (key, fromMs, toMs) => {
      const id = await knownId(key)
      const fromSlot = Math.ceil(fromMs / slotStartMs(1))
      const toSlot = Math.ceil(toMs / slotStartMs(1)) - 1
      const series = seriesFor(fromSlot, toSlot)
      if (id === undefined || toSlot < fromSlot) return series
      const cells = await cellsBetween(id, fromSlot, toSlot)
      const rows = await database.all(
        'SELECT day, data FROM chunk WHERE series = $1 AND day BETWEEN $2 AND $3 ORDER BY day',
        id,
        dayOfSlot(fromSlot),
        dayOfSlot(toSlot),
      )
      for (const row of rows) {
        const day = dayOf(id, Number(row.day), row)
        if (day !== null) copyDay(series, day, Number(row.day) * slotsPerDay, toSlot)
      }
      putCells(series, id, cells)
      return series
    },

    load: async (slots) => {
      let loaded = 0
      let day = -1
      let batch: { slot: number; entries: readonly HistoryEntry[] }[] = []
      const cellsOf = (entries: readonly HistoryEntry[]) =>
        entries.map((entry) => [idOf(entry), cellFrom(entry)] as const)
      const finishDay = () =>
        write(async (within) => {
          await idsOf(
            within,
            batch.flatMap(({ entries }) => entries),
          )
          await moveBefore(within, (day + 1) * slotsPerDay)
          await putIntoChunks(
            within,
            batch.map(({ slot, entries }) => [slot, new Map(cellsOf(entries))] as const),
          )
        })
      for (const { slotMs, entries } of slots) {
        const slot = slotOf(slotMs)
        if (dayOfSlot(slot) !== day && batch.length > 0) {
          await finishDay()
          batch = []
        }
        day = dayOfSlot(slot)
        batch.push({ slot, entries })
        loaded += entries.length
      }
      // The last day may still go on.
      await write(async (within) => {
        await idsOf(
          within,
          batch.flatMap(({ entries }) => entries),
        )
        for (const { slot, entries } of batch)
          await saveSnap(within, slot, new Map([...(await cellsAt(within, slot)), ...cellsOf(entries)]))
      })
      return loaded
    },

    forgetBefore: (ms) => database.run('DELETE FROM chunk WHERE day < $1', dayOfSlot(slotOf(ms))),
  }
}

const nameOf = (fiat: string, exchange: string): string => `${fiat} ${exchange}`
