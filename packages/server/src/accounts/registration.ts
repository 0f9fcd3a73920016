import type { NewAccount, RegistrationMode } from '@p2p-rates/contract'
import { emailTaken, invalidLink, registrationClosed } from '../refusals/people.js'
import type { Clock } from '../time/clock.js'
import { type Attempts, beginAttempt } from './attempts.js'
import type { Invite } from './invite.js'
import type { InviteStore } from './invite-store.js'
import { linkDigestOf } from './link.js'
import type { LoggedIn } from './log-in.js'
import type { LoginStore } from './login-store.js'
import { newPerson } from './new-person.js'
import type { Passwords } from './passwords.js'
import type { Sessions } from './sessions.js'

/** Who may make an account, and how. Which addresses are taken is told, so attempts from one network are few. */
export function createRegistration(ports: {
  mode: RegistrationMode
  logins: LoginStore
  invites: Pick<InviteStore, 'find'>
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  clock: Clock
}) {
  const { mode, logins, invites, passwords, sessions, attempts, clock } = ports

  const inviteOf = async (token: string | undefined): Promise<Invite | null> => {
    if (token === undefined) {
      if (mode === 'open') return null
      throw registrationClosed('You need an invite to register on this server. Its operator can send you one.')
    }
    const invite = await invites.find(linkDigestOf(token), clock.wallMs())
    if (invite === null) throw invalidLink('Ask for another invite.')
    return invite
  }

  return {
    mode,
    register: async (network: string, { email, password, invite: token }: NewAccount): Promise<LoggedIn> => {
      if (mode === 'closed') throw registrationClosed('Nobody can register on this server.')
      await beginAttempt(attempts, network, 'Too many attempts to register. Wait before you try again.')
      const invite = await inviteOf(token)
      if ((await logins.findByEmail(email)) !== null) throw emailTaken()
      const { account, login } = newPerson({
        email,
        password: await passwords.digest(password),
        plan: invite?.plan ?? 'Free',
        isAdmin: false,
        createdAtMs: clock.wallMs(),
      })
      const verdict =
        invite === null
          ? await logins.create(account, login)
          : await logins.createInvited(account, login, invite.digest)
      if (verdict === 'taken') throw emailTaken()
      const session = verdict === 'created' ? await sessions.begin(login, network) : null
      if (session === null) throw invalidLink('Ask for another invite.')
      return { login, token: session }
    },
  }
}
