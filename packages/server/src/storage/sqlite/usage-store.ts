import type { MonthTotal, UsageStore } from '../../accounts/usage/usage-store.js'
import { monthIndex } from '../../base/time/calendar.js'
import { readMonthTotal, readUsageRow } from '../codecs/usage.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteUsageStore(database: Database): UsageStore {
  const addMonth = database.prepare(
    `INSERT INTO usage_month (account_id, month, counted) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET counted = counted + excluded.counted RETURNING account_id, month, counted`,
  )
  const addDay = database.prepare(
    `INSERT INTO usage_day (account_id, day, key_id, endpoint, requests, counted, errors, limited)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, counted = counted + excluded.counted,
       errors = errors + excluded.errors, limited = limited + excluded.limited`,
  )
  const byMonth = database.prepare(
    `SELECT *, ${checksumMatches('usage_month')} AS sound FROM usage_month WHERE account_id = ?`,
  )
  const perDay = database.prepare(
    `SELECT *, ${checksumMatches('usage_day')} AS sound FROM usage_day
     WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day, key_id, endpoint`,
  )
  const forget = database.prepare('DELETE FROM usage_day WHERE day < ?')
  const markUse = database.prepare(
    `INSERT INTO key_use (key_id, account_id, used_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET used_at = excluded.used_at WHERE excluded.used_at > used_at`,
  )
  const uses = `SELECT *, ${checksumMatches('key_use')} AS sound FROM key_use`
  const allUses = database.prepare(uses)
  const usesOf = database.prepare(`${uses} WHERE account_id = ?`)

  return {
    lastUses: async (accountId) => {
      const rows = accountId === null ? allUses.all() : usesOf.all(accountId)
      return new Map(verifiedRows(database, 'key_use', rows).map((row) => [String(row.key_id), Number(row.used_at)]))
    },
    add: async (deltas) =>
      database.transaction(() => {
        const grown = new Map<string, MonthTotal>()
        for (const { accountId, day, keyId, endpoint, requests, counted, errors, limited, lastAtMs } of deltas) {
          addDay.run(accountId, day, keyId, endpoint, requests, counted, errors, limited)
          // Most often it is the same minute still, and nothing is written.
          markUse.run(keyId, accountId, lastAtMs - (lastAtMs % minuteMs))
          const row = counted > 0 ? addMonth.get(accountId, monthIndex(day), counted) : null
          if (row !== null) grown.set(`${accountId} ${row.month}`, readMonthTotal(row))
        }
        return [...grown.values()]
      }),
    countedByMonth: async (accountId) =>
      verifiedRows(database, 'usage_month', byMonth.all(accountId)).map(
        (row) => [Number(row.month), Number(row.counted)] as const,
      ),
    perDay: async (accountId, fromDay, toDay) =>
      verifiedRows(database, 'usage_day', perDay.all(accountId, fromDay, toDay)).map(readUsageRow),
    forgetBefore: async (day) => forget.run(day),
  }
}

const minuteMs = 60_000
