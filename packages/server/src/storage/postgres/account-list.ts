import type { AccountList } from '../../accounts/account-and-key-store.js'
import { readListed } from '../codecs/account-rows.js'
import { foldCase } from '../codecs/fold-case.js'
import type { PostgresDatabase } from './database.js'

const listed = `
  SELECT a.*, l.email, l.is_admin, l.seen_at,
    (SELECT count(*) FROM api_key k WHERE k.account_id = a.id AND k.revoked_at IS NULL) AS live_keys,
    (SELECT counted FROM usage_month m WHERE m.account_id = a.id AND m.month = $1) AS counted,
    (SELECT max(used_at) FROM key_use u WHERE u.account_id = a.id) AS used_at
  FROM account a LEFT JOIN login l ON l.account_id = a.id
  WHERE a.deleted_at IS NULL`

export const createPostgresAccountList = (database: PostgresDatabase): AccountList => ({
  page: async ({ text, after, limit }, month) => {
    const rows = await database.all(
      `${listed}
        AND position($2 IN a.search || chr(10) || coalesce(l.search, '')) > 0
        AND ($3::text IS NULL OR (a.created_at, a.id) < (SELECT created_at, id FROM account WHERE id = $3))
       ORDER BY a.created_at DESC, a.id DESC LIMIT $4`,
      month,
      foldCase(text),
      after,
      limit,
    )
    return rows.map(readListed)
  },
  find: async (accountId, month) => {
    const row = await database.get(`${listed} AND a.id = $2`, month, accountId)
    return row === null ? null : readListed(row)
  },
})
