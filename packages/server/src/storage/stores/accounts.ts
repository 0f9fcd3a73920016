import type { Account, AccountAndKeyStore, AccountList, ApiKey } from '../../accounts/account-and-key-store.js'
import type { CredentialStore, EndedAccess, OneTimeLink, StoredLogin } from '../../accounts/login-stores.js'
import { foldCase, type SqlRow } from '../codecs/sql-values.js'
import { readRow } from '../codecs/table-rows.js'
import { all, changes, get, lock, readEach, readFirst, rowsOf, run, type Sql, sound, type Work } from '../sql.js'
import { deletionsOfOwned, endAccess } from '../tables.js'

export function readAccount(row: SqlRow): Account {
  const { id, name, plan, createdAtMs } = readRow<Account>('account', row)
  return { id, name, plan, createdAtMs }
}

export const readOwner = ({ account_id: id = null, account_created_at = null, ...row }: SqlRow): Account =>
  readAccount({ ...row, id, created_at: account_created_at })

function readLogin(row: SqlRow): StoredLogin {
  const { accountId, email, password, isAdmin } = readRow<StoredLogin>('login', row)
  return { accountId, email, password, isAdmin }
}

const readKey = (row: SqlRow): ApiKey => readRow('api_key', row)

const accounts = rowsOf('account', readAccount)
const keys = rowsOf<ApiKey>('api_key')
const logins = rowsOf('login', readLogin)
const links = rowsOf<OneTimeLink>('link')

const oldestFirst = 'ORDER BY created_at, id'

export const createAccountAndKeyStore = (sql: Sql): AccountAndKeyStore => ({
  find: (digest) =>
    sql.query(() => readFirst(get(keyWithOwner, digest), (row) => ({ key: readKey(row), account: readOwner(row) }))),
  findKey: (keyId) => sql.query(() => keys.find('WHERE id = $1', keyId)),
  saveKey: (key, atMost) =>
    sql.transaction(function* () {
      // Lock the account, so that concurrent requests can't exceed the key limit.
      const locked = 'SELECT 1 AS found FROM account WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE'
      if ((yield* get(locked, key.accountId)) === null) return 'no_account'
      const counted = 'SELECT count(*) AS live FROM api_key WHERE account_id = $1 AND revoked_at IS NULL'
      if (Number((yield* get(counted, key.accountId))?.live) >= atMost) return 'too_many'
      yield* keys.insert(key)
      return 'saved'
    }),
  revokeKey: (keyId, atMs) =>
    sql.query(() => changes('UPDATE api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL', atMs, keyId)),
  renameKey: (accountId, keyId, label) =>
    sql.query(() =>
      changes('UPDATE api_key SET label = $1 WHERE id = $2 AND account_id = $3', label, keyId, accountId),
    ),
  keysOf: (accountId) =>
    sql.query(() => readEach(all(`SELECT * FROM api_key WHERE account_id = $1 ${oldestFirst}`, accountId), readKey)),
  allKeys: () => sql.query(() => readEach(all(`SELECT * FROM api_key ${oldestFirst}`), readKey)),
  findAccount: (accountId) => sql.query(() => accounts.find('WHERE id = $1 AND deleted_at IS NULL', accountId)),
  accounts: () =>
    sql.query(() => readEach(all(`SELECT * FROM account WHERE deleted_at IS NULL ${oldestFirst}`), readAccount)),
  saveAccount: (account) => sql.query(() => insertAccount(sql, account)),
  setPlan: (accountId, plan) =>
    sql.query(() => changes('UPDATE account SET plan = $1 WHERE id = $2 AND deleted_at IS NULL', plan, accountId)),
  deleteAccount: (accountId, atMs) => sql.transaction(() => deleteAccount(sql, accountId, atMs)),
  deleteUnlessLastAdmin: (accountId, atMs) =>
    sql.transaction(function* () {
      // Lock all admins in one order, so that of two who leave at once the second sees that the first has gone.
      const locked = 'SELECT account_id FROM login WHERE is_admin = 1 ORDER BY account_id FOR NO KEY UPDATE'
      const admins = yield* all(locked)
      if (admins.length === 1 && admins[0]?.account_id === accountId) return 'last_admin'
      return (yield* deleteAccount(sql, accountId, atMs)) ? 'deleted' : 'no_account'
    }),
})

const keyWithOwner = `
  SELECT k.*, a.name, a.plan, a.created_at AS account_created_at,
    ${sound('api_key', 'k')} AND ${sound('account', 'a')} AS sound
  FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.digest = $1`

const insertAccount = (sql: Sql, account: Account): Work<void> =>
  accounts.insert(account, sql.keepsSearchText ? { search: searchTextOf(account) } : {})

export const searchTextOf = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  foldCase(`${id}\n${name}`)

function* deleteAccount(sql: Sql, accountId: string, atMs: number): Work<boolean> {
  const blank = sql.keepsSearchText ? `name = '', search = ''` : `name = ''`
  const ended = `UPDATE account SET deleted_at = $1, ${blank} WHERE id = $2 AND deleted_at IS NULL`
  if (!(yield* changes(ended, atMs, accountId))) return false
  const revoked = 'UPDATE api_key SET revoked_at = coalesce(revoked_at, $1), label = NULL WHERE account_id = $2'
  yield* run(revoked, atMs, accountId)
  for (const deletion of deletionsOfOwned('= $1')) yield* run(deletion, accountId)
  return true
}

