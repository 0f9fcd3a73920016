import { invalidLink } from '../refusals/people.js'
import type { Clock } from '../time/clock.js'
import type { TellOfAccounts } from './account-changes.js'
import { linkDigestOf, linkTo, makeLinkToken } from './link.js'
import type { LinkStore } from './link-store.js'
import type { LoginStore } from './login-store.js'
import type { Passwords } from './passwords.js'

/** A link as it is handed out. */
export type HandedLink = { readonly link: string; readonly endsAtMs: number }

const validMs = 3_600_000

/** By which the holder of an account sets a new password; null where nobody logs in to it. Only a digest of it is kept. */
export async function offerReset(
  ports: { links: Pick<LinkStore, 'save'>; publicUrl: () => string; clock: Clock },
  accountId: string,
): Promise<HandedLink | null> {
  const { links, publicUrl, clock } = ports
  const token = makeLinkToken()
  const endsAtMs = clock.wallMs() + validMs
  const isSaved = await links.save({ digest: linkDigestOf(token), purpose: 'reset', accountId, endsAtMs })
  return isSaved ? { link: linkTo('reset', token, publicUrl()), endsAtMs } : null
}

/** Sets a new password for the holder of a link, and ends all sessions. Returns the account. */
export function createPasswordReset(ports: {
  logins: Pick<LoginStore, 'resetPassword'>
  links: Pick<LinkStore, 'find'>
  passwords: Passwords
  tell: TellOfAccounts
  clock: Clock
}) {
  const { logins, links, passwords, tell, clock } = ports
  return async ({ token, wanted }: { token: string; wanted: string }): Promise<string> => {
    const digest = linkDigestOf(token)
    // Asked first: a password is slow to digest, and anybody may send a token.
    if ((await links.find(digest, 'reset', clock.wallMs())) === null) throw invalidLink(another)
    const accountId = await logins.resetPassword(digest, await passwords.digest(wanted), clock.wallMs())
    if (accountId === null) throw invalidLink(another)
    await tell({ kind: 'sessions_ended', accountId, sessionId: null })
    return accountId
  }
}

const another = 'The operator gets a new one with p2p-server reset-link.'
