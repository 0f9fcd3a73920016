import { type FixingInputs, type FixingSlot, slotOf } from '@p2p-rates/core/internal'
import {
  type FixingEntry,
  type FixingStore,
  type HourlySnapshot,
  type HourlySnapshotStore,
  hourMs,
  hourOf,
  type LastEntry,
  type NewFixingEntry,
  type TrackCount,
  type TrackDay,
  type TrackRecordStore,
} from '../../history/history-stores.js'
import type { OfficialRateStore, RecordedRate } from '../../ingest/central-banks/official-rate-store.js'
import { blob, readJson, type SqlRow } from '../codecs/sql-values.js'
import { find, get, insert, list, lock, readEach, readFirst, run, type Sql, type SqlParameter, upsert } from '../sql.js'

export const createFixingStore = (sql: Sql): FixingStore => ({
  appendFixings: (entries, end) =>
    sql.transaction(function* () {
      yield* lock('fixings')
      const [first] = entries
      if (first === undefined || (yield* lastEntry(first.fiat))?.digest !== end?.digest) return false
      for (const { fiat, number, day, content, digest, inputs } of entries) {
        yield* insert('fixing', { fiat, number, day, content, digest })
        if (inputs !== undefined) yield* insert('fixing_inputs', { fiat, number, inputs })
      }
      return true
    }),
  lastEntry: (fiat) => sql.query(() => lastEntry(fiat)),
  readFixings: (fiat, fromDay, toDay) =>
    sql.query(() => {
      const where = 'WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY number'
      return readEach(list('fixing', where, fiat, fromDay, toDay), readFixing)
    }),
  readInputs: (fiat, number) => sql.query(() => readInputs('WHERE fiat = $1 AND number = $2', fiat, number)),
  newestInputs: (fiat) => sql.query(() => readInputs('WHERE fiat = $1 ORDER BY number DESC LIMIT 1', fiat)),
  saveSlots: (fiat, slots) =>
    sql.query(() => {
      const rows = slots.map((slot) => ({ fiat, slot: slotOf(Date.parse(slot.at)), record: JSON.stringify(slot) }))
      return upsert('fixing_slot', rows)
    }),
  readSlots: (fiat, fromMs, toMs) =>
    sql.query(() => {
      const where = 'WHERE fiat = $1 AND slot >= $2 AND slot < $3 ORDER BY slot'
      const rows = list('fixing_slot', where, fiat, slotOf(fromMs), slotOf(toMs))
      return readEach(rows, (row) => readJson<FixingSlot>(row, 'record'))
    }),
  forgetSlotsBefore: (ms) => sql.query(() => run('DELETE FROM fixing_slot WHERE slot < $1', slotOf(ms))),
})

const lastEntry = (fiat: string) =>
  readFirst(find('fixing', 'WHERE fiat = $1 ORDER BY number DESC LIMIT 1', fiat), readLastEntry)

const readInputs = (where: string, ...values: readonly SqlParameter[]) =>
  readFirst(find('fixing_inputs', where, ...values), (row) => readJson<FixingInputs>(row, 'inputs'))

export const createOfficialRateStore = (sql: Sql): OfficialRateStore => ({
  write: (rates) =>
    sql.transaction(function* () {
      // In one order, so that two who write the same days never wait for each other.
      for (const rate of rates.toSorted(byKey)) yield* upsert('official_rate', [officialColumns(rate)])
    }),
  readRates: (fiat, fromDay, toDay) =>
    sql.query(() => {
      const where = 'WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY day'
      return readEach(list('official_rate', where, fiat, fromDay, toDay), readOfficialRate)
    }),
  lastReadMs: (bank) =>
    sql.query(function* () {
      const row = yield* get('SELECT max(read_at) AS read_at FROM official_rate WHERE bank = $1', bank)
      return row === null || row.read_at === null ? null : Number(row.read_at)
    }),
})

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
      const where = 'WHERE fiat = $1 AND hour >= $2 AND hour < $3 ORDER BY hour'
      return readEach(list('hourly_market', where, fiat, ...hours), readHourlySnapshot)
    }),
  forgetBefore: (ms) => sql.query(() => run('DELETE FROM hourly_market WHERE hour < $1', hourOf(ms))),
})

export const createTrackRecordStore = (sql: Sql): TrackRecordStore => ({
  saveTrackDays: (days) =>
    sql.transaction(function* () {
      for (const { fiat, day, counts } of days.toSorted(byKey))
        yield* upsert('track_record', [{ fiat, day, counts: JSON.stringify(counts.map(packCount)) }])
    }),
  readTrackDays: (fiat, fromDay, toDay) =>
    sql.query(() => {
      const where = 'WHERE day >= $1 AND day <= $2'
      const rows =
        fiat === null
          ? list('track_record', `${where} ORDER BY day, fiat`, fromDay, toDay)
          : list('track_record', `${where} AND fiat = $3 ORDER BY day`, fromDay, toDay, fiat)
      return readEach(rows, readTrackDay)
    }),
  forgetBefore: (day) => sql.query(() => run('DELETE FROM track_record WHERE day < $1', day)),
})

/** Without names: three months of all currencies are read at once. */
type PackedCount = readonly [
  TrackCount['series'],
  TrackCount['confidence'],
  TrackCount['measure'],
  cases: number,
  held: number,
]

const packCount = ({ series, confidence, measure, cases, held }: TrackCount): PackedCount => [
  series,
  confidence,
  measure,
  cases,
  held,
]

const unpackCount = ([series, confidence, measure, cases, held]: PackedCount): TrackCount => ({
  ...{ series, confidence, measure, cases, held },
})

const readTrackDay = (row: SqlRow): TrackDay => ({
  fiat: String(row.fiat),
  day: String(row.day),
  counts: readJson<readonly PackedCount[]>(row, 'counts').map(unpackCount),
})

const readFixing = (row: SqlRow): FixingEntry => ({
  fiat: String(row.fiat),
  number: Number(row.number),
  day: String(row.day),
  content: String(row.content),
  digest: String(row.digest),
})

/** A row of `fixing` joined with its inputs. */
export const readFixingWithInputs = (row: SqlRow): NewFixingEntry => ({
  ...readFixing(row),
  ...(typeof row.inputs === 'string' && { inputs: row.inputs }),
})

export const fixingsWithInputs =
  'SELECT fixing.*, inputs FROM fixing LEFT JOIN fixing_inputs USING (fiat, number) ORDER BY fiat, number'

const readLastEntry = (row: SqlRow): LastEntry => ({ number: Number(row.number), digest: String(row.digest) })

const readHourlySnapshot = (row: SqlRow): HourlySnapshot => ({
  judgedAtMs: Number(row.judged_at),
  compressed: blob(row, 'market'),
})

/** A rate is kept as the text that JavaScript makes of it: no engine rounds it. */
const officialColumns = ({ fiat, day, rate, source, bank, readAtMs }: RecordedRate) => ({
  ...{ fiat, day, rate: String(rate), source, bank, read_at: readAtMs },
})

const readOfficialRate = (row: SqlRow): RecordedRate => ({
  fiat: String(row.fiat),
  day: String(row.day),
  rate: Number(row.rate),
  source: String(row.source),
  bank: String(row.bank),
  readAtMs: Number(row.read_at),
})
