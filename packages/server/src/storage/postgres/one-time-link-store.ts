import type { OneTimeLinkStore } from '../../accounts/login-stores.js'
import { readLink } from '../codecs/account-rows.js'
import type { PostgresDatabase } from './database.js'

export const createPostgresOneTimeLinkStore = (database: PostgresDatabase): OneTimeLinkStore => ({
  save: async ({ digest, purpose, accountId, endsAtMs }) =>
    (await database.run(
      `INSERT INTO link (digest, purpose, account_id, ends_at)
       SELECT $1, $2, account_id, $3::bigint FROM login WHERE account_id = $4 FOR KEY SHARE`,
      digest,
      purpose,
      endsAtMs,
      accountId,
    )) > 0,
  find: async (digest, purpose, nowMs) => {
    const row = await database.get(
      'SELECT * FROM link WHERE digest = $1 AND purpose = $2 AND ends_at > $3',
      digest,
      purpose,
      nowMs,
    )
    return row === null ? null : readLink(row)
  },
  redeemLink: async (digest, purpose, nowMs) => {
    const row = await database.get(
      'DELETE FROM link WHERE digest = $1 AND purpose = $2 AND ends_at > $3 RETURNING *',
      digest,
      purpose,
      nowMs,
    )
    return row === null ? null : readLink(row)
  },
  forgetBefore: async (ms) => {
    await database.run('DELETE FROM link WHERE ends_at < $1', ms)
  },
})
