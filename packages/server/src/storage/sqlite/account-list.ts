import type { AccountList } from '../../accounts/account-and-key-store.js'
import { readListed } from '../codecs/account-rows.js'
import { foldCase } from '../codecs/fold-case.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteAccountList(database: Database): AccountList {
  const listed = `
    SELECT a.*, l.email, l.is_admin, l.seen_at,
      (SELECT count(*) FROM api_key k WHERE k.account_id = a.id AND k.revoked_at IS NULL) AS live_keys,
      (SELECT counted FROM usage_month m WHERE m.account_id = a.id AND m.month = ?) AS counted,
      (SELECT max(used_at) FROM key_use u WHERE u.account_id = a.id) AS used_at,
      ${checksumMatches('account', 'a')} AND (l.account_id IS NULL OR ${checksumMatches('login', 'l')}) AS sound
    FROM account a LEFT JOIN login l ON l.account_id = a.id
    WHERE a.deleted_at IS NULL`
  const find = database.prepare(`${listed} AND a.id = ?`)
  const page = database.prepare(`
    ${listed}
      AND instr(fold(a.id || char(10) || a.name || char(10) || coalesce(l.email, '')), ?) > 0
      AND (? IS NULL OR (a.created_at, a.id) < (SELECT created_at, id FROM account WHERE id = ?))
    ORDER BY a.created_at DESC, a.id DESC LIMIT ?`)

  return {
    page: async ({ text, after, limit }, month) =>
      verifiedRows(database, 'account', page.all(month, foldCase(text), after, after, limit)).map(readListed),
    find: async (accountId, month) => {
      const row = verifiedOrThrow(database, 'account', find.get(month, accountId))
      return row === null ? null : readListed(row)
    },
  }
}
