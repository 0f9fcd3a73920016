import { mostSessions, type SessionStore } from '../../accounts/login-stores.js'
import { readOwner, readSession } from '../codecs/account-rows.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteSessionStore(database: Database): SessionStore {
  const insert = database.prepare(
    `INSERT INTO session (digest, account_id, created_at, used_at, ends_at, network)
     SELECT ?, account_id, ?, ?, ?, ? FROM login WHERE account_id = ? AND password = ?`,
  )
  const find = database.prepare(
    `SELECT s.*, a.name, a.plan, a.created_at AS account_created_at, l.is_admin,
       ${checksumMatches('session', 's')} AND ${checksumMatches('account', 'a')} AND ${checksumMatches('login', 'l')} AS sound
     FROM session s JOIN login l ON l.account_id = s.account_id JOIN account a ON a.id = s.account_id
     WHERE s.digest = ? AND s.ends_at > ?`,
  )
  const list = database.prepare(
    `SELECT *, ${checksumMatches('session')} AS sound FROM session WHERE account_id = ? AND ends_at > ?
     ORDER BY created_at DESC, digest`,
  )
  const noteUse = database.prepare(
    'UPDATE session SET ends_at = max(ends_at, ?), used_at = max(used_at, ?) WHERE digest = ?',
  )
  const end = database.prepare('DELETE FROM session WHERE digest = ?')
  const endAll = database.prepare('DELETE FROM session WHERE account_id = ? AND digest <> ?')
  const endOldest = database.prepare(
    `DELETE FROM session WHERE digest IN
       (SELECT digest FROM session WHERE account_id = ? ORDER BY created_at DESC, digest DESC LIMIT -1 OFFSET ?)
     RETURNING *`,
  )
  const forgetBefore = database.prepare('DELETE FROM session WHERE ends_at < ?')

  const noteSeen = database.prepare(
    'UPDATE login SET seen_at = ? WHERE account_id = (SELECT account_id FROM session WHERE digest = ?) AND seen_at < ?',
  )

  return {
    createSession: async ({ digest, accountId, createdAtMs, usedAtMs, endsAtMs, network }, password) =>
      database.transaction(() => {
        if (insert.run(digest, createdAtMs, usedAtMs, endsAtMs, network, accountId, password) === 0) return null
        noteSeen.run(createdAtMs, digest, createdAtMs)
        return endOldest.all(accountId, mostSessions).map((row) => readSession(row).digest)
      }),
    find: async (digest, nowMs) => {
      const row = verifiedOrThrow(database, 'session', find.get(digest, nowMs))
      if (row === null) return null
      return { session: readSession(row), account: readOwner(row), isAdmin: row.is_admin === 1 }
    },
    list: async (accountId, nowMs) => verifiedRows(database, 'session', list.all(accountId, nowMs)).map(readSession),
    recordUse: async (digest, endsAtMs, nowMs) =>
      database.transaction(() => {
        noteUse.run(endsAtMs, nowMs, digest)
        noteSeen.run(nowMs, digest, nowMs)
      }),
    end: async (digest) => {
      end.run(digest)
    },
    endAll: async (accountId, keep) => {
      endAll.run(accountId, keep ?? '')
    },
    forgetBefore: async (ms) => {
      forgetBefore.run(ms)
    },
  }
}
