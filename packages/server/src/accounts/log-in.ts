import { wrongLogin } from '../refusals/unknown-caller.js'
import type { SessionActor } from './actor.js'
import { beginGuess, type Guesses } from './guesses.js'
import type { Login } from './login.js'
import type { LoginStore } from './login-store.js'
import type { Passwords } from './passwords.js'
import type { SessionToken } from './session.js'
import type { Sessions } from './sessions.js'

export type LoggedIn = { readonly login: Login; readonly token: SessionToken }

/** Passwords are judged here and nowhere else. A wrong one and an unknown address take the same time and get the same words. */
export function createLogIn(ports: { logins: LoginStore; sessions: Sessions; passwords: Passwords; guesses: Guesses }) {
  const { logins, sessions, passwords, guesses } = ports

  return {
    logIn: async (network: string, { email, password }: { email: string; password: string }): Promise<LoggedIn> => {
      const guess = beginGuess(guesses, network, email)
      const login = await logins.findByEmail(email)
      const fits = await passwords.fits(password, login?.password ?? null)
      const token = login !== null && fits ? await sessions.begin(login) : null
      if (login === null || token === null) throw wrongLogin()
      guess.wasRight()
      return { login, token }
    },

    /** Who has stolen a session may not find out the password with it. All other sessions end. */
    changePassword: async (
      { account, sessionId }: SessionActor,
      { current, wanted }: { current: string; wanted: string },
    ): Promise<void> => {
      const login = await logins.find(account.id)
      if (login === null) throw wrongLogin()
      const guess = beginGuess(guesses, `session ${sessionId}`, login.email)
      if (!(await passwords.fits(current, login.password))) throw wrongLogin()
      guess.wasRight()
      const change = { from: login.password, to: await passwords.digest(wanted), keep: sessionId }
      if (!(await logins.changePassword(account.id, change))) throw wrongLogin()
    },
  }
}

export type LogIn = ReturnType<typeof createLogIn>