export const createCredentialStore = (sql: Sql): CredentialStore => ({
  find: (accountId) => sql.query(() => logins.find('WHERE account_id = $1', accountId)),
  findByEmail: (email) => sql.query(() => logins.find('WHERE email = $1', email)),
  create: (account, login) => sql.transaction(() => createLogin(sql, account, login)),
  createInvited: (account, login, invite) =>
    sql.transaction(function* () {
      if (yield* isTaken(login.email)) return 'taken'
      const redeem = 'UPDATE invite SET used_at = $1 WHERE digest = $2 AND used_at IS NULL AND ends_at > $1'
      const isRedeemed = yield* changes(redeem, account.createdAtMs, invite)
      return isRedeemed ? yield* createLogin(sql, account, login) : 'too_late'
    }),
  createFirstAdmin: (account, login) =>
    sql.transaction(function* () {
      yield* lock('first admin')
      return (yield* hasAdmin()) ? 'too_late' : yield* createLogin(sql, account, login)
    }),
  hasAdmin: () => sql.query(hasAdmin),
  changePassword: (accountId, { from, to }) =>
    sql.transaction(function* () {
      const change = 'UPDATE login SET password = $1 WHERE account_id = $2 AND password = $3'
      if (!(yield* changes(change, to, accountId, from))) return false
      yield* endSessions(accountId)
      return true
    }),
  resetPassword: (digest, { to, keepsAccess, nowMs }) =>
    sql.transaction(function* () {
      const link = yield* links.find(
        `WHERE digest = $1 AND purpose = 'reset' AND ends_at > $2 FOR UPDATE`,
        digest,
        nowMs,
      )
      if (link === null) return null
      const { accountId } = link
      yield* run('UPDATE login SET password = $1 WHERE account_id = $2', to, accountId)
      yield* endSessions(accountId)
      const ended = keepsAccess ? { keyIds: [], webhookIds: [] } : yield* endAllAccess(accountId, nowMs)
      return { accountId, ended }
    }),
  endAccess: (accountId, nowMs) => sql.transaction(() => endAllAccess(accountId, nowMs)),
})

function* isTaken(email: string): Work<boolean> {
  return (yield* get('SELECT 1 AS found FROM login WHERE email = $1', email)) !== null
}

function* hasAdmin(): Work<boolean> {
  return (yield* get('SELECT 1 AS found FROM login WHERE is_admin = 1 LIMIT 1')) !== null
}

function* createLogin(sql: Sql, account: Account, login: StoredLogin): Work<'created' | 'taken'> {
  // The second of two requests with one address waits here, and finds it taken.
  yield* lock(`address ${login.email}`)
  if (yield* isTaken(login.email)) return 'taken'
  yield* insertAccount(sql, account)
  yield* logins.insert(login, sql.keepsSearchText ? { search: foldCase(login.email) } : {})
  return 'created'
}

function* endSessions(accountId: string): Work<void> {
  yield* run('DELETE FROM session WHERE account_id = $1', accountId)
  yield* run('DELETE FROM link WHERE account_id = $1', accountId)
}

function* endAllAccess(accountId: string, nowMs: number): Work<EndedAccess> {
  const keys = yield* all(endAccess.keys('$1', '= $2'), nowMs, accountId)
  const webhooks = yield* all(endAccess.webhooks('= $1'), accountId)
  yield* run(endAccess.inboxes('= $1'), accountId)
  return { keyIds: keys.map(({ id }) => String(id)), webhookIds: webhooks.map(({ id }) => String(id)) }
}

export function createAccountList(sql: Sql): AccountList {
  const matches = sql.keepsSearchText
    ? `position($2 IN a.search || chr(10) || coalesce(l.search, '')) > 0`
    : `instr(fold(a.id || char(10) || a.name || char(10) || coalesce(l.email, '')), $2) > 0`
  const page = `${listed} AND ${matches}
      AND ($3::text IS NULL OR (a.created_at, a.id) < (SELECT created_at, id FROM account WHERE id = $3))
    ORDER BY a.created_at DESC, a.id DESC LIMIT $4`
  return {
    page: ({ text, after, limit }, month) =>
      sql.query(() => readEach(all(page, month, foldCase(text), after, limit), readListed)),
    find: (accountId, month) =>
      sql.query(() => readFirst(get(`${listed} AND a.id = $2`, month, accountId), readListed)),
  }
}

const listed = `
  SELECT a.*, l.email, l.is_admin, l.seen_at,
    (SELECT count(*) FROM api_key k WHERE k.account_id = a.id AND k.revoked_at IS NULL) AS live_keys,
    (SELECT counted FROM usage_month m WHERE m.account_id = a.id AND m.month = $1) AS counted,
    (SELECT max(used_at) FROM key_use u WHERE u.account_id = a.id) AS used_at,
    ${sound('account', 'a')} AND (l.account_id IS NULL OR ${sound('login', 'l')}) AS sound
  FROM account a LEFT JOIN login l ON l.account_id = a.id
  WHERE a.deleted_at IS NULL`

const readListed = (row: SqlRow) => ({
  ...readAccount(row),
  email: row.email === null ? null : String(row.email),
  isAdmin: row.is_admin === 1,
  liveKeys: Number(row.live_keys),
  usedThisMonth: Number(row.counted ?? 0),
  lastSeenAtMs: Math.max(Number(row.seen_at ?? 0), Number(row.used_at ?? 0)) || null,
})
