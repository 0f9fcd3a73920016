import type { AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import { deletionsOfOwned } from '../codecs/account-owned-tables.js'
import { readAccount, readKey, readOwner } from '../codecs/account-rows.js'
import { foldCase } from '../codecs/fold-case.js'
import type { PostgresDatabase, Transaction } from './database.js'

export function createPostgresAccountAndKeyStore(database: PostgresDatabase): AccountAndKeyStore {
  return {
    find: async (digest) => {
      const row = await database.get(
        `SELECT k.*, a.name, a.plan, a.created_at AS account_created_at
         FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.digest = $1`,
        digest,
      )
      return row === null ? null : { key: readKey(row), account: readOwner(row) }
    },
    findKey: async (keyId) => {
      const row = await database.get('SELECT * FROM api_key WHERE id = $1', keyId)
      return row === null ? null : readKey(row)
    },
    saveKey: (key, atMost) =>
      database.transaction(async (within) => {
        // Lock the account, so that concurrent requests can't exceed the key limit.
        const account = await within.get(
          'SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
          key.accountId,
        )
        if (account === null) return 'no_account'
        const row = await within.get(
          'SELECT count(*) AS live FROM api_key WHERE account_id = $1 AND revoked_at IS NULL',
          key.accountId,
        )
        if (Number(row?.live) >= atMost) return 'too_many'
        await within.run(
          `INSERT INTO api_key (id, account_id, digest, prefix, label, created_at, revoked_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          key.id,
          key.accountId,
          key.digest,
          key.prefix,
          key.label,
          key.createdAtMs,
          key.revokedAtMs,
        )
        return 'saved'
      }),
    revokeKey: async (keyId, atMs) =>
      (await database.run('UPDATE api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL', atMs, keyId)) > 0,
    renameKey: async (accountId, keyId, label) =>
      (await database.run('UPDATE api_key SET label = $1 WHERE id = $2 AND account_id = $3', label, keyId, accountId)) >
      0,
    keysOf: async (accountId) =>
      (await database.all('SELECT * FROM api_key WHERE account_id = $1 ORDER BY created_at, id', accountId)).map(
        readKey,
      ),
    allKeys: async () => (await database.all('SELECT * FROM api_key ORDER BY created_at, id')).map(readKey),

    findAccount: async (accountId) => {
      const row = await database.get('SELECT * FROM account WHERE id = $1 AND deleted_at IS NULL', accountId)
      return row === null ? null : readAccount(row)
    },
    accounts: async () =>
      (await database.all('SELECT * FROM account WHERE deleted_at IS NULL ORDER BY created_at, id')).map(readAccount),
    saveAccount: (account) => insertAccount(database, account),
    setPlan: async (accountId, plan) =>
      (await database.run('UPDATE account SET plan = $1 WHERE id = $2 AND deleted_at IS NULL', plan, accountId)) > 0,
    deleteAccount: (accountId, atMs) => database.transaction((within) => deleteAccount(within, accountId, atMs)),
    deleteUnlessLastAdmin: (accountId, atMs) =>
      database.transaction(async (within) => {
        // All of them, in one order: of two who leave at once the second sees that the first has gone.
        const admins = await within.all(
          'SELECT account_id FROM login WHERE is_admin = 1 ORDER BY account_id FOR NO KEY UPDATE',
        )
        const isAdmin = admins.some((row) => row.account_id === accountId)
        if (isAdmin && admins.length === 1) return 'last_admin'
        return (await deleteAccount(within, accountId, atMs)) ? 'deleted' : 'no_account'
      }),
  }
}

export async function insertAccount(
  database: Pick<PostgresDatabase, 'run'>,
  { id, name, plan, createdAtMs }: Parameters<AccountAndKeyStore['saveAccount']>[0],
): Promise<void> {
  await database.run(
    'INSERT INTO account (id, name, plan, created_at, search) VALUES ($1, $2, $3, $4, $5)',
    id,
    name,
    plan,
    createdAtMs,
    searchTextOf({ id, name }),
  )
}

export const searchTextOf = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  foldCase(`${id}\n${name}`)

async function deleteAccount(within: Transaction, accountId: string, atMs: number): Promise<boolean> {
  const ended = await within.run(
    `UPDATE account SET deleted_at = $1, name = '', search = '' WHERE id = $2 AND deleted_at IS NULL`,
    atMs,
    accountId,
  )
  if (ended === 0) return false
  await within.run(
    'UPDATE api_key SET revoked_at = coalesce(revoked_at, $1), label = NULL WHERE account_id = $2',
    atMs,
    accountId,
  )
  for (const sql of deletionsOfOwned('= $1')) await within.run(sql, accountId)
  return true
}
