import {
  type Invite,
  type InviteStore,
  type LogInAttempt,
  mostLogIns,
  mostSessions,
  type OneTimeLink,
  type OneTimeLinkStore,
  type RecentLogIns,
  type SecondFactor,
  type SecondFactorStore,
  type Session,
  type SessionStore,
} from '../../accounts/login-stores.js'
import type { RecoveryDigest } from '../../accounts/tokens.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { readRow } from '../codecs/table-rows.js'
import { all, changes, execute, get, readEach, readFirst, rowsOf, run, type Sql, sound } from '../sql.js'
import { readOwner } from './accounts.js'

const invites = rowsOf<Invite>('invite')
const links = rowsOf<OneTimeLink>('link')
const attempts = rowsOf<LogInAttempt>('recent_log_in')
const sessions = rowsOf('session', readSession)
const secondFactors = rowsOf('second_factor', readSecondFactor)

export const createInviteStore = (sql: Sql): InviteStore => ({
  save: (invite) => sql.query(() => invites.insert(invite)),
  find: (digest, nowMs) =>
    sql.query(() => invites.find('WHERE digest = $1 AND used_at IS NULL AND ends_at > $2', digest, nowMs)),
  all: () => sql.query(() => invites.list('ORDER BY created_at DESC, id')),
  delete: (id) => sql.query(() => changes('DELETE FROM invite WHERE id = $1', id)),
  forgetBefore: (ms) => sql.query(() => execute('DELETE FROM invite WHERE ends_at < $1', ms)),
})

const liveLink = 'WHERE digest = $1 AND purpose = $2 AND ends_at > $3'

export const createOneTimeLinkStore = (sql: Sql): OneTimeLinkStore => ({
  save: ({ digest, purpose, accountId, endsAtMs }) =>
    sql.query(() =>
      changes(
        `INSERT INTO link (digest, purpose, account_id, ends_at)
         SELECT $1, $2, account_id, $3::bigint FROM login WHERE account_id = $4 FOR KEY SHARE`,
        ...[digest, purpose, endsAtMs, accountId],
      ),
    ),
  find: (digest, purpose, nowMs) => sql.query(() => links.find(liveLink, digest, purpose, nowMs)),
  redeemLink: (digest, purpose, nowMs) =>
    sql.transaction(function* () {
      const link = yield* links.find(`${liveLink} FOR UPDATE`, digest, purpose, nowMs)
      if (link !== null) yield* run('DELETE FROM link WHERE digest = $1', digest)
      return link
    }),
  forgetBefore: (ms) => sql.query(() => execute('DELETE FROM link WHERE ends_at < $1', ms)),
})

export const createSecondFactorStore = (sql: Sql): SecondFactorStore => ({
  find: (accountId) => sql.query(() => secondFactors.find('WHERE account_id = $1', accountId)),
  turnOn: ({ accountId, sealedSecret, usedStep, recovery, createdAtMs }) =>
    sql.query(() =>
      changes(
        `INSERT INTO second_factor (account_id, secret, used_step, recovery, created_at)
         SELECT account_id, $2, $3::bigint, $4, $5::bigint FROM login WHERE account_id = $1 FOR KEY SHARE
         ON CONFLICT DO NOTHING`,
        ...[accountId, sealedSecret, usedStep, recovery.join(' '), createdAtMs],
      ),
    ),
  useStep: (accountId, step) =>
    sql.query(() => {
      const use = 'UPDATE second_factor SET used_step = $1 WHERE account_id = $2 AND used_step < $1'
      return changes(use, step, accountId)
    }),
  useRecovery: (accountId, digest) =>
    sql.transaction(function* () {
      const factor = yield* secondFactors.find('WHERE account_id = $1 FOR NO KEY UPDATE', accountId)
      if (!factor?.recovery.includes(digest)) return false
      const left = factor.recovery.filter((code) => code !== digest).join(' ')
      yield* run('UPDATE second_factor SET recovery = $1 WHERE account_id = $2', left, accountId)
      return true
    }),
  turnOff: (accountId) => sql.query(() => changes('DELETE FROM second_factor WHERE account_id = $1', accountId)),
})

function readSecondFactor(row: SqlRow): SecondFactor {
  const { secret, recovery, ...factor } = readRow<SecondFactor & { readonly secret: Uint8Array }>('second_factor', row)
  const codes = String(recovery).split(' ') as RecoveryDigest[]
  return { ...factor, sealedSecret: secret, recovery: codes.filter((code) => code !== '') }
}

