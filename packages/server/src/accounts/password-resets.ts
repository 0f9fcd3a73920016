import { invalidLink } from '../base/errors/account-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { AccessCounts, AccessRevocation } from './access-revocation.js'
import type { PublishAccountEvent } from './account-events.js'
import type { CredentialStore } from './credential-store.js'
import { linkDigestOf, linkTo, makeLinkToken, type OneTimeLink } from './one-time-link.js'
import type { OneTimeLinkStore } from './one-time-link-store.js'
import type { PasswordHasher } from './password-hasher.js'
import { rejectCommonPassword } from './password-rules.js'

export type IssuedLink = { readonly link: string; readonly endsAtMs: number }

const validMs = 3_600_000

/**
 * Create a link with which the account's holder sets a new password. Null if the account has no login. The store keeps
 * only a digest.
 */
export async function issueResetLink(
  ports: { links: Pick<OneTimeLinkStore, 'save'>; publicUrl: () => string; clock: Clock },
  accountId: string,
): Promise<IssuedLink | null> {
  const { links, publicUrl, clock } = ports
  const token = makeLinkToken()
  const endsAtMs = clock.wallMs() + validMs
  const isSaved = await links.save({ digest: linkDigestOf(token), purpose: 'reset', accountId, endsAtMs })
  return isSaved ? { link: linkTo('reset', token, publicUrl()), endsAtMs } : null
}

/** Sets a new password for the holder of a link. All sessions end, and all access unless it is kept. Returns the account. */
export function createPasswordResets(ports: {
  logins: Pick<CredentialStore, 'find' | 'resetPassword'>
  links: Pick<OneTimeLinkStore, 'find'>
  passwords: PasswordHasher
  access: AccessRevocation
  isMailed: boolean
  publishEvent: PublishAccountEvent
  clock: Clock
}) {
  const { logins, links, passwords, access, isMailed, publishEvent, clock } = ports
  const invalid = () =>
    invalidLink(isMailed ? 'Ask for another mail.' : 'The operator gets a new one with p2p-server reset-link.')

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
