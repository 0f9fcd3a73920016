import { OperatorError } from '../base/errors/operator-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { CredentialStore } from './credential-store.js'
import { issueSetupLink, type SetupNotes } from './first-admin-setup.js'
import { linkDigestOf, linkTo, makeLinkToken } from './one-time-link.js'
import type { OneTimeLinkStore } from './one-time-link-store.js'
import { type IssuedLink, issueResetLink } from './password-resets.js'
import { byOperator, type ReportSecurityEvent } from './security-event.js'

/** Validity of 365 days. Expiry rarely matters: the link is used soon, or the server is a short-lived demo. */
const loginLinkMs = 365 * 86_400_000

export function createOperatorIssuedLinks(ports: {
  logins: Pick<CredentialStore, 'findByEmail' | 'hasAdmin'>
  links: Pick<OneTimeLinkStore, 'save'>
  notes: SetupNotes
  publicUrl: () => string
  report: ReportSecurityEvent
  clock: Clock
}) {
  const { logins, links, publicUrl, report, clock } = ports

  const accountWith = async (email: string): Promise<string> => {
    const login = await logins.findByEmail(email.trim().toLowerCase())
    if (login === null) throw new OperatorError('No account has this address.')
    return login.accountId
  }

  return {
    setupLink: async (): Promise<IssuedLink> => {
      const offered = await issueSetupLink(ports)
      report({ event: 'setup_link_made', ...byOperator })
      return offered
    },
    resetLink: async (email: string): Promise<IssuedLink> => {
      const accountId = await accountWith(email)
      const offered = await issueResetLink(ports, accountId)
      if (offered === null) throw new OperatorError('No account has this address.')
      report({ event: 'reset_link_made', accountId, ...byOperator })
      return offered
    },
    loginLink: async (email: string): Promise<IssuedLink> => {
      const token = makeLinkToken()
      const endsAtMs = clock.wallMs() + loginLinkMs
      const accountId = await accountWith(email)
      await links.save({ digest: linkDigestOf(token), purpose: 'login', accountId, endsAtMs })
      report({ event: 'login_link_made', accountId, ...byOperator })
      return { link: linkTo('login', token, publicUrl()), endsAtMs }
    },
  }
}
