import { ApiError } from '../refusals/api-error.js'
import type { Clock } from '../time/clock.js'
import { type Attempts, beginAttempt } from './attempts.js'
import type { LinkStore } from './link-store.js'
import type { LoginStore } from './login-store.js'
import { offerReset } from './password-resets.js'
import type { ReportSecurityEvent } from './security-event.js'

/** Brings a link to an address; it never fails. */
export type MailLink = (address: string, link: string) => Promise<void>

/**
 * A link for a new password, by mail. Neither words nor time tell whether an account has the address: the answer leaves
 * before the look-up, and an unknown address costs one durable write, too.
 */
export function createResetMails(ports: {
  logins: Pick<LoginStore, 'findByEmail'>
  links: Pick<LinkStore, 'save'>
  notes: { setNote(name: string, value: string): Promise<void> }
  /** Null where this server sends no mail. */
  mailReset: MailLink | null
  mailAttempts: Attempts
  publicUrl: () => string
  report: ReportSecurityEvent
  reportBug: (error: unknown) => void
  clock: Clock
}) {
  const { logins, notes, mailReset, mailAttempts, report, reportBug, clock } = ports

  const mailTo = async (network: string, email: string, mail: MailLink): Promise<void> => {
    const login = await logins.findByEmail(email)
    if (login === null) return notes.setNote('unknown_reset', String(clock.wallMs()))
    const offered = await offerReset(ports, login.accountId)
    if (offered === null) return
    report({ event: 'reset_link_mailed', accountId: login.accountId, network })
    await mail(email, offered.link)
  }

  return {
    areMailed: mailReset !== null,
    ask: async (network: string, email: string): Promise<void> => {
      if (mailReset === null) throw new ApiError({ code: 'mail_refused', message: 'This server sends no mail.' })
      for (const name of [`network ${network}`, `reset ${email}`])
        await beginAttempt(mailAttempts, name, 'Enough mails have been asked for. Wait before you ask again.')
      setImmediate(() => void mailTo(network, email, mailReset).catch(reportBug))
    },
  }
}
