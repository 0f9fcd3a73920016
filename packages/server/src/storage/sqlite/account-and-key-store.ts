import type { AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import { deletionsOfOwned } from '../codecs/account-owned-tables.js'
import { readAccount, readKey, readOwner } from '../codecs/account-rows.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteAccountAndKeyStore(database: Database): AccountAndKeyStore {
  const findByDigest = database.prepare(
    `SELECT k.*, a.name, a.plan, a.created_at AS account_created_at,
       ${checksumMatches('api_key', 'k')} AND ${checksumMatches('account', 'a')} AS sound
     FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.digest = ?`,
  )
  const findById = database.prepare(`SELECT *, ${checksumMatches('api_key')} AS sound FROM api_key WHERE id = ?`)
  const insertKey = database.prepare(
    `INSERT INTO api_key (id, account_id, digest, prefix, label, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const countLive = database.prepare('SELECT COUNT(*) AS live FROM api_key WHERE account_id = ? AND revoked_at IS NULL')
  const revoke = database.prepare('UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const rename = database.prepare('UPDATE api_key SET label = ? WHERE id = ? AND account_id = ?')
  const keysOf = database.prepare('SELECT * FROM api_key WHERE account_id = ? ORDER BY created_at, id')
  const allKeys = database.prepare('SELECT * FROM api_key ORDER BY created_at, id')
  const endAccount = database.prepare(
    `UPDATE account SET deleted_at = ?, name = '' WHERE id = ? AND deleted_at IS NULL`,
  )
  const endKeys = database.prepare(
    'UPDATE api_key SET revoked_at = COALESCE(revoked_at, ?), label = NULL WHERE account_id = ?',
  )
  const deletions = deletionsOfOwned('= ?').map((sql) => database.prepare(sql))
  const isLastAdmin = database.prepare(
    `SELECT 1 FROM login WHERE account_id = ? AND is_admin = 1
     AND NOT EXISTS (SELECT 1 FROM login other WHERE other.is_admin = 1 AND other.account_id <> login.account_id)`,
  )
  const findAccount = database.prepare(
    `SELECT *, ${checksumMatches('account')} AS sound FROM account WHERE id = ? AND deleted_at IS NULL`,
  )
  const accounts = database.prepare('SELECT * FROM account WHERE deleted_at IS NULL ORDER BY created_at, id')
  const insertAccount = database.prepare('INSERT INTO account (id, name, plan, created_at) VALUES (?, ?, ?, ?)')
  const setPlan = database.prepare('UPDATE account SET plan = ? WHERE id = ? AND deleted_at IS NULL')

  const deleteAccount = (accountId: string, atMs: number): boolean => {
    if (endAccount.run(atMs, accountId) === 0) return false
    endKeys.run(atMs, accountId)
    for (const deletion of deletions) deletion.run(accountId)
    return true
  }

  return {
    find: async (digest) => {
      const row = verifiedOrThrow(database, 'api_key', findByDigest.get(digest))
      if (row === null) return null
      return { key: readKey(row), account: readOwner(row) }
    },
    findKey: async (keyId) => mapRow(verifiedOrThrow(database, 'api_key', findById.get(keyId)), readKey),
    saveKey: async (key, atMost) =>
      database.transaction(() => {
        if (findAccount.get(key.accountId) === null) return 'no_account'
        if (Number(countLive.get(key.accountId)?.live) >= atMost) return 'too_many'
        insertKey.run(key.id, key.accountId, key.digest, key.prefix, key.label, key.createdAtMs, key.revokedAtMs)
        return 'saved'
      }),
    revokeKey: async (keyId, atMs) => revoke.run(atMs, keyId) > 0,
    renameKey: async (accountId, keyId, label) => rename.run(label, keyId, accountId) > 0,
    keysOf: async (accountId) => keysOf.all(accountId).map(readKey),
    allKeys: async () => allKeys.all().map(readKey),
    deleteAccount: async (accountId, atMs) => database.transaction(() => deleteAccount(accountId, atMs)),
    deleteUnlessLastAdmin: async (accountId, atMs) =>
      database.transaction(() => {
        if (isLastAdmin.get(accountId) !== null) return 'last_admin'
        return deleteAccount(accountId, atMs) ? 'deleted' : 'no_account'
      }),
    findAccount: async (accountId) =>
      mapRow(verifiedOrThrow(database, 'account', findAccount.get(accountId)), readAccount),
    accounts: async () => accounts.all().map(readAccount),
    saveAccount: async (account) => {
      insertAccount.run(account.id, account.name, account.plan, account.createdAtMs)
    },
    setPlan: async (accountId, plan) => setPlan.run(plan, accountId) > 0,
  }
}

const mapRow = <Value>(row: SqlRow | null, read: (row: SqlRow) => Value): Value | null =>
  row === null ? null : read(row)
