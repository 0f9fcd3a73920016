import type { LogInFields } from '@p2p-rates/contract'
import { invalidLink } from '../errors/people.js'
import { wrongLogin } from '../errors/unknown-caller.js'
import type { Clock } from '../time/clock.js'
import type { TellOfAccounts } from './account-changes.js'
import type { SessionActor } from './actor.js'
import { linkDigestOf } from './link.js'
import type { LinkStore } from './link-store.js'
import type { LogInRecord } from './log-in-record.js'
import type { Login } from './login.js'
import type { LoginStore } from './login-store.js'
import { judged, type LoginThrottle, reserveAttempt } from './login-throttle.js'
import { refuseCommon } from './password-rules.js'
import type { Passwords } from './passwords.js'
import type { SecondFactors } from './second-factors.js'
import { byHolder, type ReportSecurityEvent } from './security-event.js'
import type { SessionToken } from './session.js'
import type { Sessions } from './sessions.js'

export type LoggedIn = { readonly login: Login; readonly token: SessionToken }

/** Passwords are judged here and nowhere else. A wrong one and an unknown address take the same time and get the same words. */
export function createLogIn(ports: {
  logins: LoginStore
  links: Pick<LinkStore, 'redeemLink'>
  sessions: Sessions
  passwords: Passwords
  guesses: LoginThrottle
  secondFactors: Pick<SecondFactors, 'admit'>
  logInRecord: Pick<LogInRecord, 'failed' | 'locked'>
  report: ReportSecurityEvent
  tell: TellOfAccounts
  clock: Clock
}) {
  const { logins, links, sessions, passwords, guesses, secondFactors, logInRecord, report, tell, clock } = ports

  /** A thief of a session may not find out the password with it. This count is apart from log-ins, so neither locks the other. */
  const confirm = async (person: SessionActor, password: string): Promise<Login> => {
    const { account } = person
    const login = await logins.find(account.id)
    if (login === null) throw wrongLogin()
    const name = `session of ${account.id}`
    const guess = await reserveAttempt(guesses, { network: name, email: name }, (waitSeconds) =>
      logInRecord.locked(person.network, login.email, waitSeconds),
    )
    if (!(await judged(guess, () => passwords.fits(password, login.password, true)))) {
      report({ event: 'password_not_confirmed', ...byHolder(person) })
      throw wrongLogin()
    }
    guess.wasRight()
    return login
  }

  return {
    confirm,

    /** `code` is of the second factor. Without one where it is needed, nothing counts: the password was right. */
    logIn: async (network: string, { email, password, code }: LogInFields): Promise<LoggedIn> => {
      const guess = await reserveAttempt(guesses, { network, email }, (waitSeconds) =>
        logInRecord.locked(network, email, waitSeconds),
      )
      const login = await logins.findByEmail(email)
      const fits = await judged(guess, () => passwords.fits(password, login?.password ?? null, guess.isKnown))
      if (login !== null && fits) await judged(guess, () => secondFactors.admit({ ...login, network }, code))
      const token = login !== null && fits ? await sessions.createSession(login, network) : null
      if (login === null || token === null) {
        logInRecord.failed(login?.accountId ?? null, network)
        throw wrongLogin()
      }
      guess.wasRight()
      return { login, token }
    },

    logInByLink: async (network: string, token: string): Promise<LoggedIn> => {
      const link = await links.redeemLink(linkDigestOf(token), 'login', clock.wallMs())
      const login = link === null ? null : await logins.find(link.accountId)
      const session = login === null ? null : await sessions.createSession(login, network)
      if (login === null || session === null) throw invalidLink('Log in with your password.')
      return { login, token: session }
    },

    /** Ends all sessions of the account and begins a new one for this browser, because the token until now may be known to others. */
    changePassword: async (
      person: SessionActor,
      { current, wanted }: { current: string; wanted: string },
    ): Promise<SessionToken> => {
      const login = await confirm(person, current)
      refuseCommon(wanted, { email: login.email, param: 'new_password' })
      const password = await passwords.digest(wanted)
      if (!(await logins.changePassword(login.accountId, { from: login.password, to: password }))) throw wrongLogin()
      await tell({ kind: 'sessions_ended', accountId: login.accountId, sessionId: null })
      const token = await sessions.createSession({ ...login, password }, person.network)
      if (token === null) throw wrongLogin()
      return token
    },
  }
}

export type LogIn = ReturnType<typeof createLogIn>
