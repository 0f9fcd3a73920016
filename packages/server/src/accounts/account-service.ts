import type { RegistrationMode } from '@p2p-rates/contract'
import type { Calendar } from '../base/time/calendar.js'
import type { Clock } from '../base/time/clock.js'
import { type AlertReceivers, createAccessRevocation } from './access-revocation.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import type { AccountDeletion } from './account-deletion.js'
import type { PublishAccountEvent } from './account-events.js'
import type { AccountList } from './account-list.js'
import { createAdminService } from './admin-service.js'
import type { CredentialStore } from './credential-store.js'
import { createDescribeAccount } from './describe-account.js'
import { createFirstAdminSetup, type SetupNotes } from './first-admin-setup.js'
import type { InviteStore } from './invite-store.js'
import { createInvites } from './invites.js'
import { createLogIn } from './log-in.js'
import { createLogInRecorder } from './log-in-recorder.js'
import type { LoginThrottle } from './login-throttle.js'
import { createMailedLinks, type MailLink } from './mailed-links.js'
import type { OneTimeLinkStore } from './one-time-link-store.js'
import { createOwnKeys } from './own-keys.js'
import type { PasswordHasher } from './password-hasher.js'
import { createPasswordResets } from './password-resets.js'
import { createPlanRequests, type NotifyOperator } from './plan-requests.js'
import type { PlanTable } from './plan-table.js'
import type { RecentLogIns } from './recent-log-ins.js'
import { createRegistration } from './registration.js'
import { createRegistrationTokens } from './registration-tokens.js'
import type { AttemptCounter } from './reserve-auth-attempt.js'
import type { FactorSecretBox } from './second-factor.js'
import type { SecondFactorStore } from './second-factor-store.js'
import { createSecondFactors } from './second-factors.js'
import type { ReportSecurityEvent } from './security-event.js'
import type { SessionStore } from './session-store.js'
import { createSessions } from './sessions.js'

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
  secretBox: FactorSecretBox
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
