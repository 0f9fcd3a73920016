import type { InviteStore } from '../../accounts/login-stores.js'
import { readInvite } from '../codecs/account-rows.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresInviteStore = (database: PostgresDatabase): InviteStore => ({
  save: async ({ id, digest, plan, note, createdAtMs, endsAtMs, usedAtMs }) => {
    await database.run(
      'INSERT INTO invite (id, digest, plan, note, created_at, ends_at, used_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      id,
      digest,
      plan,
      note,
      createdAtMs,
      endsAtMs,
      usedAtMs,
    )
  },
  find: async (digest, nowMs) => {
    const row = await database.get(
      'SELECT * FROM invite WHERE digest = $1 AND used_at IS NULL AND ends_at > $2',
      digest,
      nowMs,
    )
    return row === null ? null : readInvite(row)
  },
  all: async () => (await database.all('SELECT * FROM invite ORDER BY created_at DESC, id')).map(readInvite),
  delete: async (id) => (await database.run('DELETE FROM invite WHERE id = $1', id)) > 0,
  forgetBefore: async (ms) => {
    await database.run('DELETE FROM invite WHERE ends_at < $1', ms)
  },
})
