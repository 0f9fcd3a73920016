import type { IncomingMessage } from 'node:http'
import type { CsrfCheck } from './csrf.js'

export interface SessionCookie {
  /** `null` if the request has none, or more than one: then another site has set a second one. */
  readToken(request: IncomingMessage): string | null
  /** Returns the header that sets the cookie; a `null` token removes it. */
  write(request: IncomingMessage, token: string | null): readonly [name: string, value: string]
}

const plainName = 'p2p_session'
/** Browsers accept a `__Host-` cookie only over TLS and only from this host. */
const boundName = `__Host-${plainName}`

const thirtyDays = 30 * 86_400

/** Loopback connections are not encrypted, so they use the plain name. */
export function createSessionCookie({ isLocalRequest }: CsrfCheck): SessionCookie {
  return {
    readToken: (request) => {
      const name = isLocalRequest(request) ? plainName : boundName
      const sent = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
      const own = sent.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
      return own.length === 1 ? (own[0] ?? null) : null
    },
    write: (request, token) => {
      const isLocal = isLocalRequest(request)
      return [
        'Set-Cookie',
        [
          `${isLocal ? plainName : boundName}=${token ?? ''}`,
          'Path=/',
          `Max-Age=${token === null ? 0 : thirtyDays}`,
          'HttpOnly',
          'SameSite=Lax',
          ...(isLocal ? [] : ['Secure']),
        ].join('; '),
      ]
    },
  }
}
