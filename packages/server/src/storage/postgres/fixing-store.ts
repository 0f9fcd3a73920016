import type { FixingStore } from '../../history/history-stores.js'
import { readFixing, readLastEntry } from '../codecs/fixings.js'
import type { PostgresDatabase, Statements } from './database.js'

export function createPostgresFixingStore(database: PostgresDatabase): FixingStore {
  const endOf = async (within: Statements, fiat: string) => {
    const row = await within.get('SELECT * FROM fixing WHERE fiat = $1 ORDER BY number DESC LIMIT 1', fiat)
    return row === null ? null : readLastEntry(row)
  }
  return {
    appendFixings: (links, end) =>
      database.transaction(async (within) => {
        await within.lockName('fixings')
        const [first] = links
        if (first === undefined || (await endOf(within, first.fiat))?.digest !== end?.digest) return false
        for (const { fiat, number, day, content, digest } of links)
          await within.run(
            'INSERT INTO fixing (fiat, number, day, content, digest) VALUES ($1, $2, $3, $4, $5)',
            ...[fiat, number, day, content, digest],
          )
        return true
      }),
    lastEntry: (fiat) => endOf(database, fiat),
    readFixings: async (fiat, fromDay, toDay) =>
      (
        await database.all(
          'SELECT * FROM fixing WHERE fiat = $1 AND day >= $2 AND day <= $3 ORDER BY number',
          ...[fiat, fromDay, toDay],
        )
      ).map(readFixing),
  }
}
