import { createSeries, type Series, slotOf, slotStartMs } from '@p2p-rates/core/internal'
import type { HistoryEntry, HistoryStore, SeriesKey } from '../history/history-stores.js'
import {
  type Cell,
  cellBytes,
  cellFrom,
  chunkIdOf,
  type Day,
  dayOfSlot,
  decodeDay,
  decodeSnap,
  emptyDay,
  encodeDay,
  encodeSnap,
  readCell,
  slotsPerDay,
} from './codecs/history-codec.js'
import { blob, type SqlRow } from './codecs/sql-values.js'
import { all, get, lock, rowsOf, run, type Sql, upsert, type Work } from './sql.js'

/**
 * Price points of the history, on both engines. A slot of 5 minutes is one row of `snap` with all series at first.
 * Twice a day, older slots move into `chunk`, with one row per series and day. So a write is one row with one sync, and
 * a month of one series is read in some 30 rows.
 */

export type HistoryEngine = {
  readonly sql: Sql
  readonly statements: HistoryStatements
  readonly reportDamage: (what: string) => void
}

export type HistoryStatements = {
  /** A statement whose `data_version` changes as soon as another process has written; null if the engine has none. */
  readonly dataVersion: string | null
  /** Slots with their cells, both ends included, as one value: a row for each would cost five times as much. */
  cellsBetween(series: number, fromSlot: number, toSlot: number): Work<Uint8Array>
  /** Rows of day and data, by day. Both days are included. */
  chunksBetween(series: number, fromDay: number, toDay: number): Work<readonly SqlRow[]>
  saveChunks(
    chunks: readonly { readonly series: number; readonly day: number; readonly data: Uint8Array }[],
  ): Work<void>
  oldestChunkDay(series: number): Work<number | null>
  oldestDay(): Work<number | null>
  dropChunksBefore(day: number): Work<number>
}

/** Ids of known series. They never change, but other servers may have added more meanwhile. */
export type SeriesIds = Map<string, number>

type HistoryState = HistoryEngine & {
  seenVersion: SqlRow[string] | null
  readonly ids: SeriesIds
  /** The newest slot, so that the currencies of a cycle needn't decode each other's; `oldest` is outside the chunks. */
  current: { readonly slot: number; readonly oldest: number; readonly cells: ReadonlyMap<number, Cell> } | null
}

export function createHistoryStore(
  engine: HistoryEngine,
  ids: SeriesIds = new Map(),
): HistoryStore & { forgetCaches(): void } {
  const state: HistoryState = { ...engine, ids, current: null, seenVersion: null }
  const { sql, statements } = engine
  return {
    /** After the tables were replaced. */
    forgetCaches: () => forgetCaches(state),
    newestMs: () =>
      sql.query(function* () {
        const slot = numberOrNull(yield* get('SELECT max(slot) AS number FROM snap'))
        return slot === null ? null : slotStartMs(slot)
      }),
    oldestDayMs: (of) =>
      read(state, function* () {
        const day = yield* of === undefined ? statements.oldestDay() : oldestDayOf(state, of)
        return day === null ? null : slotStartMs(day * slotsPerDay)
      }),
    append: (slotMs, entries) => append(state, slotOf(slotMs), entries),
    readSeries: (key, fromMs, toMs) => {
      const fromSlot = Math.ceil(fromMs / slotStartMs(1))
      const toSlot = Math.ceil(toMs / slotStartMs(1)) - 1
      return read(state, () => readSeries(state, key, fromSlot, toSlot))
    },
    load: (slots) => load(state, slots),
    forgetBefore: (ms) => sql.query(() => statements.dropChunksBefore(dayOfSlot(slotOf(ms)))),
  }
}

export const numberOrNull = (row: SqlRow | null): number | null => (typeof row?.number === 'number' ? row.number : null)

function forgetCaches(state: HistoryState): void {
  state.current = null
  state.ids.clear()
}

const read = <Result>(state: HistoryState, work: () => Work<Result>): Promise<Result> =>
  state.sql.query(function* () {
    yield* noticeOtherWriters(state)
    return yield* work()
  })

