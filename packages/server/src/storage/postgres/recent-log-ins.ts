import { mostLogIns, type RecentLogIns } from '../../accounts/login-stores.js'
import { readAttempt } from '../codecs/account-rows.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresRecentLogIns = (database: PostgresDatabase): RecentLogIns => ({
  add: ({ accountId, atMs, network, succeeded }) =>
    database.transaction(async (within) => {
      // A deletion of the account waits for this row, or this statement finds no log-in.
      const added = await within.run(
        `INSERT INTO recent_log_in (account_id, at, network, succeeded)
         SELECT account_id, $1, $2, $3 FROM login WHERE account_id = $4 FOR KEY SHARE ON CONFLICT DO NOTHING`,
        atMs,
        network,
        Number(succeeded),
        accountId,
      )
      if (added === 0) return
      await within.run(
        `DELETE FROM recent_log_in WHERE account_id = $1 AND succeeded = $2 AND at <
           (SELECT at FROM recent_log_in WHERE account_id = $1 AND succeeded = $2 ORDER BY at DESC LIMIT 1 OFFSET $3)`,
        accountId,
        Number(succeeded),
        mostLogIns - 1,
      )
    }),
  list: async (accountId) =>
    (
      await database.all(
        'SELECT * FROM recent_log_in WHERE account_id = $1 ORDER BY at DESC, network, succeeded',
        accountId,
      )
    ).map(readAttempt),
  knownNetworks: async (limit) =>
    (
      await database.all(
        `SELECT l.email, r.network FROM recent_log_in r JOIN login l ON l.account_id = r.account_id
         WHERE r.succeeded = 1
         GROUP BY l.email, r.network ORDER BY max(r.at) DESC, l.email, r.network LIMIT $1`,
        limit,
      )
    ).map((row) => ({ email: String(row.email), network: String(row.network) })),
  forgetBefore: async (ms) => {
    await database.run('DELETE FROM recent_log_in WHERE at < $1', ms)
  },
})
