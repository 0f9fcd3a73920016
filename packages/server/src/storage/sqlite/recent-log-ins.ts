import { mostLogIns, type RecentLogIns } from '../../accounts/login-stores.js'
import { readAttempt } from '../codecs/account-rows.js'
import { checksumMatches, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteRecentLogIns(database: Database): RecentLogIns {
  const insert = database.prepare(
    `INSERT INTO recent_log_in (account_id, at, network, succeeded)
     SELECT account_id, ?, ?, ? FROM login WHERE account_id = ? ON CONFLICT DO NOTHING`,
  )
  const trim = database.prepare(
    `DELETE FROM recent_log_in WHERE account_id = ?1 AND succeeded = ?2 AND at <
       (SELECT at FROM recent_log_in WHERE account_id = ?1 AND succeeded = ?2 ORDER BY at DESC LIMIT 1 OFFSET ?3)`,
  )
  const list = database.prepare(
    `SELECT *, ${checksumMatches('recent_log_in')} AS sound FROM recent_log_in WHERE account_id = ?
     ORDER BY at DESC, network, succeeded`,
  )
  const known = database.prepare(
    `SELECT l.email, r.network FROM recent_log_in r JOIN login l ON l.account_id = r.account_id
     WHERE r.succeeded = 1 AND ${checksumMatches('recent_log_in', 'r')} AND ${checksumMatches('login', 'l')}
     GROUP BY l.email, r.network ORDER BY max(r.at) DESC, l.email, r.network LIMIT ?`,
  )
  const forget = database.prepare('DELETE FROM recent_log_in WHERE at < ?')

  return {
    add: async ({ accountId, atMs, network, succeeded }) =>
      database.transaction(() => {
        if (insert.run(atMs, network, Number(succeeded), accountId) === 0) return
        trim.run(accountId, Number(succeeded), mostLogIns - 1)
      }),
    list: async (accountId) => verifiedRows(database, 'recent_log_in', list.all(accountId)).map(readAttempt),
    knownNetworks: async (limit) =>
      known.all(limit).map((row) => ({ email: String(row.email), network: String(row.network) })),
    forgetBefore: async (ms) => {
      forget.run(ms)
    },
  }
}