export const createSessionStore = (sql: Sql): SessionStore => ({
  createSession: (session, password) =>
    sql.transaction(function* () {
      const { digest, accountId, createdAtMs } = session
      // A change of the password waits for this session, or this one sees the new password. The row is written below:
      // two who only shared it until then would wait for each other.
      const locked = 'SELECT 1 FROM login WHERE account_id = $1 AND password = $2 FOR NO KEY UPDATE'
      if ((yield* get(locked, accountId, password)) === null) return null
      yield* sessions.insert(session)
      yield* noteSeen(digest, createdAtMs)
      const ended = all(
        `DELETE FROM session WHERE digest IN
           (SELECT digest FROM session WHERE account_id = $1 ORDER BY created_at DESC, digest DESC LIMIT ALL OFFSET $2)
         RETURNING *`,
        ...[accountId, mostSessions],
      )
      return yield* readEach(ended, (row) => readSession(row).digest)
    }),
  find: (digest, nowMs) =>
    sql.query(() =>
      readFirst(get(sessionWithOwner, digest, nowMs), (row) => ({
        session: readSession(row),
        account: readOwner(row),
        isAdmin: row.is_admin === 1,
      })),
    ),
  list: (accountId, nowMs) =>
    sql.query(() =>
      sessions.list('WHERE account_id = $1 AND ends_at > $2 ORDER BY created_at DESC, digest', accountId, nowMs),
    ),
  recordUse: (digest, endsAtMs, nowMs) =>
    sql.transaction(function* () {
      // The log-in first, then its sessions: all who change both come in this order.
      yield* noteSeen(digest, nowMs)
      yield* run(
        'UPDATE session SET ends_at = greatest(ends_at, $1), used_at = greatest(used_at, $2) WHERE digest = $3',
        ...[endsAtMs, nowMs, digest],
      )
    }),
  end: (digest) => sql.query(() => execute('DELETE FROM session WHERE digest = $1', digest)),
  endAll: (accountId, keep) =>
    sql.query(() => execute('DELETE FROM session WHERE account_id = $1 AND digest <> $2', accountId, keep ?? '')),
  forgetBefore: (ms) => sql.query(() => execute('DELETE FROM session WHERE ends_at < $1', ms)),
})

const sessionWithOwner = `
  SELECT s.*, a.name, a.plan, a.created_at AS account_created_at, l.is_admin,
    ${sound('session', 's')} AND ${sound('account', 'a')} AND ${sound('login', 'l')} AS sound
  FROM session s JOIN login l ON l.account_id = s.account_id JOIN account a ON a.id = s.account_id
  WHERE s.digest = $1 AND s.ends_at > $2`

function readSession(row: SqlRow): Session {
  const session = readRow<Session>('session', row)
  return { ...session, usedAtMs: Math.max(session.usedAtMs, session.createdAtMs) }
}

const noteSeen = (digest: string, atMs: number) =>
  run(
    `UPDATE login SET seen_at = $1
     WHERE account_id = (SELECT account_id FROM session WHERE digest = $2) AND seen_at < $1`,
    ...[atMs, digest],
  )

export const createRecentLogIns = (sql: Sql): RecentLogIns => ({
  add: ({ accountId, atMs, network, succeeded }) =>
    sql.transaction(function* () {
      // A deletion of the account waits for this row, or this statement finds no log-in.
      const isAdded = yield* changes(
        `INSERT INTO recent_log_in (account_id, at, network, succeeded)
         SELECT account_id, $1, $2, $3 FROM login WHERE account_id = $4 FOR KEY SHARE ON CONFLICT DO NOTHING`,
        ...[atMs, network, Number(succeeded), accountId],
      )
      if (!isAdded) return
      yield* run(
        `DELETE FROM recent_log_in WHERE account_id = $1 AND succeeded = $2 AND at <
           (SELECT at FROM recent_log_in WHERE account_id = $1 AND succeeded = $2 ORDER BY at DESC LIMIT 1 OFFSET $3)`,
        ...[accountId, Number(succeeded), mostLogIns - 1],
      )
    }),
  list: (accountId) =>
    sql.query(() => attempts.list('WHERE account_id = $1 ORDER BY at DESC, network, succeeded', accountId)),
  knownNetworks: (limit) =>
    sql.query(() => {
      const rows = all(
        `SELECT l.email, r.network FROM recent_log_in r JOIN login l ON l.account_id = r.account_id
         WHERE r.succeeded = 1 AND ${sound('recent_log_in', 'r')} AND ${sound('login', 'l')}
         GROUP BY l.email, r.network ORDER BY max(r.at) DESC, l.email, r.network LIMIT $1`,
        limit,
      )
      return readEach(rows, ({ email, network }) => ({ email: String(email), network: String(network) }))
    }),
  forgetBefore: (ms) => sql.query(() => execute('DELETE FROM recent_log_in WHERE at < $1', ms)),
})
