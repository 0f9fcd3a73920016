import type { NewAccount, NewAccountByLink, PlanName, RegistrationMode } from '@p2p-rates/contract'
import { emailTaken, invalidLink, registrationClosed } from '../base/errors/account-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { CredentialStore } from './credential-store.js'
import type { Invite } from './invite.js'
import type { InviteStore } from './invite-store.js'
import type { LoggedIn } from './log-in.js'
import { newAccountWithLogin } from './new-account-with-login.js'
import { linkDigestOf } from './one-time-link.js'
import type { PasswordHasher } from './password-hasher.js'
import { rejectCommonPassword } from './password-rules.js'
import { type AttemptCounter, reserveAuthAttempt } from './reserve-auth-attempt.js'
import type { Sessions } from './sessions.js'

/**
 * Registration of accounts. With mail set up, an open server requires a mailed link. Without mail, responses reveal
 * taken addresses, so each network gets few attempts.
 */
export function createRegistration(ports: {
  mode: RegistrationMode
  logins: CredentialStore
  invites: Pick<InviteStore, 'find'>
  /** The address that a mailed link proves. */
  readRegistrationToken: (token: string) => string | null
  isMailed: boolean
  passwords: PasswordHasher
  sessions: Sessions
  attempts: AttemptCounter
  /** Bounds the accounts of one network that need neither an invite nor an admin. */
  newAccounts: AttemptCounter
  clock: Clock
}) {
  const { mode, logins, invites, readRegistrationToken, isMailed, passwords, sessions, attempts, newAccounts, clock } =
    ports

  const inviteOf = async (token: string | undefined): Promise<Invite | null> => {
    if (token === undefined) {
      if (mode !== 'open')
        throw registrationClosed('You need an invite to register on this server. Its operator can send you one.')
      if (isMailed) throw registrationClosed('An account on this server begins with a link in a mail. Ask for one.')
      return null
    }
    const invite = await invites.find(linkDigestOf(token), clock.wallMs())
    if (invite === null) throw invalidLink('Ask for another invite.')
    return invite
  }

  const createAccount = async (network: string, wish: NewAccount, invite: Invite | null): Promise<LoggedIn | null> => {
    const { email, password } = wish
    if ((await logins.findByEmail(email)) !== null) throw emailTaken()
    if (invite === null) await reserveAuthAttempt(newAccounts, network, 'newAccounts')
    const plan: PlanName = invite?.plan ?? 'Free'
    const facts = { email, password: await passwords.digest(password), plan, isAdmin: false }
    const { account, login } = newAccountWithLogin({ ...facts, createdAtMs: clock.wallMs() })
    const verdict =
      invite === null ? await logins.create(account, login) : await logins.createInvited(account, login, invite.digest)
    if (verdict === 'taken') throw emailTaken()
    const token = verdict === 'created' ? await sessions.createSession(login, network) : null
    return token === null ? null : { login, token }
  }

  return {
    mode,

    register: async (network: string, wish: NewAccount): Promise<LoggedIn> => {
      if (mode === 'closed') throw registrationClosed('Registration on this server is closed.')
      await reserveAuthAttempt(attempts, network, 'registrations')
      const invite = await inviteOf(wish.invite)
      rejectCommonPassword(wish.password, { email: wish.email, param: 'password' })
      const begun = await createAccount(network, wish, invite)
      if (begun === null) throw invalidLink('Ask for another invite.')
      return begun
    },

    registerByLink: async (network: string, { token, password }: NewAccountByLink): Promise<LoggedIn> => {
      const email = mode === 'open' ? readRegistrationToken(token) : null
      // A link whose account exists was used.
      if (email === null || (await logins.findByEmail(email)) !== null) throw invalidLink('Ask for another mail.')
      rejectCommonPassword(password, { email, param: 'password' })
      const begun = await createAccount(network, { email, password }, null)
      if (begun === null) throw invalidLink('Ask for another mail.')
      return begun
    },
  }
}
