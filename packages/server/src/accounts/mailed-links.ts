import type { InboxLanguage, RegistrationMode } from '@p2p-rates/contract'
import { ApiError } from '../errors/api-error.js'
import { registrationClosed } from '../errors/people.js'
import type { Clock } from '../time/clock.js'
import { type AuthRateLimits, reserveAuthAttempt } from './auth-rate-limits.js'
import { linkTo } from './link.js'
import type { LinkStore } from './link-store.js'
import type { LoginStore } from './login-store.js'
import type { OfferAccount } from './offered-account.js'
import { offerReset } from './password-resets.js'
import type { ReportSecurityEvent } from './security-event.js'

/** `join`: begins an account. `known`: the address has one already. `reset`: sets a new password. */
export type LetterKind = 'join' | 'known' | 'reset'

/** Brings a link to an address; it never fails. */
export type MailLink = (
  kind: LetterKind,
  letter: { readonly address: string; readonly link: string; readonly language: InboxLanguage },
) => Promise<void>

export type MailWish = { readonly email: string; readonly language?: InboxLanguage | undefined }

/**
 * Links by mail: for a new password, and for a new account. Neither words nor time reveal whether an account has the
 * address: the answer leaves before the look-up, and both cases cost the same.
 */
export function createMailedLinks(ports: {
  mode: RegistrationMode
  logins: Pick<LoginStore, 'findByEmail'>
  links: Pick<LinkStore, 'save'>
  notes: { setNote(name: string, value: string): Promise<void> }
  offerAccount: OfferAccount
  mailLink: MailLink | null
  mailAttempts: AuthRateLimits
  publicUrl: () => string
  report: ReportSecurityEvent
  reportBug: (error: unknown) => void
  clock: Clock
}) {
  const { mode, logins, notes, offerAccount, mailLink, mailAttempts, publicUrl, report, reportBug, clock } = ports

  const later = async (network: string, email: string, send: (mail: MailLink) => Promise<void>): Promise<void> => {
    if (mailLink === null) throw new ApiError({ code: 'mail_refused', message: 'This server sends no mail.' })
    for (const name of [`network ${network}`, `reset ${email}`])
      await reserveAuthAttempt(mailAttempts, name, 'Enough mails have been asked for. Wait before you ask again.')
    setImmediate(() => void send(mailLink).catch(reportBug))
  }

  return {
    areMailed: mailLink !== null,

    askForReset: (network: string, { email, language = 'en' }: MailWish): Promise<void> =>
      later(network, email, async (mail) => {
        const login = await logins.findByEmail(email)
        // An unknown address costs one durable write, too.
        if (login === null) return notes.setNote('unknown_reset', String(clock.wallMs()))
        const offered = await offerReset(ports, login.accountId)
        if (offered === null) return
        report({ event: 'reset_link_mailed', accountId: login.accountId, network })
        await mail('reset', { address: email, link: offered.link, language })
      }),

    askForAccount: async (network: string, { email, language = 'en' }: MailWish): Promise<void> => {
      if (mode !== 'open') throw registrationClosed('You need an invite to register on this server.')
      await later(network, email, async (mail) => {
        const isKnown = (await logins.findByEmail(email)) !== null
        const join = linkTo('join', offerAccount(email), publicUrl())
        await mail(isKnown ? 'known' : 'join', {
          address: email,
          link: isKnown ? `${publicUrl()}/login` : join,
          language,
        })
      })
    },
  }
}
