import { type FixingInputs, type FixingSlot, slotOf } from '@p2p-rates/core/internal'
import {
  type FixingEntry,
  type FixingStore,
  type HourlySnapshot,
  type HourlySnapshotStore,
  hourMs,
  hourOf,
  type NewFixingEntry,
  type TrackCount,
  type TrackDay,
  type TrackRecordStore,
} from '../../history/history-stores.js'
import type { OfficialRateStore, RecordedRate } from '../../ingest/central-banks/official-rate-store.js'
import { blob, readJson, type SqlRow } from '../codecs/sql-values.js'
import { readRow, toRow } from '../codecs/table-rows.js'
import { get, insert, lock, rowsOf, run, type Sql, upsert } from '../sql.js'

const fixings = rowsOf<FixingEntry>('fixing')
const fixingInputs = rowsOf('fixing_inputs', (row) => readJson<FixingInputs>(row, 'inputs'))
const fixingSlots = rowsOf('fixing_slot', (row) => readJson<FixingSlot>(row, 'record'))
const officialRates = rowsOf('official_rate', readOfficialRate)
const hourlySnapshots = rowsOf('hourly_market', readHourlySnapshot)
const trackDays = rowsOf('track_record', readTrackDay)

export const createFixingStore = (sql: Sql): FixingStore => ({
  appendFixings: (entries, end) =>
    sql.transaction(function* () {
      yield* lock('fixings')
      const [first] = entries
      if (first === undefined || (yield* lastEntry(first.fiat))?.digest !== end?.digest) return false
      for (const entry of entries) {
        yield* fixings.insert(entry)
        if (entry.inputs !== undefined) yield* insert('fixing_inputs', toRow('fixing_inputs', entry))
      }
      return true
    }),
  lastEntry: (fiat) => sql.query(() => lastEntry(fiat)),
  readFixings: (fiat, fromDay, toDay) =>
    sql.query(() => fixings.list('WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY number', fiat, fromDay, toDay)),
  readInputs: (fiat, number) => sql.query(() => fixingInputs.find('WHERE fiat = $1 AND number = $2', fiat, number)),
  newestInputs: (fiat) => sql.query(() => fixingInputs.find('WHERE fiat = $1 ORDER BY number DESC LIMIT 1', fiat)),
  saveSlots: (fiat, slots) =>
    sql.query(() => {
      const rows = slots.map((slot) => ({ fiat, slot: slotOf(Date.parse(slot.at)), record: JSON.stringify(slot) }))
      return upsert('fixing_slot', rows)
    }),
  readSlots: (fiat, fromMs, toMs) =>
    sql.query(() => {
      const where = 'WHERE fiat = $1 AND slot >= $2 AND slot < $3 ORDER BY slot'
      return fixingSlots.list(where, fiat, slotOf(fromMs), slotOf(toMs))
    }),
  forgetSlotsBefore: (ms) => sql.query(() => run('DELETE FROM fixing_slot WHERE slot < $1', slotOf(ms))),
})

function* lastEntry(fiat: string) {
  const last = yield* fixings.find('WHERE fiat = $1 ORDER BY number DESC LIMIT 1', fiat)
  return last && { number: last.number, digest: last.digest }
}

/** A row of `fixing` joined with its inputs. */
export const readFixingWithInputs = (row: SqlRow): NewFixingEntry => ({
  ...readRow<FixingEntry>('fixing', row),
  ...(typeof row.inputs === 'string' && { inputs: row.inputs }),
})

export const fixingsWithInputs =
  'SELECT fixing.*, inputs FROM fixing LEFT JOIN fixing_inputs USING (fiat, number) ORDER BY fiat, number'

export const createOfficialRateStore = (sql: Sql): OfficialRateStore => ({
  write: (rates) =>
    sql.transaction(function* () {
      // In one order, so that two who write the same days never wait for each other.
      // A rate is kept as the text that JavaScript makes of it: no engine rounds it.
      for (const rate of rates.toSorted(byKey))
        yield* upsert('official_rate', [toRow('official_rate', { ...rate, rate: String(rate.rate) })])
    }),
  readRates: (fiat, fromDay, toDay) =>
    sql.query(() =>
      officialRates.list('WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY day', fiat, fromDay, toDay),
    ),
  lastReadMs: (bank) =>
    sql.query(function* () {
      const row = yield* get('SELECT max(read_at) AS read_at FROM official_rate WHERE bank = $1', bank)
      return row === null || row.read_at === null ? null : Number(row.read_at)
    }),
})

function readOfficialRate(row: SqlRow): RecordedRate {
  const rate = readRow<RecordedRate>('official_rate', row)
  return { ...rate, rate: Number(rate.rate) }
}

type Key = { readonly fiat: string; readonly day: string }
const byKey = (one: Key, other: Key): number => (`${one.fiat} ${one.day}` < `${other.fiat} ${other.day}` ? -1 : 1)

export const createHourlySnapshotStore = (sql: Sql): HourlySnapshotStore => ({
  saveHour: (fiat, { judgedAtMs, compressed }) =>
    sql.query(() =>
      upsert('hourly_market', [{ fiat, hour: hourOf(judgedAtMs), judged_at: judgedAtMs, market: compressed }]),
    ),
  readHours: (fiat, fromMs, toMs) =>
    sql.query(() => {
      const hours = [Math.ceil(fromMs / hourMs), Math.ceil(toMs / hourMs)]
      return hourlySnapshots.list('WHERE fiat = $1 AND hour >= $2 AND hour < $3 ORDER BY hour', fiat, ...hours)
    }),
  forgetBefore: (ms) => sql.query(() => run('DELETE FROM hourly_market WHERE hour < $1', hourOf(ms))),
})

function readHourlySnapshot(row: SqlRow): HourlySnapshot {
  return { judgedAtMs: Number(row.judged_at), compressed: blob(row, 'market') }
}

export const createTrackRecordStore = (sql: Sql): TrackRecordStore => ({
  saveTrackDays: (days) =>
    sql.transaction(function* () {
      for (const { fiat, day, counts } of days.toSorted(byKey))
        yield* upsert('track_record', [{ fiat, day, counts: JSON.stringify(counts.map(packCount)) }])
    }),
  readTrackDays: (fiat, fromDay, toDay) =>
    sql.query(() => {
      const where = 'WHERE day >= $1 AND day <= $2 AND ($3::text IS NULL OR fiat = $3) ORDER BY day, fiat'
      return trackDays.list(where, fromDay, toDay, fiat)
    }),
  forgetBefore: (day) => sql.query(() => run('DELETE FROM track_record WHERE day < $1', day)),
})

/** Without names: three months of all currencies are read at once. */
const packCount = ({ series, confidence, measure, cases, held }: TrackCount) =>
  [series, confidence, measure, cases, held] as const

function readTrackDay(row: SqlRow): TrackDay {
  const counts = readJson<readonly ReturnType<typeof packCount>[]>(row, 'counts')
  return {
    fiat: String(row.fiat),
    day: String(row.day),
    counts: counts.map(([series, confidence, measure, cases, held]) => ({ series, confidence, measure, cases, held })),
  }
}