/** Excludes other writes. Drops the caches after a failure, because the series that it added were rolled back. */
async function write<Result>(state: HistoryState, work: () => Work<Result>): Promise<Result> {
  let attempts = 0
  try {
    return await state.sql.transaction(function* () {
      yield* lock('history')
      yield* noticeOtherWriters(state)
      attempts += 1
      if (attempts > 1) forgetCaches(state)
      return yield* work()
    })
  } catch (error) {
    forgetCaches(state)
    throw error
  }
}

function* noticeOtherWriters(state: HistoryState): Work<void> {
  const { dataVersion } = state.statements
  if (dataVersion === null) return
  const version = (yield* get(dataVersion))?.data_version ?? null
  if (version !== state.seenVersion) forgetCaches(state)
  state.seenVersion = version
}

const storedSeries = rowsOf<SeriesKey & { readonly id: number }>('series')

const nameOf = ({ fiat, exchange }: SeriesKey): string => `${fiat} ${exchange}`

const idOf = (state: HistoryState, key: SeriesKey): number => state.ids.get(nameOf(key)) ?? 0

function* learnIds(state: HistoryState): Work<void> {
  for (const series of yield* storedSeries.list('')) state.ids.set(nameOf(series), series.id)
}

function* knownId(state: HistoryState, key: SeriesKey): Work<number | undefined> {
  if (!state.ids.has(nameOf(key))) yield* learnIds(state)
  return state.ids.get(nameOf(key))
}

/** Adds the missing series of these entries. */
function* addSeries(state: HistoryState, entries: readonly SeriesKey[]): Work<void> {
  if (entries.every((entry) => idOf(state, entry) !== 0)) return
  yield* learnIds(state)
  const missing = new Map(entries.map(({ fiat, exchange }) => [nameOf({ fiat, exchange }), { fiat, exchange }]))
  for (const name of state.ids.keys()) missing.delete(name)
  if (missing.size === 0) return
  yield* upsert('series', [...missing.values()])
  yield* learnIds(state)
}

