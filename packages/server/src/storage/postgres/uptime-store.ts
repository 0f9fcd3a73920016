import { quarterMs, type UptimeStore } from '../../history/history-stores.js'
import { mergeMinute, quarterStartOf } from '../../history/source-status/merge-minute.js'
import { newestMinuteOf, packSources, readQuarter } from '../codecs/uptime.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresUptimeStore = (database: PostgresDatabase): UptimeStore => ({
  add: (minute) =>
    database.transaction(async (within) => {
      await within.lockName('uptime')
      const startMs = quarterStartOf(minute.startMs)
      const row = await within.get('SELECT * FROM uptime WHERE quarter = $1', startMs / quarterMs)
      const { quarter, taken } = mergeMinute(row === null ? { startMs, sources: [] } : readQuarter(row), minute)
      if (taken.length > 0)
        await within.run(
          `INSERT INTO uptime (quarter, sources) VALUES ($1, $2)
           ON CONFLICT (quarter) DO UPDATE SET sources = excluded.sources`,
          startMs / quarterMs,
          packSources(quarter.sources),
        )
      return taken
    }),
  load: (quarters) =>
    database.transaction(async (within) => {
      await within.lockName('uptime')
      let taken = 0
      for (const { startMs, sources } of quarters)
        taken += await within.run(
          'INSERT INTO uptime (quarter, sources) VALUES ($1, $2) ON CONFLICT (quarter) DO NOTHING',
          startMs / quarterMs,
          packSources(sources),
        )
      return taken
    }),
  readQuarters: async (fromMs, toMs) =>
    (
      await database.all(
        'SELECT * FROM uptime WHERE quarter >= $1 AND quarter < $2 ORDER BY quarter',
        Math.ceil(fromMs / quarterMs),
        Math.ceil(toMs / quarterMs),
      )
    ).map(readQuarter),
  newestMs: async () => {
    const row = await database.get('SELECT * FROM uptime ORDER BY quarter DESC LIMIT 1')
    return row === null ? null : newestMinuteOf(readQuarter(row))
  },
  forgetBefore: (ms) => database.run('DELETE FROM uptime WHERE quarter < $1', Math.floor(ms / quarterMs)),
})
