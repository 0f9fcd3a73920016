import type { OneTimeLink, OneTimeLinkStore } from '../../accounts/login-stores.js'
import { readLink } from '../codecs/account-rows.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteOneTimeLinkStore(database: Database): OneTimeLinkStore {
  const insert = database.prepare(
    'INSERT INTO link (digest, purpose, account_id, ends_at) SELECT ?, ?, account_id, ? FROM login WHERE account_id = ?',
  )
  const find = database.prepare(
    `SELECT *, ${checksumMatches('link')} AS sound FROM link WHERE digest = ? AND purpose = ? AND ends_at > ?`,
  )
  const remove = database.prepare('DELETE FROM link WHERE digest = ?')
  const forgetBefore = database.prepare('DELETE FROM link WHERE ends_at < ?')

  const read = (row: SqlRow | null): OneTimeLink | null => {
    const whole = verifiedOrThrow(database, 'link', row)
    return whole === null ? null : readLink(whole)
  }

  return {
    save: async ({ digest, purpose, accountId, endsAtMs }) => insert.run(digest, purpose, endsAtMs, accountId) > 0,
    find: async (digest, purpose, nowMs) => read(find.get(digest, purpose, nowMs)),
    redeemLink: async (digest, purpose, nowMs) =>
      database.transaction(() => {
        const link = read(find.get(digest, purpose, nowMs))
        if (link !== null) remove.run(digest)
        return link
      }),
    forgetBefore: async (ms) => {
      forgetBefore.run(ms)
    },
  }
}
