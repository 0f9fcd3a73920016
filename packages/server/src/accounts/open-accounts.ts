import { createFairAccountQueue } from '../base/concurrency/fair-account-queue.js'
import { createSemaphore } from '../base/concurrency/semaphore.js'
import type { Config } from '../base/config.js'
import type { Log } from '../base/log/log.js'
import type { Notes } from '../base/notes.js'
import type { Runtime } from '../base/runtime.js'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type { AccountAndKeyStore, AccountList } from './account-and-key-store.js'
import type { PublishAccountEvent } from './account-events.js'
import {
  type AlertReceivers,
  createAccessRevocation,
  createAccountManagement,
  createAdminService,
  type HeldWebhooks,
} from './account-management.js'
import { createCallerCache, freshnessCheckedCallers } from './caller-cache.js'
import { type ReserveSpace, type RevokingKeyStore, revokingKeyStore } from './durable-revocation.js'
import { setupFileJob } from './jobs.js'
import { createKeys } from './keys.js'
import { createLogIn } from './log-in.js'
import { type AttemptCounter, createLogInRecorder, type LogInGuard, type LoginThrottle } from './log-in-attempts.js'
import type {
  CredentialStore,
  InviteStore,
  OneTimeLinkStore,
  RecentLogIns,
  SecondFactorStore,
  SessionStore,
} from './login-stores.js'
import { createLogInHelp, createMailedLinks, createPasswordResets, type MailLink } from './one-time-links.js'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.js'
import { createDescribeAccount, createPlanRequests } from './plan-requests.js'
import { createFirstAdminSetup, createInvites, createRegistration } from './registration.js'
import { createSecondFactors } from './second-factors.js'
import type { ReportSecurityEvent } from './security-events.js'
import { createSessions, type Sessions } from './sessions.js'
import { createRegistrationTokens, type TextBox } from './tokens.js'
import { createRecentErrors } from './usage/recent-errors.js'
import { createRecentRequests } from './usage/recent-requests.js'
import { createUsageLedger, type SharedCount } from './usage/usage-ledger.js'
import { createUsageReader } from './usage/usage-reader.js'
import type { UsageStore } from './usage/usage-store.js'

export type AccountStores = Notes & {
  readonly keys: AccountAndKeyStore
  readonly logins: CredentialStore
  readonly sessions: SessionStore
  readonly recentLogIns: RecentLogIns
  readonly links: OneTimeLinkStore
  readonly invites: InviteStore
  readonly secondFactors: SecondFactorStore
  readonly accountList: AccountList
  readonly usage: UsageStore
}

/**
 * The accounts module: callers, their keys and log-ins, and their records.
 *
 * `openKeys` opens the keys and the cache of callers, which every request needs. `openAccounts` opens the rest, once
 * limits and alerts exist: log-ins and sessions, second factors, invites, one-time links, administration, and the count
 * of requests (`usage`).
 *
 * - A revoked key is refused from the moment its revocation was acknowledged, also while the disk takes no write: a
 *   server that is alone notes it in space reserved for that. Several servers need the database for it.
 * - An account is deleted in one transaction of the store with everything it owns.
 * - A password, a key and the token of a link are stored as digests only.
 * - If no admin exists, the server leaves a setup link in a file that only its owner can read.
 * - Counts of usage are written four times a second. A crash loses later counts, unless Redis has them.
 *
 * Without the database, callers who are in the cache are admitted as before, and new ones are refused with 503.
 */
export function openKeys(ports: {
  readonly runtime: Runtime
  readonly config: Pick<Config, 'PLANS'>
  readonly store: AccountAndKeyStore
  /** Place for revocations while the disk is full; null if several servers share the data. */
  readonly reserve: ReserveSpace | null
  /** Says whether this server may have missed a change of another one; null if there is no other. */
  readonly freshness: { readonly isUpToDate: boolean; ensureFresh(): Promise<void> } | null
}) {
  const { runtime, config, store, reserve, freshness } = ports
  const keyStore = revokingKeyStore(store, reserve)
  const cache = createCallerCache({ keys: keyStore, plans: config.PLANS })
  const { applyChange, forgetEverything } = cache
  return {
    keyStore,
    callers: freshness === null ? cache : freshnessCheckedCallers(cache, freshness),
    handlers: { key_changed: applyChange, account_changed: applyChange, data_replaced: forgetEverything },
    /** Revocations that a full disk refused are stored later. */
    stop:
      reserve === null
        ? () => {}
        : runtime.repeat(1_000, 'revocations are not written down', keyStore.flushRevocations),
  }
}

export type AccountKeys = ReturnType<typeof openKeys>

