import type { Clock } from '../base/time/clock.js'

/** Keeps text so that only this server and its replicas can make it or read it. */
export type LinkSecretBox = {
  seal(text: string, boundTo: string): Uint8Array
  open(sealed: Uint8Array, boundTo: string): string
  canOpen(sealed: Uint8Array, boundTo: string): boolean
}

/** Makes the secret of a link by which the reader of an address begins an account. */
export type IssueRegistrationToken = (email: string) => string

const validMs = 3_600_000
const boundTo = 'an offered account'

/** The link itself carries the address and its expiry, sealed. The server stores nothing about unregistered people. */
export function createRegistrationTokens({ secretBox, clock }: { secretBox: LinkSecretBox; clock: Clock }) {
  const issueToken: IssueRegistrationToken = (email) => {
    const text = `${clock.wallMs() + validMs} ${email}`
    return `${mark}${Buffer.from(secretBox.seal(text, boundTo)).toString('base64url')}`
  }
  return {
    offer: issueToken,
    /** The address that was proven, or null for a link that is too old or not ours. */
    readToken: (token: string): string | null => {
      if (!token.startsWith(mark)) return null
      const sealed = Buffer.from(token.slice(mark.length), 'base64url')
      if (!secretBox.canOpen(sealed, boundTo)) return null
      const [endsAtMs, email = ''] = secretBox.open(sealed, boundTo).split(' ')
      return clock.wallMs() < Number(endsAtMs) ? email : null
    },
  }
}

/** Shows the page that the link is no invite. */
const mark = 'mail.'
