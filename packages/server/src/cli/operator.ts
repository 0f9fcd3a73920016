import { type PlanName, planNames } from '@p2p-rates/contract'
import { fiats, readDecimal } from '@p2p-rates/core'
import type { Account, ApiKey } from '../accounts/account-and-key-store.js'
import type { RevocationState } from '../accounts/durable-revocation.js'
import type { IssuedLink } from '../accounts/one-time-links.js'
import type { AccountAdministration } from '../accounts/open-accounts.js'
import { byOperator, type ReportSecurityEvent } from '../accounts/security-events.js'
import { OperatorError } from '../base/errors/operator-error.js'
import type { Propagated } from '../cluster/membership.js'
import type { CorrectFixing, Correction } from '../history/daily-index/fixing-chain.js'
import type { FixingEntry } from '../history/history-stores.js'
import type { Reporter } from '../ingest/agents/reporter.js'
import type { ReporterInput } from '../ingest/agents/reporter-registry.js'
import type { ReportStep, Restored } from '../storage/store.js'

export type KeyView = Omit<ApiKey, 'digest'> & {
  /** UTC day of its last request; null if unused. */
  readonly lastUsedOn: string | null
}

export type RestoreOptions = {
  readonly keepEnded: boolean
}

export type CorrectionInput = Readonly<Record<keyof Correction, string>>

export interface Operator {
  accounts(): Promise<readonly Account[]>
  createAccount(name: string, plan: string): Promise<Account>
  /** Keys of one account; null for all. */
  keys(accountId: string | null): Promise<readonly KeyView[]>
  createKey(accountId: string, label: string | null): Promise<{ readonly key: string; readonly record: KeyView }>
  /** In force once resolved; `state` says whether it is durable. */
  revokeKey(keyId: string): Promise<KeyView & { readonly state: RevocationState }>
  setPlan(accountId: string, plan: string): Promise<Account>
  /** Ends its keys, deletes its webhooks and erases its name. Resolves with the ended keys. */
  deleteAccount(accountId: string): Promise<readonly KeyView[]>
  /** For a user who lost the app and the recovery codes: the password alone is enough afterwards. */
  removeSecondFactor(email: string): Promise<void>
  /** Link that creates the first admin. Replaces an earlier link. */
  setupLink(): Promise<IssuedLink>
  resetLink(email: string): Promise<IssuedLink>
  loginLink(email: string): Promise<IssuedLink>
  correctFixing(wanted: CorrectionInput): Promise<FixingEntry>
  reporters(): Promise<readonly Reporter[]>
  addReporter(wanted: ReporterInput): Promise<Reporter>
  /** Once resolved, its next request is rejected. */
  removeReporter(id: string): Promise<void>
  /** Number of servers that have applied all earlier changes; null if this is the only server. */
  acted(): Promise<Propagated | null>
  restore(file: string, options: RestoreOptions, tell?: ReportStep): Promise<Restored>
}

export const operatorCommands = [
  'accounts',
  'createAccount',
  'keys',
  'createKey',
  'revokeKey',
  'setPlan',
  'deleteAccount',
  'removeSecondFactor',
  'setupLink',
  'resetLink',
  'loginLink',
  'correctFixing',
  'reporters',
  'addReporter',
  'removeReporter',
  'acted',
  'restore',
] as const satisfies readonly (keyof Operator)[]

export const createOperator = ({
  administration: { management: keys, revocationStateOf, lastUses, deletion, removeSecondFactor, links },
  correct,
  registry,
  acted,
  restore,
  report,
}: {
  administration: AccountAdministration
  correct: CorrectFixing
  registry: Pick<Operator, 'reporters' | 'addReporter' | 'removeReporter'>
  acted: Operator['acted']
  restore: Operator['restore']
  report: ReportSecurityEvent
}): Operator => ({
  accounts: () => keys.accounts(),
  createAccount: async (name, plan) => {
    const account = await keys.createAccount(readName(name), readPlan(plan))
    report({ event: 'account_made', accountId: account.id, plan: account.plan, ...byOperator })
    return account
  },
  keys: async (accountId) => {
    const used = await lastUses(accountId)
    const found = accountId === null ? await keys.allKeys() : await keys.keysOf(accountId)
    return found.map((key) => viewOf(key, used.get(key.id)))
  },
  createKey: async (accountId, label) => {
    const { key, record } = await keys.createKey(accountId, label === null ? null : readName(label))
    report({ event: 'key_made', accountId, keyId: record.id, ...byOperator })
    return { key, record: viewOf(record) }
  },
  revokeKey: async (keyId) => {
    const view = viewOf(await keys.revokeKey(keyId))
    report({ event: 'key_revoked', accountId: view.accountId, keyId, ...byOperator })
    return { ...view, state: revocationStateOf(keyId) }
  },
  setPlan: async (accountId, wanted) => {
    const account = await keys.setPlan(accountId, readPlan(wanted))
    report({ event: 'plan_changed', accountId, plan: account.plan, ...byOperator })
    return account
  },
  deleteAccount: async (accountId) => {
    const ended = await deletion.delete(accountId)
    if (ended === null) throw new OperatorError(`There is no account ${accountId}.`)
    report({ event: 'account_deleted', accountId, ...byOperator })
    return ended.map((key) => viewOf(key))
  },
  removeSecondFactor,
  ...links,
  correctFixing: async (wanted) => {
    const link = await correct(readCorrection(wanted))
    report({ event: 'fixing_corrected', ...byOperator })
    return link
  },
  reporters: registry.reporters,
  addReporter: async (wanted) => {
    const added = await registry.addReporter(wanted)
    report({ event: 'collector_added', collector: added.id, ...byOperator })
    return added
  },
  removeReporter: async (id) => {
    await registry.removeReporter(id)
    report({ event: 'collector_removed', collector: id, ...byOperator })
  },
  acted,
  restore: async (...wish) => {
    const restored = await restore(...wish)
    report({ event: 'data_restored', ...byOperator })
    return restored
  },
})

const viewOf = ({ digest: _, ...view }: ApiKey, lastUsedAtMs?: number): KeyView => ({
  ...view,
  lastUsedOn: lastUsedAtMs === undefined ? null : new Date(lastUsedAtMs).toISOString().slice(0, 10),
})

function readPlan(text: string): PlanName {
  const plan = planNames.find((name) => name.toLowerCase() === text.toLowerCase())
  if (plan === undefined) throw new OperatorError(`There is no plan "${text}"; the plans are ${planNames.join(', ')}.`)
  return plan
}

function readName(text: string): string {
  return readText(text, 'A name')
}

function readText(text: string, what: string): string {
  const plain = text.normalize('NFC').trim()
  if (plain === '' || plain.length > 100) throw new OperatorError(`${what} has 1 to 100 characters.`)
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(plain)) throw new OperatorError(`${what} has no control characters.`)
  return plain
}

function readCorrection(wanted: CorrectionInput): Correction {
  const { fiat, day } = wanted
  const value = readDecimal(wanted.value)
  if (!fiats.some((code) => code === fiat)) throw new OperatorError(`There is no currency ${fiat} here.`)
  if (value === null || value <= 0) throw new OperatorError(`${wanted.value} is no price.`)
  return { fiat, day, value, why: readText(wanted.why, 'A reason') }
}
