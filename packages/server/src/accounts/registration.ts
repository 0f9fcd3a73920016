import type { NewAccount, NewAccountByLink, PlanName, RegistrationMode } from '@p2p-rates/contract'
import { emailTaken, invalidLink, registrationClosed } from '../errors/people.js'
import type { Clock } from '../time/clock.js'
import { type AuthRateLimits, reserveAuthAttempt } from './auth-rate-limits.js'
import type { Invite } from './invite.js'
import type { InviteStore } from './invite-store.js'
import { linkDigestOf } from './link.js'
import type { LoggedIn } from './log-in.js'
import { createLoginRow } from './login-row.js'
import type { LoginStore } from './login-store.js'
import { refuseCommon } from './password-rules.js'
import type { Passwords } from './passwords.js'
import type { Sessions } from './sessions.js'

/**
 * Registration of accounts. With mail set up, an open server requires a mailed link. Without mail, responses reveal
 * taken addresses, so each network gets few attempts.
 */
export function createRegistration(ports: {
  mode: RegistrationMode
  logins: LoginStore
  invites: Pick<InviteStore, 'find'>
  /** The address that a mailed link proves. */
  readOffer: (token: string) => string | null
  isMailed: boolean
  passwords: Passwords
  sessions: Sessions
  attempts: AuthRateLimits
  /** Bounds the accounts of one network that need neither an invite nor an admin. */
  newAccounts: AuthRateLimits
  clock: Clock
}) {
  const { mode, logins, invites, readOffer, isMailed, passwords, sessions, attempts, newAccounts, clock } = ports

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

  const begin = async (network: string, wish: NewAccount, invite: Invite | null): Promise<LoggedIn | null> => {
    const { email, password } = wish
    if ((await logins.findByEmail(email)) !== null) throw emailTaken()
    if (invite === null)
      await reserveAuthAttempt(newAccounts, network, 'Enough accounts were made from your network today.')
    const plan: PlanName = invite?.plan ?? 'Free'
    const facts = { email, password: await passwords.digest(password), plan, isAdmin: false }
    const { account, login } = createLoginRow({ ...facts, createdAtMs: clock.wallMs() })
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
      await reserveAuthAttempt(attempts, network, 'Too many attempts to register. Wait before you try again.')
      const invite = await inviteOf(wish.invite)
      refuseCommon(wish.password, { email: wish.email, param: 'password' })
      const begun = await begin(network, wish, invite)
      if (begun === null) throw invalidLink('Ask for another invite.')
      return begun
    },

    registerByLink: async (network: string, { token, password }: NewAccountByLink): Promise<LoggedIn> => {
      const email = mode === 'open' ? readOffer(token) : null
      // A link whose account exists was used.
      if (email === null || (await logins.findByEmail(email)) !== null) throw invalidLink('Ask for another mail.')
      refuseCommon(password, { email, param: 'password' })
      const begun = await begin(network, { email, password }, null)
      if (begun === null) throw invalidLink('Ask for another mail.')
      return begun
    },
  }
}
