import type { OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import { officialColumns, readOfficialRate } from '../codecs/official-rates.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresOfficialRateStore = (database: PostgresDatabase): OfficialRateStore => ({
  write: (rates) =>
    database.transaction(async (within) => {
      // In one order, so that two who write the same days never wait for each other.
      for (const rate of rates.toSorted(byKey))
        await within.run(
          `INSERT INTO official_rate (fiat, day, rate, source, bank, read_at) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (fiat, day) DO UPDATE SET
             rate = excluded.rate, source = excluded.source, bank = excluded.bank, read_at = excluded.read_at`,
          ...officialColumns(rate),
        )
    }),
  readRates: async (fiat, fromDay, toDay) =>
    (
      await database.all(
        'SELECT * FROM official_rate WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY day',
        ...[fiat, fromDay, toDay],
      )
    ).map(readOfficialRate),
  lastReadMs: async (bank) => {
    const row = await database.get('SELECT MAX(read_at) AS read_at FROM official_rate WHERE bank = $1', bank)
    return row === null || row.read_at === null ? null : Number(row.read_at)
  },
})

type Key = { readonly fiat: string; readonly day: string }
const byKey = (one: Key, other: Key): number => (`${one.fiat} ${one.day}` < `${other.fiat} ${other.day}` ? -1 : 1)
