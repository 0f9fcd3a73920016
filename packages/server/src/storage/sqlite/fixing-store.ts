import type { FixingStore } from '../../history/history-stores.js'
import { readFixing, readLastEntry } from '../codecs/fixings.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteFixingStore(database: Database): FixingStore {
  const insert = database.prepare('INSERT INTO fixing (fiat, number, day, content, digest) VALUES (?, ?, ?, ?, ?)')
  const newest = database.prepare(
    `SELECT *, ${checksumMatches('fixing')} AS sound FROM fixing WHERE fiat = ? ORDER BY number DESC LIMIT 1`,
  )
  const within = database.prepare(
    `SELECT *, ${checksumMatches('fixing')} AS sound FROM fixing WHERE fiat = ? AND day >= ? AND day <= ? ORDER BY number`,
  )
  const endOf = (fiat: string) => {
    const row = verifiedOrThrow(database, 'fixing', newest.get(fiat))
    return row === null ? null : readLastEntry(row)
  }
  return {
    appendFixings: async (links, end) =>
      database.transaction(() => {
        const [first] = links
        if (first === undefined || endOf(first.fiat)?.digest !== end?.digest) return false
        for (const { fiat, number, day, content, digest } of links) insert.run(fiat, number, day, content, digest)
        return true
      }),
    lastEntry: async (fiat) => endOf(fiat),
    readFixings: async (fiat, fromDay, toDay) =>
      verifiedRows(database, 'fixing', within.all(fiat, fromDay, toDay)).map(readFixing),
  }
}
