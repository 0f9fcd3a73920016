import type { RegistrationMode } from '@p2p-rates/contract'
import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import { createAccess, type Receivers } from './access.js'
import type { TellOfAccounts } from './account-changes.js'
import type { AccountList } from './account-list.js'
import { createAdminService } from './admin-service.js'
import type { AuthRateLimits } from './auth-rate-limits.js'
import type { Deletion } from './deletion.js'
import { createAboutAccount } from './describe-account.js'
import type { InviteStore } from './invite-store.js'
import { createInvites } from './invites.js'
import type { KeyStore } from './key-store.js'
import type { LinkStore } from './link-store.js'
import { createLogIn } from './log-in.js'
import { createLogInRecord } from './log-in-record.js'
import type { LoginStore } from './login-store.js'
import type { LoginThrottle } from './login-throttle.js'
import { createMailedLinks, type MailLink } from './mailed-links.js'
import { createOfferedAccounts } from './offered-account.js'
import { createOwnKeys } from './own-keys.js'
import { createPasswordReset } from './password-resets.js'
import type { Passwords } from './passwords.js'
import { createPlanRequests, type TellOperator } from './plan-requests.js'
import type { PlanTable } from './plan-table.js'
import type { RecentLogIns } from './recent-log-ins.js'
import { createRegistration } from './registration.js'
import type { FactorSeal } from './second-factor.js'
import type { SecondFactorStore } from './second-factor-store.js'
import { createSecondFactors } from './second-factors.js'
import type { ReportSecurityEvent } from './security-event.js'
import type { SessionStore } from './session-store.js'
import { createSessions } from './sessions.js'
import { createSetup, type SetupNotes } from './setup.js'

export function createAccountService(ports: {
  keys: KeyStore
  logins: LoginStore
  sessions: SessionStore
  recentLogIns: RecentLogIns
  invites: InviteStore
  notes: SetupNotes
  passwords: Passwords
  guesses: LoginThrottle
  registration: {
    readonly mode: RegistrationMode
    readonly attempts: AuthRateLimits
    readonly newAccounts: AuthRateLimits
  }
  planRequests: {
    readonly tellOperator: TellOperator | null
    readonly contact: string | null
    readonly attempts: AuthRateLimits
  }
  links: LinkStore
  mailLink: MailLink | null
  mailAttempts: AuthRateLimits
  reportBug: (error: unknown) => void
  report: ReportSecurityEvent
  secondFactors: SecondFactorStore
  seal: FactorSeal
  receivers: Receivers
  accountList: AccountList
  deletion: Deletion
  publicUrl: () => string
  plans: PlanTable
  /** Requests counted against the account's quota, for every recorded month. */
  countedByMonth: (accountId: string) => Promise<Iterable<readonly [month: number, counted: number]>>
  lastUses: (accountId: string) => Promise<ReadonlyMap<string, number>>
  tell: TellOfAccounts
  clock: Clock
  calendar: Calendar
}) {
  const sessions = createSessions({ ...ports, store: ports.sessions })
  const ownKeys = createOwnKeys({ ...ports, store: ports.keys })
  const logInRecord = createLogInRecord(ports)
  const secondFactors = createSecondFactors({ ...ports, logInRecord, store: ports.secondFactors })
  const access = createAccess(ports)
  const offered = createOfferedAccounts(ports)
  const isMailed = ports.mailLink !== null
  const people = { ...ports, sessions, ownKeys, logInRecord, secondFactors, access, isMailed }
  const describe = createAboutAccount({ ...ports, accounts: ports.keys, secondFactors })
  return {
    sessions,
    ownKeys,
    setUp: createSetup(people),
    registration: createRegistration({ ...people, ...ports.registration, readOffer: offered.read }),
    invites: createInvites({ ...people, mode: ports.registration.mode }),
    logIn: createLogIn(people),
    logInRecord,
    passwordResets: createPasswordReset(people),
    mailedLinks: createMailedLinks({ ...ports, mode: ports.registration.mode, offerAccount: offered.offer }),
    access,
    secondFactors,
    deletion: ports.deletion,
    describe,
    requestPlan: createPlanRequests({ ...ports.planRequests, describe, clock: ports.clock }),
    adminService: createAdminService(people),
    plans: ports.plans,
    report: ports.report,
  }
}

export type AccountService = ReturnType<typeof createAccountService>
