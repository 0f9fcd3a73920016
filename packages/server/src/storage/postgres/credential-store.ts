import type { Account } from '../../accounts/account-and-key-store.js'
import type { CredentialStore, EndedAccess, StoredLogin } from '../../accounts/login-stores.js'
import { endAccess } from '../codecs/account-owned-tables.js'
import { readLogin } from '../codecs/account-rows.js'
import { foldCase } from '../codecs/fold-case.js'
import { insertAccount } from './account-and-key-store.js'
import type { PostgresDatabase, Transaction } from './database.js'

export function createPostgresCredentialStore(database: PostgresDatabase): CredentialStore {
  return {
    find: async (accountId) => {
      const row = await database.get('SELECT * FROM login WHERE account_id = $1', accountId)
      return row === null ? null : readLogin(row)
    },
    findByEmail: async (email) => {
      const row = await database.get('SELECT * FROM login WHERE email = $1', email)
      return row === null ? null : readLogin(row)
    },
    create: (account, login) => database.transaction((within) => create(within, account, login)),
    createInvited: (account, login, invite) =>
      database.transaction(async (within) => {
        if (await isTaken(within, login.email)) return 'taken'
        const taken = await within.run(
          'UPDATE invite SET used_at = $1 WHERE digest = $2 AND used_at IS NULL AND ends_at > $1',
          account.createdAtMs,
          invite,
        )
        return taken === 0 ? 'too_late' : create(within, account, login)
      }),
    createFirstAdmin: (account, login) =>
      database.transaction(async (within) => {
        await within.lockName('first admin')
        const admin = await within.get('SELECT 1 FROM login WHERE is_admin = 1 LIMIT 1')
        return admin === null ? create(within, account, login) : 'too_late'
      }),
    hasAdmin: async () => (await database.get('SELECT 1 FROM login WHERE is_admin = 1 LIMIT 1')) !== null,
    changePassword: (accountId, { from, to }) =>
      database.transaction(async (within) => {
        const changed = await within.run(
          'UPDATE login SET password = $1 WHERE account_id = $2 AND password = $3',
          to,
          accountId,
          from,
        )
        if (changed === 0) return false
        await endSessions(within, accountId)
        return true
      }),
    resetPassword: (link, { to, keepsAccess, nowMs }) =>
      database.transaction(async (within) => {
        const row = await within.get(
          `DELETE FROM link WHERE digest = $1 AND purpose = 'reset' AND ends_at > $2 RETURNING account_id`,
          link,
          nowMs,
        )
        if (row === null) return null
        const accountId = String(row.account_id)
        await within.run('UPDATE login SET password = $1 WHERE account_id = $2', to, accountId)
        await endSessions(within, accountId)
        return {
          accountId,
          ended: keepsAccess ? { keyIds: [], webhookIds: [] } : await endAll(within, accountId, nowMs),
        }
      }),
    endAccess: (accountId, nowMs) => database.transaction((within) => endAll(within, accountId, nowMs)),
  }
}

const isTaken = async (within: Transaction, email: string): Promise<boolean> =>
  (await within.get('SELECT 1 FROM login WHERE email = $1', email)) !== null

async function create(
  within: Transaction,
  account: Account,
  { accountId, email, password, isAdmin }: StoredLogin,
): Promise<'created' | 'taken'> {
  // Two with one address stand in line, so that the second finds it taken.
  await within.lockName(`address ${email}`)
  if (await isTaken(within, email)) return 'taken'
  await insertAccount(within, account)
  await within.run(
    'INSERT INTO login (account_id, email, password, is_admin, search) VALUES ($1, $2, $3, $4, $5)',
    accountId,
    email,
    password,
    isAdmin ? 1 : 0,
    foldCase(email),
  )
  return 'created'
}

async function endSessions(within: Transaction, accountId: string): Promise<void> {
  await within.run('DELETE FROM session WHERE account_id = $1', accountId)
  await within.run('DELETE FROM link WHERE account_id = $1', accountId)
}

async function endAll(within: Transaction, accountId: string, nowMs: number): Promise<EndedAccess> {
  const keys = await within.all(endAccess.keys('$1', '= $2'), nowMs, accountId)
  const webhooks = await within.all(endAccess.webhooks('= $1'), accountId)
  await within.run(endAccess.inboxes('= $1'), accountId)
  return { keyIds: keys.map(({ id }) => String(id)), webhookIds: webhooks.map(({ id }) => String(id)) }
}
