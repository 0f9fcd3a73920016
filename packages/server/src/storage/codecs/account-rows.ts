import { planNames } from '@p2p-rates/contract'
import type { Account, ApiKey, KeyDigest, ListedAccount } from '../../accounts/account-and-key-store.js'
import {
  type Invite,
  type LogInAttempt,
  linkPurposes,
  type OneTimeLink,
  type PasswordDigest,
  type SecondFactor,
  type Session,
  type StoredLogin,
} from '../../accounts/login-stores.js'
import type { LinkDigest, RecoveryDigest, SessionDigest } from '../../accounts/tokens.js'
import { blob, readDigest, readEnum, type SqlRow } from './sql-values.js'

export const readAccount = (row: SqlRow): Account => ({
  id: String(row.id),
  name: String(row.name),
  plan: readEnum(row, 'plan', planNames),
  createdAtMs: Number(row.created_at),
})

export const readKey = (row: SqlRow): ApiKey => ({
  id: String(row.id),
  accountId: String(row.account_id),
  digest: readDigest<KeyDigest>(row, 'digest'),
  prefix: String(row.prefix),
  label: row.label === null ? null : String(row.label),
  createdAtMs: Number(row.created_at),
  revokedAtMs: row.revoked_at === null ? null : Number(row.revoked_at),
})

export const readOwner = (row: SqlRow): Account =>
  readAccount({ ...row, id: row.account_id ?? null, created_at: row.account_created_at ?? null })

export const readLogin = (row: SqlRow): StoredLogin => ({
  accountId: String(row.account_id),
  email: String(row.email),
  password: readDigest<PasswordDigest>(row, 'password'),
  isAdmin: row.is_admin === 1,
})

export const readSession = (row: SqlRow): Session => ({
  digest: readDigest<SessionDigest>(row, 'digest'),
  accountId: String(row.account_id),
  createdAtMs: Number(row.created_at),
  usedAtMs: Math.max(Number(row.used_at), Number(row.created_at)),
  endsAtMs: Number(row.ends_at),
  network: String(row.network),
})

export const readAttempt = (row: SqlRow): LogInAttempt => ({
  accountId: String(row.account_id),
  atMs: Number(row.at),
  network: String(row.network),
  succeeded: row.succeeded === 1,
})

export const readLink = (row: SqlRow): OneTimeLink => ({
  digest: readDigest<LinkDigest>(row, 'digest'),
  purpose: readEnum(row, 'purpose', linkPurposes),
  accountId: String(row.account_id),
  endsAtMs: Number(row.ends_at),
})

export const readSecondFactor = (row: SqlRow): SecondFactor => ({
  accountId: String(row.account_id),
  sealedSecret: blob(row, 'secret'),
  usedStep: Number(row.used_step),
  recovery: String(row.recovery)
    .split(' ')
    .filter((digest) => digest !== '')
    .map((digest) => readDigest<RecoveryDigest>({ digest }, 'digest')),
  createdAtMs: Number(row.created_at),
})

export const recoveryText = (recovery: readonly RecoveryDigest[]): string => recovery.join(' ')

export const readInvite = (row: SqlRow): Invite => ({
  id: String(row.id),
  digest: readDigest<LinkDigest>(row, 'digest'),
  plan: readEnum(row, 'plan', planNames),
  note: row.note === null ? null : String(row.note),
  createdAtMs: Number(row.created_at),
  endsAtMs: Number(row.ends_at),
  usedAtMs: row.used_at === null ? null : Number(row.used_at),
})

export const readListed = (row: SqlRow): ListedAccount => ({
  ...readAccount(row),
  email: row.email === null ? null : String(row.email),
  isAdmin: row.is_admin === 1,
  liveKeys: Number(row.live_keys),
  usedThisMonth: Number(row.counted ?? 0),
  lastSeenAtMs: Math.max(Number(row.seen_at ?? 0), Number(row.used_at ?? 0)) || null,
})
