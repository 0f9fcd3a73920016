import type { RegistrationMode } from '@p2p-rates/contract'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import type { AccountAndKeyStore, AccountList } from './account-and-key-store.js'
import { type AccountDeletion, type AlertReceivers, createAccessRevocation } from './account-deletion.js'
import type { PublishAccountEvent } from './account-events.js'
import { createAdminService, createOwnKeys } from './account-management.js'
import type { PlanTable } from './actor.js'
import { createDescribeAccount } from './describe-account.js'
import { createLogIn } from './log-in.js'
import { type AttemptCounter, createLogInRecorder, type LoginThrottle } from './log-in-attempts.js'
import type {
  CredentialStore,
  InviteStore,
  OneTimeLinkStore,
  RecentLogIns,
  SecondFactorStore,
  SessionStore,
} from './login-stores.js'
import { createMailedLinks, createPasswordResets, type MailLink } from './one-time-links.js'
import type { PasswordHasher } from './password-hasher.js'
import { createPlanRequests, type NotifyOperator } from './plan-requests.js'
import { createFirstAdminSetup, createInvites, createRegistration, type SetupNotes } from './registration.js'
import { createSecondFactors } from './second-factors.js'
import type { ReportSecurityEvent } from './security-events.js'
import { createSessions } from './sessions.js'
import { createRegistrationTokens, type TextBox } from './tokens.js'

export function createAccountService(ports: {
  keys: AccountAndKeyStore
  logins: CredentialStore
  sessions: SessionStore
  recentLogIns: RecentLogIns
  invites: InviteStore
  notes: SetupNotes
  passwords: PasswordHasher
  loginThrottle: LoginThrottle
  registration: {
    readonly mode: RegistrationMode
    readonly attempts: AttemptCounter
    readonly newAccounts: AttemptCounter
  }
  planRequests: {
    readonly notifyOperator: NotifyOperator | null
    readonly contact: string | null
    readonly attempts: AttemptCounter
  }
  links: OneTimeLinkStore
  mailLink: MailLink | null
  mailAttempts: AttemptCounter
  reportBug: (error: unknown) => void
  report: ReportSecurityEvent
  secondFactors: SecondFactorStore
  secretBox: TextBox
  receivers: AlertReceivers
  accountList: AccountList
  deletion: AccountDeletion
  publicUrl: () => string
  plans: PlanTable
  /** Requests counted against the account's quota, for every recorded month. */
  countedByMonth: (accountId: string) => Promise<Iterable<readonly [month: number, counted: number]>>
  lastUses: (accountId: string) => Promise<ReadonlyMap<string, number>>
  publishEvent: PublishAccountEvent
  clock: Clock
  calendar: Calendar
}) {
  const sessions = createSessions({ ...ports, store: ports.sessions })
  const ownKeys = createOwnKeys({ ...ports, store: ports.keys })
  const logInRecord = createLogInRecorder(ports)
  const secondFactors = createSecondFactors({ ...ports, logInRecord, store: ports.secondFactors })
  const access = createAccessRevocation(ports)
  const registrationTokens = createRegistrationTokens(ports)
  const isMailed = ports.mailLink !== null
  const shared = { ...ports, sessions, ownKeys, logInRecord, secondFactors, access, isMailed }
  const describe = createDescribeAccount({ ...ports, accounts: ports.keys, secondFactors })
  return {
    sessions,
    ownKeys,
    setUp: createFirstAdminSetup(shared),
    registration: createRegistration({
      ...shared,
      ...ports.registration,
      readRegistrationToken: registrationTokens.readToken,
    }),
    invites: createInvites({ ...shared, mode: ports.registration.mode }),
    logIn: createLogIn(shared),
    logInRecord,
    passwordResets: createPasswordResets(shared),
    mailedLinks: createMailedLinks({
      ...ports,
      mode: ports.registration.mode,
      issueRegistrationToken: registrationTokens.offer,
    }),
    access,
    secondFactors,
    deletion: ports.deletion,
    describe,
    requestPlan: createPlanRequests({ ...ports.planRequests, describe, clock: ports.clock }),
    adminService: createAdminService(shared),
    plans: ports.plans,
    report: ports.report,
  }
}

export type AccountService = ReturnType<typeof createAccountService>
