import type { LogInFields } from '@p2p-rates/contract'
import { invalidLink, wrongLogin } from '../base/errors/account-errors.js'
import type { SessionActor } from './actor.js'
import { reserveAttempt, takeBackOnError } from './log-in-attempts.js'
import type { StoredLogin } from './login-stores.js'
import type { AccountContext } from './open-accounts.js'
import { rejectCommonPassword } from './password-rules.js'
import type { SecondFactors } from './second-factors.js'
import { byHolder } from './security-events.js'
import { linkDigestOf } from './tokens.js'

export type LoggedIn = { readonly login: StoredLogin; readonly token: string }

/** Passwords are judged here and nowhere else. A wrong one and an unknown address take the same time and get the same words. */
export function createLogIn(context: AccountContext, secondFactors: Pick<SecondFactors, 'requireCode'>) {
  const { store, sessions, passwords, guard, report, publishEvent, clock } = context
  const { logins, links } = store

  /** A thief of a session may not find out the password with it. This count is apart from log-ins, so neither locks the other. */
  const confirm = async (person: SessionActor, password: string): Promise<StoredLogin> => {
    const { account } = person
    const login = await logins.find(account.id)
    if (login === null) throw wrongLogin()
    const name = `session of ${account.id}`
    const attempt = await reserveAttempt(guard, { network: name, email: name }, { ...person, email: login.email })
    if (!(await takeBackOnError(attempt, () => passwords.verifyPassword(password, login.password, true)))) {
      report({ event: 'password_not_confirmed', ...byHolder(person) })
      throw wrongLogin()
    }
    attempt.wasRight()
    return login
  }

  return {
    confirm,

    /** `code` is of the second factor. Without one where it is needed, nothing counts: the password was right. */
    logIn: async (network: string, { email, password, code }: LogInFields): Promise<LoggedIn> => {
      const attempt = await reserveAttempt(guard, { network, email })
      const login = await logins.findByEmail(email)
      const fits = await takeBackOnError(attempt, () =>
        passwords.verifyPassword(password, login?.password ?? null, attempt.isKnown),
      )
      if (login !== null && fits)
        await takeBackOnError(attempt, () => secondFactors.requireCode({ ...login, network }, code))
      const token = login !== null && fits ? await sessions.createSession(login, network) : null
      if (login === null || token === null) {
        guard.record.failed(login?.accountId ?? null, network)
        throw wrongLogin()
      }
      attempt.wasRight()
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
    ): Promise<string> => {
      const login = await confirm(person, current)
      rejectCommonPassword(wanted, { email: login.email, param: 'new_password' })
      const password = await passwords.digest(wanted)
      if (!(await logins.changePassword(login.accountId, { from: login.password, to: password }))) throw wrongLogin()
      await publishEvent({ kind: 'sessions_ended', accountId: login.accountId, sessionId: null })
      const token = await sessions.createSession({ ...login, password }, person.network)
      if (token === null) throw wrongLogin()
      return token
    },
  }
}

export type LogIn = ReturnType<typeof createLogIn>
