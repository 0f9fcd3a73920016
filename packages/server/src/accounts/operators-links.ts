import { OperatorError } from '../refusals/operator-error.js'
import type { Clock } from '../time/clock.js'
import { linkDigestOf, linkTo, makeLinkToken } from './link.js'
import type { LinkStore } from './link-store.js'
import type { LoginStore } from './login-store.js'
import { type HandedLink, offerReset } from './password-resets.js'
import { offerSetup, type SetupNotes } from './setup.js'

/** Nobody waits for its end: it is used, or its server was one for a day. */
const loginLinkMs = 365 * 86_400_000

/** The links that an operator hands out. */
export function createOperatorsLinks(ports: {
  logins: Pick<LoginStore, 'findByEmail' | 'hasAdmin'>
  links: Pick<LinkStore, 'save'>
  notes: SetupNotes
  publicUrl: () => string
  clock: Clock
}) {
  const { logins, links, publicUrl, clock } = ports

  const accountWith = async (email: string): Promise<string> => {
    const login = await logins.findByEmail(email.trim().toLowerCase())
    if (login === null) throw new OperatorError('Nobody logs in with this address.')
    return login.accountId
  }

  return {
    setupLink: () => offerSetup(ports),
    resetLink: async (email: string): Promise<HandedLink> => {
      const offered = await offerReset(ports, await accountWith(email))
      if (offered === null) throw new OperatorError('Nobody logs in with this address.')
      return offered
    },
    loginLink: async (email: string): Promise<HandedLink> => {
      const token = makeLinkToken()
      const endsAtMs = clock.wallMs() + loginLinkMs
      await links.save({ digest: linkDigestOf(token), purpose: 'login', accountId: await accountWith(email), endsAtMs })
      return { link: linkTo('login', token, publicUrl()), endsAtMs }
    },
  }
}