/** Actions of an operator on accounts, with or without a running server. */
export function openAccountAdministration(ports: {
  readonly runtime: Pick<Runtime, 'clock'>
  readonly store: Pick<AccountStores, 'logins' | 'links' | 'secondFactors' | 'usage'> & Notes
  readonly keyStore: RevokingKeyStore
  readonly publishEvent: PublishAccountEvent
  readonly webhooks: HeldWebhooks
  readonly publicUrl: () => string
  readonly report: ReportSecurityEvent
}) {
  const { runtime, store, keyStore, publishEvent, webhooks, publicUrl, report } = ports
  const { clock } = runtime
  return {
    management: createAccountManagement({ store: keyStore, webhooks, publishEvent, report, clock }),
    keys: createKeys({ store: keyStore, lastUses: store.usage.lastUses, publishEvent, report, clock }),
    logInHelp: createLogInHelp({ store, publicUrl, report, clock }),
    report,
  }
}

export type AccountAdministration = ReturnType<typeof openAccountAdministration>

/** Ports and services that all services of this module share. */
export type AccountBase = {
  readonly store: AccountStores & { readonly keys: RevokingKeyStore }
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly calendar: Calendar
  readonly secretBox: TextBox
  readonly publicUrl: () => string
  readonly publishEvent: PublishAccountEvent
  readonly report: ReportSecurityEvent
  readonly reportBug: (error: unknown) => void
}

export type AccountContext = AccountBase & {
  readonly limits: AccountPorts['limits']['authRateLimiters']
  /** Null if this server sends no mail. */
  readonly mailLink: MailLink | null
  readonly passwords: PasswordHasher
  readonly sessions: Sessions
  readonly registrationTokens: ReturnType<typeof createRegistrationTokens>
  readonly guard: LogInGuard
}

type AccountPorts = {
  readonly runtime: Runtime
  readonly config: Config
  readonly store: AccountStores
  readonly keys: AccountKeys
  readonly administration: AccountAdministration
  readonly limits: {
    readonly sharedCount: SharedCount | null
    readonly authRateLimiters: { readonly wrongPasswords: LoginThrottle } & Readonly<
      Record<'registrations' | 'newAccounts' | 'mails' | 'planRequests', AttemptCounter>
    >
  }
  readonly alerts: { readonly mailLink: MailLink | null; readonly receivers: AlertReceivers }
  readonly tools: Pick<AccountBase, 'calendar' | 'publishEvent' | 'secretBox' | 'publicUrl' | 'report'> & {
    /** Given by tests: the logarithm of what a password costs to check. */
    readonly passwordLogCost: number | undefined
  }
}

export function openAccounts(ports: AccountPorts) {
  const { runtime, config, store, keys, administration, limits, tools } = ports
  const { clock, timers, log } = runtime
  const reportBug = runtime.logError('what follows an answer about passwords')
  const base: AccountBase = { ...tools, store: { ...store, keys: keys.keyStore }, config, log, clock, reportBug }
  const ledger = createUsageLedger({ store: store.usage, calendar: tools.calendar, shared: limits.sharedCount })
  const recentErrors = createRecentErrors(clock)
  const queue = createFairAccountQueue(timers)
  const { setupLink } = administration.logInHelp
  return {
    service: openService(base, ports),
    callers: keys.callers,
    ledger,
    recentErrors,
    recentRequests: createRecentRequests(clock),
    /** Long reads of an account follow each other, those of usage and of history together. */
    queue,
    usage: createUsageReader(base, recentErrors, queue),
    jobs: {
      setupFile: setupFileJob({ runtime, setupLink, hasAdmin: store.logins.hasAdmin, dataDir: config.DATA_DIR }),
    },
    /** The interval bounds the counts of usage that a crash loses. */
    stop: runtime.repeat(250, 'usage is not written down', ledger.flush),
  }
}

function openService(base: AccountBase, { administration, limits, alerts, tools }: AccountPorts) {
  const { config, report } = base
  const { keys, management } = administration
  const logInRecord = createLogInRecorder(base)
  const sessions = createSessions(base)
  const context: AccountContext = {
    ...base,
    limits: limits.authRateLimiters,
    mailLink: alerts.mailLink,
    passwords: createPasswordHasher({
      semaphore: createSemaphore({ maxRunning: 2, maxWaiting: 50 }),
      logCost: tools.passwordLogCost,
    }),
    sessions,
    registrationTokens: createRegistrationTokens(base),
    guard: { throttle: limits.authRateLimiters.wrongPasswords, record: logInRecord },
  }
  const secondFactors = createSecondFactors(context)
  const access = createAccessRevocation(base, alerts.receivers)
  const describe = createDescribeAccount(base, secondFactors)
  return {
    sessions,
    keys,
    management,
    setUp: createFirstAdminSetup(context, keys),
    registration: createRegistration(context),
    invites: createInvites(base),
    logIn: createLogIn(context, secondFactors),
    logInRecord,
    passwordResets: createPasswordResets(context, access),
    mailedLinks: createMailedLinks(context),
    access,
    secondFactors,
    describe,
    requestPlan: createPlanRequests(context, describe),
    adminService: createAdminService(context),
    plans: config.PLANS,
    report,
  }
}
export type AccountsModule = ReturnType<typeof openAccounts>

export type AccountService = ReturnType<typeof openService>
