import type { OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import { officialColumns, readOfficialRate } from '../codecs/official-rates.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteOfficialRateStore(database: Database): OfficialRateStore {
  const put = database.prepare(
    `INSERT INTO official_rate (fiat, day, rate, source, bank, read_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (fiat, day) DO UPDATE SET
       rate = excluded.rate, source = excluded.source, bank = excluded.bank, read_at = excluded.read_at`,
  )
  const within = database.prepare(
    `SELECT *, ${checksumMatches('official_rate')} AS sound FROM official_rate
     WHERE fiat = ? AND day >= ? AND day <= ? ORDER BY day`,
  )
  const lastRead = database.prepare('SELECT MAX(read_at) AS read_at FROM official_rate WHERE bank = ?')
  return {
    write: async (rates) => {
      database.transaction(() => {
        for (const rate of rates) put.run(...officialColumns(rate))
      })
    },
    readRates: async (fiat, fromDay, toDay) =>
      verifiedRows(database, 'official_rate', within.all(fiat, fromDay, toDay)).map(readOfficialRate),
    lastReadMs: async (bank) => {
      const readAt = lastRead.get(bank)?.read_at ?? null
      return readAt === null ? null : Number(readAt)
    },
  }
}