const append = (
  state: HistoryState,
  slot: number,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> =>
  write(state, function* () {
    yield* addSeries(state, entries)
    const { newest, oldest, cells } = yield* standingAt(state, slot)
    const isClosed = slot < newest
    const taken = isClosed ? yield* freeOf(state, slot, cells, entries) : entries
    for (const entry of taken) cells.set(idOf(state, entry), cellFrom(entry))
    const moveUpTo = slot - (slot % slotsPerMove)
    if (oldest < moveUpTo) yield* moveBefore(state, moveUpTo)
    if (taken.length > 0) yield* saveSnap(slot, cells)
    // An engine that can't tell of other writers has no cache. If the commit fails, `write` drops it.
    if (!isClosed && state.statements.dataVersion !== null)
      state.current = { slot, oldest: Math.max(oldest, moveUpTo), cells }
    return taken
  })

type Standing = { readonly newest: number; readonly oldest: number; readonly cells: Map<number, Cell> }

/** Newest and oldest slot outside the chunks, and the cells of this one. Every publication waits for it. */
function* standingAt(state: HistoryState, slot: number): Work<Standing> {
  const { current } = state
  if (current !== null && slot >= current.slot)
    return { newest: current.slot, oldest: current.oldest, cells: new Map(slot === current.slot ? current.cells : []) }
  const row = yield* get(
    `SELECT (SELECT max(slot) FROM snap) AS newest, (SELECT min(slot) FROM snap) AS oldest,
       (SELECT data FROM snap WHERE slot = $1) AS data`,
    slot,
  )
  return {
    newest: Number(row?.newest ?? 0),
    oldest: Number(row?.oldest ?? slot),
    cells: cellsOfSnap(state, slot, row?.data ?? null),
  }
}

const saveSnap = (slot: number, cells: ReadonlyMap<number, Cell>): Work<number> =>
  run(
    'INSERT INTO snap (slot, data) VALUES ($1, $2) ON CONFLICT (slot) DO UPDATE SET data = excluded.data',
    slot,
    encodeSnap(slot, cells),
  )

/** Slots move into chunks twice a day: rarely enough for writing, often enough for reading. */
const slotsPerMove = slotsPerDay / 2

/** Entries without a recorded value: older slots accept no others, so that a clock set back changes no served price. */
function* freeOf(
  state: HistoryState,
  slot: number,
  cells: ReadonlyMap<number, Cell>,
  entries: readonly HistoryEntry[],
): Work<readonly HistoryEntry[]> {
  const free: HistoryEntry[] = []
  for (const entry of entries) {
    const id = idOf(state, entry)
    if (cells.has(id)) continue
    const day = yield* chunkAt(state, id, dayOfSlot(slot))
    const at = slot % slotsPerDay
    if (day === null || (day.buy[at] === 0 && day.sell[at] === 0)) free.push(entry)
  }
  return free
}

function* moveBefore(state: HistoryState, slot: number): Work<void> {
  const rows = yield* all('SELECT slot, data FROM snap WHERE slot < $1 ORDER BY slot', slot)
  if (rows.length === 0) return
  const slots = rows.map(({ slot, data }) => [Number(slot), cellsOfSnap(state, Number(slot), data ?? null)] as const)
  yield* putIntoChunks(state, slots)
  yield* run('DELETE FROM snap WHERE slot < $1', slot)
}

function* putIntoChunks(
  state: HistoryState,
  slots: Iterable<readonly [slot: number, cells: Iterable<readonly [series: number, cell: Cell]>]>,
): Work<void> {
  const open = new Map<string, { readonly series: number; readonly day: number; readonly columns: Day }>()
  for (const [slot, cells] of slots)
    for (const [series, cell] of cells) {
      const day = dayOfSlot(slot)
      let chunk = open.get(`${series} ${day}`)
      if (chunk === undefined) {
        chunk = { series, day, columns: (yield* chunkAt(state, series, day)) ?? emptyDay() }
        open.set(`${series} ${day}`, chunk)
      }
      putCell(chunk.columns, slot % slotsPerDay, cell)
    }
  const chunks = [...open.values()].map(({ series, day, columns }) => ({
    series,
    day,
    data: encodeDay(chunkIdOf(series, day), columns),
  }))
  if (chunks.length > 0) yield* state.statements.saveChunks(chunks)
}

function* readSeries(state: HistoryState, key: SeriesKey, fromSlot: number, toSlot: number): Work<Series> {
  const slots = Math.max(0, toSlot - fromSlot + 1)
  const series = { ...createSeries(slots), firstSlot: fromSlot, length: slots }
  const id = yield* knownId(state, key)
  if (id === undefined || slots === 0) return series
  // Read cells before chunks. A cell that moves meanwhile is found twice; in the reverse order it would be missed.
  const cells = yield* state.statements.cellsBetween(id, fromSlot, toSlot)
  for (const row of yield* state.statements.chunksBetween(id, dayOfSlot(fromSlot), dayOfSlot(toSlot))) {
    const day = dayOf(state, id, row)
    if (day !== null) copyDay(series, day, Number(row.day) * slotsPerDay, toSlot)
  }
  for (const { slot, cell } of cellsIn(cells, id))
    if (cell === 'damaged') reportCell(state, slot, id)
    else putCell(series, slot - fromSlot, cell)
  return series
}

function* oldestDayOf(state: HistoryState, key: SeriesKey): Work<number | null> {
  const id = yield* knownId(state, key)
  if (id === undefined) return null
  // Cells before chunks, as above.
  const cells = yield* state.statements.cellsBetween(id, 0, 0x7fffffff)
  let oldest = (yield* state.statements.oldestChunkDay(id)) ?? Number.POSITIVE_INFINITY
  for (const { slot, cell } of cellsIn(cells, id)) if (cell !== 'damaged') oldest = Math.min(oldest, dayOfSlot(slot))
  return Number.isFinite(oldest) ? oldest : null
}

type LoadedSlot = { readonly slot: number; readonly entries: readonly HistoryEntry[] }

/** Writes whole days straight into chunks. The last day stays in slots, because it may still go on. */
async function load(
  state: HistoryState,
  slots: Iterable<{ readonly slotMs: number; readonly entries: readonly HistoryEntry[] }>,
): Promise<number> {
  let loaded = 0
  let day = -1
  let batch: LoadedSlot[] = []
  for (const { slotMs, entries } of slots) {
    const slot = slotOf(slotMs)
    if (dayOfSlot(slot) !== day && batch.length > 0) {
      await write(state, () => loadDay(state, day, batch))
      batch = []
    }
    day = dayOfSlot(slot)
    batch.push({ slot, entries })
    loaded += entries.length
  }
  await write(state, () => loadSlots(state, batch))
  return loaded
}

function* loadDay(state: HistoryState, day: number, batch: readonly LoadedSlot[]): Work<void> {
  yield* addSeries(
    state,
    batch.flatMap(({ entries }) => entries),
  )
  yield* moveBefore(state, (day + 1) * slotsPerDay)
  const slots = batch.map(({ slot, entries }) => [slot, cellsOf(state, entries)] as const)
  yield* putIntoChunks(state, slots)
}

function* loadSlots(state: HistoryState, batch: readonly LoadedSlot[]): Work<void> {
  state.current = null
  yield* addSeries(
    state,
    batch.flatMap(({ entries }) => entries),
  )
  for (const { slot, entries } of batch) {
    const { cells } = yield* standingAt(state, slot)
    for (const [id, cell] of cellsOf(state, entries)) cells.set(id, cell)
    yield* saveSnap(slot, cells)
  }
}

const cellsOf = (state: HistoryState, entries: readonly HistoryEntry[]): ReadonlyMap<number, Cell> =>
  new Map(entries.map((entry) => [idOf(state, entry), cellFrom(entry)]))

function cellsOfSnap(state: HistoryState, slot: number, data: SqlRow[string]): Map<number, Cell> {
  if (data === null) return new Map()
  try {
    const { cells, damaged } = decodeSnap(slot, blob({ data }, 'data'))
    for (const series of damaged) reportCell(state, slot, series)
    return cells
  } catch {
    state.reportDamage(`slot ${momentOf(slot)} of history`)
    return new Map()
  }
}

function* chunkAt(state: HistoryState, series: number, day: number): Work<Day | null> {
  const [row] = yield* state.statements.chunksBetween(series, day, day)
  return row === undefined ? null : dayOf(state, series, row)
}

function dayOf(state: HistoryState, series: number, row: SqlRow): Day | null {
  const day = Number(row.day)
  try {
    return decodeDay(chunkIdOf(series, day), blob(row, 'data'))
  } catch {
    state.reportDamage(`day ${momentOf(day * slotsPerDay).slice(0, 10)} of history (series ${series})`)
    return null
  }
}

const reportCell = ({ reportDamage }: HistoryState, slot: number, series: number): void =>
  reportDamage(`slot ${momentOf(slot)} of history (series ${series})`)

const momentOf = (slot: number): string => new Date(slotStartMs(slot)).toISOString()

function* cellsIn(
  bytes: Uint8Array,
  series: number,
): Generator<{ readonly slot: number; readonly cell: Cell | 'damaged' }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; at += 4 + cellBytes) {
    const slot = view.getUint32(at)
    const cell = readCell(view, at + 4, { slot, series })
    if (cell !== null) yield { slot, cell }
  }
}

function putCell(columns: Day, index: number, cell: Cell): void {
  columns.buy[index] = cell.buy
  columns.sell[index] = cell.sell
  columns.buyAds[index] = cell.buyAds
  columns.sellAds[index] = cell.sellAds
}

function copyDay(series: Series, day: Day, dayStart: number, toSlot: number): void {
  const from = Math.max(dayStart, series.firstSlot)
  const to = Math.min(dayStart + slotsPerDay, toSlot + 1)
  if (to <= from) return
  for (const column of ['buy', 'sell', 'buyAds', 'sellAds'] as const)
    series[column].set(day[column].subarray(from - dayStart, to - dayStart), from - series.firstSlot)
}
