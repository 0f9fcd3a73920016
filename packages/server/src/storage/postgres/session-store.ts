import { mostSessions, type SessionStore } from '../../accounts/login-stores.js'
import { readOwner, readSession } from '../codecs/account-rows.js'
import type { PostgresDatabase, Transaction } from './database.js'

export function createPostgresSessionStore(database: PostgresDatabase): SessionStore {
  return {
    createSession: ({ digest, accountId, createdAtMs, usedAtMs, endsAtMs, network }, password) =>
      database.transaction(async (within) => {
        // A change of the password waits for this session, or this one sees the new password. The row is written below:
        // two who only shared it until then would wait for each other.
        const login = await within.get(
          'SELECT 1 FROM login WHERE account_id = $1 AND password = $2 FOR NO KEY UPDATE',
          accountId,
          password,
        )
        if (login === null) return null
        await within.run(
          `INSERT INTO session (digest, account_id, created_at, used_at, ends_at, network)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          ...[digest, accountId, createdAtMs, usedAtMs, endsAtMs, network],
        )
        await noteSeen(within, digest, createdAtMs)
        const ended = await within.all(
          `DELETE FROM session WHERE digest IN
             (SELECT digest FROM session WHERE account_id = $1 ORDER BY created_at DESC, digest DESC OFFSET $2)
           RETURNING *`,
          accountId,
          mostSessions,
        )
        return ended.map((row) => readSession(row).digest)
      }),
    find: async (digest, nowMs) => {
      const row = await database.get(
        `SELECT s.*, a.name, a.plan, a.created_at AS account_created_at, l.is_admin
         FROM session s JOIN login l ON l.account_id = s.account_id JOIN account a ON a.id = s.account_id
         WHERE s.digest = $1 AND s.ends_at > $2`,
        digest,
        nowMs,
      )
      return row === null ? null : { session: readSession(row), account: readOwner(row), isAdmin: row.is_admin === 1 }
    },
    list: async (accountId, nowMs) =>
      (
        await database.all(
          'SELECT * FROM session WHERE account_id = $1 AND ends_at > $2 ORDER BY created_at DESC, digest',
          accountId,
          nowMs,
        )
      ).map(readSession),
    recordUse: (digest, endsAtMs, nowMs) =>
      database.transaction(async (within) => {
        // The log-in first, then its sessions: all who change both come in this order.
        await noteSeen(within, digest, nowMs)
        await within.run(
          'UPDATE session SET ends_at = greatest(ends_at, $1), used_at = greatest(used_at, $2) WHERE digest = $3',
          endsAtMs,
          nowMs,
          digest,
        )
      }),
    end: async (digest) => {
      await database.run('DELETE FROM session WHERE digest = $1', digest)
    },
    endAll: async (accountId, keep) => {
      await database.run('DELETE FROM session WHERE account_id = $1 AND digest <> $2', accountId, keep ?? '')
    },
    forgetBefore: async (ms) => {
      await database.run('DELETE FROM session WHERE ends_at < $1', ms)
    },
  }
}

async function noteSeen(within: Transaction, digest: string, atMs: number): Promise<void> {
  await within.run(
    `UPDATE login SET seen_at = $1
     WHERE account_id = (SELECT account_id FROM session WHERE digest = $2) AND seen_at < $1`,
    atMs,
    digest,
  )
}
