import type { InboxLanguage, RegistrationMode } from '@p2p-rates/contract'
import { registrationClosed } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import type { Clock } from '../base/time/clock.js'
import type { CredentialStore } from './credential-store.js'
import { linkTo } from './one-time-link.js'
import type { OneTimeLinkStore } from './one-time-link-store.js'
import { issueResetLink } from './password-resets.js'
import type { IssueRegistrationToken } from './registration-tokens.js'
import { type AttemptCounter, reserveAuthAttempt } from './reserve-auth-attempt.js'
import type { ReportSecurityEvent } from './security-event.js'

/** `join`: begins an account. `known`: the address has one already. `reset`: sets a new password. */
export type AccountMailTemplate = 'join' | 'known' | 'reset'

/** Brings a link to an address; it never fails. */
export type MailLink = (
  kind: AccountMailTemplate,
  letter: { readonly address: string; readonly link: string; readonly language: InboxLanguage },
) => Promise<void>

export type LinkMailRequest = { readonly email: string; readonly language?: InboxLanguage | undefined }

/**
 * Links by mail: for a new password, and for a new account. Neither words nor time reveal whether an account has the
 * address: the answer leaves before the look-up, and both cases cost the same.
 */
export function createMailedLinks(ports: {
  mode: RegistrationMode
  logins: Pick<CredentialStore, 'findByEmail'>
  links: Pick<OneTimeLinkStore, 'save'>
  notes: { setMeta(name: string, value: string): Promise<void> }
  issueRegistrationToken: IssueRegistrationToken
  mailLink: MailLink | null
  mailAttempts: AttemptCounter
  publicUrl: () => string
  report: ReportSecurityEvent
  reportBug: (error: unknown) => void
  clock: Clock
}) {
  const { mode, logins, notes, issueRegistrationToken, mailLink, mailAttempts, publicUrl, report, reportBug, clock } =
    ports

  const sendAfterReply = async (
    network: string,
    email: string,
    send: (mail: MailLink) => Promise<void>,
  ): Promise<void> => {
    if (mailLink === null) throw new ApiError({ code: 'mail_refused', message: 'This server sends no mail.' })
    for (const name of [`network ${network}`, `reset ${email}`]) await reserveAuthAttempt(mailAttempts, name, 'mails')
    setImmediate(() => void send(mailLink).catch(reportBug))
  }

  return {
    isMailEnabled: mailLink !== null,

    requestReset: (network: string, { email, language = 'en' }: LinkMailRequest): Promise<void> =>
      sendAfterReply(network, email, async (mail) => {
        const login = await logins.findByEmail(email)
        // An unknown address costs one durable write, too.
        if (login === null) return notes.setMeta('unknown_reset', String(clock.wallMs()))
        const offered = await issueResetLink(ports, login.accountId)
        if (offered === null) return
        report({ event: 'reset_link_mailed', accountId: login.accountId, network })
        await mail('reset', { address: email, link: offered.link, language })
      }),

    requestAccount: async (network: string, { email, language = 'en' }: LinkMailRequest): Promise<void> => {
      if (mode !== 'open') throw registrationClosed('You need an invite to register on this server.')
      await sendAfterReply(network, email, async (mail) => {
        const isKnown = (await logins.findByEmail(email)) !== null
        const join = linkTo('join', issueRegistrationToken(email), publicUrl())
        await mail(isKnown ? 'known' : 'join', {
          address: email,
          link: isKnown ? `${publicUrl()}/login` : join,
          language,
        })
      })
    },
  }
}
