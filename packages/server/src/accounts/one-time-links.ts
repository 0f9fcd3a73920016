import type { InboxLanguage } from '@p2p-rates/contract'
import { invalidLink, registrationClosed } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { AccessCounts, AccessRevocation } from './account-management.js'
import { reserveAuthAttempt } from './log-in-attempts.js'
import type { LinkPurpose, OneTimeLink, OneTimeLinkStore, SecondFactorStore } from './login-stores.js'
import type { AccountContext } from './open-accounts.js'
import { rejectCommonPassword } from './password-rules.js'
import { issueSetupLink, type SetupLinkPorts } from './registration.js'
import { byOperator, type ReportSecurityEvent } from './security-events.js'
import { linkDigestOf, linkTo, makeToken } from './tokens.js'

export type IssuedLink = { readonly link: string; readonly endsAtMs: number }

export type LinkPorts = {
  readonly store: { readonly links: Pick<OneTimeLinkStore, 'save'> }
  readonly publicUrl: () => string
  readonly clock: Clock
}

/** A login link rarely expires: it is used soon, or the server is a short-lived demo. */
const validMs: Readonly<Record<LinkPurpose, number>> = { reset: 3_600_000, login: 365 * 86_400_000 }

/** The store keeps only a digest of the link. Null if the account has no login. */
export async function issueLink(
  { store, publicUrl, clock }: LinkPorts,
  purpose: LinkPurpose,
  accountId: string,
): Promise<IssuedLink | null> {
  const token = makeToken()
  const endsAtMs = clock.wallMs() + validMs[purpose]
  const isSaved = await store.links.save({ digest: linkDigestOf(token), purpose, accountId, endsAtMs })
  return isSaved ? { link: linkTo(purpose, token, publicUrl()), endsAtMs } : null
}

/** Sets a new password for the holder of a link. All sessions end, and all access unless it is kept. Returns the account. */
export function createPasswordResets(context: AccountContext, access: AccessRevocation) {
  const { store, passwords, mailLink, publishEvent, clock } = context
  const { logins, links } = store
  const invalid = () =>
    invalidLink(mailLink !== null ? 'Ask for another mail.' : 'The operator gets a new one with p2p-server reset-link.')

  const find = async (token: string): Promise<OneTimeLink> => {
    const link = await links.find(linkDigestOf(token), 'reset', clock.wallMs())
    if (link === null) throw invalid()
    return link
  }

  return {
    /** Returns how many keys, webhooks and inboxes end with the old password unless the user keeps them. */
    preview: async (token: string): Promise<AccessCounts> => access.countAccess((await find(token)).accountId),

    reset: async (wish: { token: string; wanted: string; keepsAccess: boolean }): Promise<string> => {
      const { token, wanted, keepsAccess } = wish
      // Check the link first: a password is slow to digest, and everyone may send a token.
      const { accountId } = await find(token)
      rejectCommonPassword(wanted, { email: (await logins.find(accountId))?.email, param: 'new_password' })
      const to = await passwords.digest(wanted)
      const replaced = await logins.resetPassword(linkDigestOf(token), { to, keepsAccess, nowMs: clock.wallMs() })
      if (replaced === null) throw invalid()
      await publishEvent({ kind: 'sessions_ended', accountId, sessionId: null })
      await access.follow(accountId, replaced.ended)
      return accountId
    },
  }
}

/** The operator's help for users who cannot log in. */
export function createLogInHelp(
  ports: SetupLinkPorts & {
    readonly store: { readonly secondFactors: SecondFactorStore } & LinkPorts['store']
    readonly report: ReportSecurityEvent
  },
) {
  const {
    store: { logins, secondFactors },
    report,
  } = ports

  const accountWith = async (email: string): Promise<string> => {
    const login = await logins.findByEmail(email.trim().toLowerCase())
    if (login === null) throw noAddress()
    return login.accountId
  }

  const issue = async (purpose: LinkPurpose, email: string): Promise<IssuedLink> => {
    const accountId = await accountWith(email)
    const issued = await issueLink(ports, purpose, accountId)
    if (issued === null) throw noAddress()
    report({ event: `${purpose}_link_made`, accountId, ...byOperator })
    return issued
  }

  return {
    setupLink: async (): Promise<IssuedLink> => {
      const issued = await issueSetupLink(ports)
      report({ event: 'setup_link_made', ...byOperator })
      return issued
    },
    resetLink: (email: string) => issue('reset', email),
    loginLink: (email: string) => issue('login', email),
    removeSecondFactor: async (email: string): Promise<void> => {
      const accountId = await accountWith(email)
      if (!(await secondFactors.turnOff(accountId))) throw new OperatorError('This account has no second factor.')
      report({ event: 'second_factor_off', accountId, ...byOperator })
    },
  }
}

const noAddress = () => new OperatorError('No account has this address.')

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
export function createMailedLinks(context: AccountContext) {
  const { config, store, registrationTokens, mailLink, limits, publicUrl, report, reportBug, clock } = context

  const sendAfterReply = async (
    network: string,
    email: string,
    send: (mail: MailLink) => Promise<void>,
  ): Promise<void> => {
    if (mailLink === null) throw new ApiError({ code: 'mail_refused', message: 'This server sends no mail.' })
    for (const name of [`network ${network}`, `reset ${email}`]) await reserveAuthAttempt(limits.mails, name, 'mails')
    setImmediate(() => void send(mailLink).catch(reportBug))
  }

  return {
    isMailEnabled: mailLink !== null,

    requestReset: (network: string, { email, language = 'en' }: LinkMailRequest): Promise<void> =>
      sendAfterReply(network, email, async (mail) => {
        const login = await store.logins.findByEmail(email)
        // An unknown address costs one durable write, too.
        if (login === null) return store.setMeta('unknown_reset', String(clock.wallMs()))
        const offered = await issueLink(context, 'reset', login.accountId)
        if (offered === null) return
        report({ event: 'reset_link_mailed', accountId: login.accountId, network })
        await mail('reset', { address: email, link: offered.link, language })
      }),

    requestAccount: async (network: string, { email, language = 'en' }: LinkMailRequest): Promise<void> => {
      if (config.REGISTRATION !== 'open') throw registrationClosed('You need an invite to register on this server.')
      await sendAfterReply(network, email, async (mail) => {
        const isKnown = (await store.logins.findByEmail(email)) !== null
        const join = linkTo('join', registrationTokens.issueToken(email), publicUrl())
        await mail(isKnown ? 'known' : 'join', {
          address: email,
          link: isKnown ? `${publicUrl()}/login` : join,
          language,
        })
      })
    },
  }
}
