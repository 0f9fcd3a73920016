import type { InviteStore } from '../../accounts/login-stores.js'
import { readInvite } from '../codecs/account-rows.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteInviteStore(database: Database): InviteStore {
  const sound = `SELECT *, ${checksumMatches('invite')} AS sound FROM invite`
  const insert = database.prepare(
    'INSERT INTO invite (id, digest, plan, note, created_at, ends_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const find = database.prepare(`${sound} WHERE digest = ? AND used_at IS NULL AND ends_at > ?`)
  const all = database.prepare(`${sound} ORDER BY created_at DESC, id`)
  const remove = database.prepare('DELETE FROM invite WHERE id = ?')
  const forgetBefore = database.prepare('DELETE FROM invite WHERE ends_at < ?')

  return {
    save: async ({ id, digest, plan, note, createdAtMs, endsAtMs, usedAtMs }) => {
      insert.run(id, digest, plan, note, createdAtMs, endsAtMs, usedAtMs)
    },
    find: async (digest, nowMs) => {
      const row = verifiedOrThrow(database, 'invite', find.get(digest, nowMs))
      return row === null ? null : readInvite(row)
    },
    all: async () => verifiedRows(database, 'invite', all.all()).map(readInvite),
    delete: async (id) => remove.run(id) > 0,
    forgetBefore: async (ms) => {
      forgetBefore.run(ms)
    },
  }
}
