import type { Account } from '../../accounts/account-and-key-store.js'
import type { CredentialStore, EndedAccess, StoredLogin } from '../../accounts/login-stores.js'
import { endAccess } from '../codecs/account-owned-tables.js'
import { readLogin } from '../codecs/account-rows.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteCredentialStore(database: Database): CredentialStore {
  const sound = `SELECT *, ${checksumMatches('login')} AS sound FROM login`
  const find = database.prepare(`${sound} WHERE account_id = ?`)
  const findByEmail = database.prepare(`${sound} WHERE email = ?`)
  const insertAccount = database.prepare('INSERT INTO account (id, name, plan, created_at) VALUES (?, ?, ?, ?)')
  const insert = database.prepare('INSERT INTO login (account_id, email, password, is_admin) VALUES (?, ?, ?, ?)')
  const findAdmin = database.prepare('SELECT 1 FROM login WHERE is_admin = 1 LIMIT 1')
  const setPassword = database.prepare('UPDATE login SET password = ? WHERE account_id = ? AND password = ?')
  const endSessions = database.prepare('DELETE FROM session WHERE account_id = ?')
  const endLinks = database.prepare('DELETE FROM link WHERE account_id = ?')
  const findLink = database.prepare(
    `SELECT *, ${checksumMatches('link')} AS sound FROM link WHERE digest = ? AND purpose = 'reset' AND ends_at > ?`,
  )
  const replacePassword = database.prepare('UPDATE login SET password = ? WHERE account_id = ?')
  const revokeKeys = database.prepare(endAccess.keys('?', '= ?'))
  const deleteWebhooks = database.prepare(endAccess.webhooks('= ?'))
  const deleteInboxes = database.prepare(endAccess.inboxes('= ?'))
  const takeInvite = database.prepare(
    'UPDATE invite SET used_at = ? WHERE digest = ? AND used_at IS NULL AND ends_at > ?',
  )

  const create = (account: Account, { accountId, email, password, isAdmin }: StoredLogin): 'created' | 'taken' => {
    if (findByEmail.get(email) !== null) return 'taken'
    insertAccount.run(account.id, account.name, account.plan, account.createdAtMs)
    insert.run(accountId, email, password, isAdmin ? 1 : 0)
    return 'created'
  }

  const endAll = (accountId: string, nowMs: number): EndedAccess => {
    const keyIds = revokeKeys.all(nowMs, accountId).map(({ id }) => String(id))
    const webhookIds = deleteWebhooks.all(accountId).map(({ id }) => String(id))
    deleteInboxes.run(accountId)
    return { keyIds, webhookIds }
  }

  const read = (row: SqlRow | null): StoredLogin | null => {
    const whole = verifiedOrThrow(database, 'login', row)
    return whole === null ? null : readLogin(whole)
  }

  return {
    find: async (accountId) => read(find.get(accountId)),
    findByEmail: async (email) => read(findByEmail.get(email)),
    create: async (account, login) => database.transaction(() => create(account, login)),
    createInvited: async (account, login, invite) =>
      database.transaction(() => {
        if (findByEmail.get(login.email) !== null) return 'taken'
        if (takeInvite.run(account.createdAtMs, invite, account.createdAtMs) === 0) return 'too_late'
        return create(account, login)
      }),
    createFirstAdmin: async (account, login) =>
      database.transaction(() => (findAdmin.get() === null ? create(account, login) : 'too_late')),
    hasAdmin: async () => findAdmin.get() !== null,
    changePassword: async (accountId, { from, to }) =>
      database.transaction(() => {
        if (setPassword.run(to, accountId, from) === 0) return false
        endSessions.run(accountId)
        endLinks.run(accountId)
        return true
      }),
    resetPassword: async (link, { to, keepsAccess, nowMs }) =>
      database.transaction(() => {
        const row = verifiedOrThrow(database, 'link', findLink.get(link, nowMs))
        if (row === null) return null
        const accountId = String(row.account_id)
        replacePassword.run(to, accountId)
        endSessions.run(accountId)
        endLinks.run(accountId)
        return { accountId, ended: keepsAccess ? { keyIds: [], webhookIds: [] } : endAll(accountId, nowMs) }
      }),
    endAccess: async (accountId, nowMs) => database.transaction(() => endAll(accountId, nowMs)),
  }
}
