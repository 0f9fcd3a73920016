import { type FixingStore, type HourlySnapshotStore, hourMs, hourOf } from '../../history/history-stores.js'
import type { OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import {
  officialColumns,
  readFixing,
  readHourlySnapshot,
  readLastEntry,
  readOfficialRate,
} from '../codecs/published-prices.js'
import { find, get, insert, list, lock, run, type Sql, type Work } from '../sql.js'

export function createFixingStore(sql: Sql): FixingStore {
  function* lastEntry(fiat: string) {
    const row = yield* find('fixing', 'WHERE fiat = $1 ORDER BY number DESC LIMIT 1', fiat)
    return row === null ? null : readLastEntry(row)
  }
  return {
    appendFixings: (entries, end) =>
      sql.transaction(function* () {
        yield* lock('fixings')
        const [first] = entries
        if (first === undefined || (yield* lastEntry(first.fiat))?.digest !== end?.digest) return false
        for (const { fiat, number, day, content, digest } of entries)
          yield* insert('fixing', { fiat, number, day, content, digest })
        return true
      }),
    lastEntry: (fiat) => sql.query(() => lastEntry(fiat)),
    readFixings: (fiat, fromDay, toDay) =>
      sql.query(function* () {
        const where = 'WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY number'
        return (yield* list('fixing', where, fiat, fromDay, toDay)).map(readFixing)
      }),
  }
}

export const createOfficialRateStore = (sql: Sql): OfficialRateStore => ({
  write: (rates) =>
    sql.transaction(function* () {
      // In one order, so that two who write the same days never wait for each other.
      for (const rate of rates.toSorted(byKey))
        yield* run(
          `INSERT INTO official_rate (fiat, day, rate, source, bank, read_at) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (fiat, day) DO UPDATE SET
             rate = excluded.rate, source = excluded.source, bank = excluded.bank, read_at = excluded.read_at`,
          ...officialColumns(rate),
        )
    }),
  readRates: (fiat, fromDay, toDay) =>
    sql.query(function* () {
      const where = 'WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY day'
      return (yield* list('official_rate', where, fiat, fromDay, toDay)).map(readOfficialRate)
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
    sql.query(function* (): Work<void> {
      yield* run(
        `INSERT INTO hourly_market (fiat, hour, judged_at, market) VALUES ($1, $2, $3, $4)
         ON CONFLICT (fiat, hour) DO UPDATE SET judged_at = excluded.judged_at, market = excluded.market`,
        ...[fiat, hourOf(judgedAtMs), judgedAtMs, compressed],
      )
    }),
  readHours: (fiat, fromMs, toMs) =>
    sql.query(function* () {
      const hours = [Math.ceil(fromMs / hourMs), Math.ceil(toMs / hourMs)]
      const where = 'WHERE fiat = $1 AND hour >= $2 AND hour < $3 ORDER BY hour'
      return (yield* list('hourly_market', where, fiat, ...hours)).map(readHourlySnapshot)
    }),
  forgetBefore: (ms) => sql.query(() => run('DELETE FROM hourly_market WHERE hour < $1', hourOf(ms))),
})
