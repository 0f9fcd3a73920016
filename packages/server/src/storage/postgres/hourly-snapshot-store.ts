import { type HourlySnapshotStore, hourMs, hourOf } from '../../history/history-stores.js'
import { readHourlySnapshot } from '../codecs/hourly-snapshots.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresHourlySnapshotStore = (database: PostgresDatabase): HourlySnapshotStore => ({
  saveHour: async (fiat, { judgedAtMs, compressed }) => {
    await database.run(
      `INSERT INTO hourly_market (fiat, hour, judged_at, market) VALUES ($1, $2, $3, $4)
       ON CONFLICT (fiat, hour) DO UPDATE SET judged_at = excluded.judged_at, market = excluded.market`,
      ...[fiat, hourOf(judgedAtMs), judgedAtMs, compressed],
    )
  },
  readHours: async (fiat, fromMs, toMs) =>
    (
      await database.all(
        'SELECT * FROM hourly_market WHERE fiat = $1 AND hour >= $2 AND hour < $3 ORDER BY hour',
        ...[fiat, Math.ceil(fromMs / hourMs), Math.ceil(toMs / hourMs)],
      )
    ).map(readHourlySnapshot),
  forgetBefore: (ms) => database.run('DELETE FROM hourly_market WHERE hour < $1', hourOf(ms)),
})
