import type { FixingStore } from '../../fixings/fixing-store.js'
import { readChainEnd, readFixing } from '../rows/fixings.js'
import { isSound, soundOnly, soundOrThrow } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteFixingStore(database: Database): FixingStore {
  const insert = database.prepare('INSERT INTO fixing (fiat, number, day, content, digest) VALUES (?, ?, ?, ?, ?)')
  const newest = database.prepare(
    `SELECT *, ${isSound('fixing')} AS sound FROM fixing WHERE fiat = ? ORDER BY number DESC LIMIT 1`,
  )
  const within = database.prepare(
    `SELECT *, ${isSound('fixing')} AS sound FROM fixing WHERE fiat = ? AND day >= ? AND day <= ? ORDER BY number`,
  )
  const endOf = (fiat: string) => {
    const row = soundOrThrow(database, 'fixing', newest.get(fiat))
    return row === null ? null : readChainEnd(row)
  }
  return {
    append: async (links, end) =>
      database.transaction(() => {
        const [first] = links
        if (first === undefined || endOf(first.fiat)?.digest !== end?.digest) return false
        for (const { fiat, number, day, content, digest } of links) insert.run(fiat, number, day, content, digest)
        return true
      }),
    end: async (fiat) => endOf(fiat),
    read: async (fiat, fromDay, toDay) =>
      soundOnly(database, 'fixing', within.all(fiat, fromDay, toDay)).map(readFixing),
  }
}
