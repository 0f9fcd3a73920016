import { type HourlySnapshotStore, hourMs, hourOf } from '../../history/history-stores.js'
import { readHourlySnapshot } from '../codecs/hourly-snapshots.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteHourlySnapshotStore(database: Database): HourlySnapshotStore {
  const save = database.prepare(
    `INSERT INTO hourly_market (fiat, hour, judged_at, market) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET judged_at = excluded.judged_at, market = excluded.market`,
  )
  const within = database.prepare(
    `SELECT *, ${checksumMatches('hourly_market')} AS sound FROM hourly_market WHERE fiat = ? AND hour >= ? AND hour < ? ORDER BY hour`,
  )
  const forget = database.prepare('DELETE FROM hourly_market WHERE hour < ?')
  return {
    saveHour: async (fiat, { judgedAtMs, compressed }) => {
      save.run(fiat, hourOf(judgedAtMs), judgedAtMs, compressed)
    },
    readHours: async (fiat, fromMs, toMs) =>
      verifiedRows(
        database,
        'hourly_market',
        within.all(fiat, Math.ceil(fromMs / hourMs), Math.ceil(toMs / hourMs)),
      ).map(readHourlySnapshot),
    forgetBefore: async (ms) => forget.run(hourOf(ms)),
  }
}
