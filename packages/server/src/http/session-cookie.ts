import type { IncomingMessage } from 'node:http'
import type { CsrfCheck } from './csrf.js'

/** The cookie by which a browser says whose session it is. */
export interface SessionCookie {
  /** `null` where none was sent, or more than one: then somebody else has set one, too. */
  readToken(request: IncomingMessage): string | null
  /** The header that gives it to the browser, or with `null` takes it away. */
  write(request: IncomingMessage, token: string | null): readonly [name: string, value: string]
}

const plainName = 'p2p_session'
/** Browsers take a cookie of this name over an encrypted connection only, and from nobody but this very host. */
const boundName = `__Host-${plainName}`

const thirtyDays = 30 * 86_400

/** On this machine itself nothing is encrypted, and nobody listens. */
export function createSessionCookie({ areLocal }: CsrfCheck): SessionCookie {
  return {
    readToken: (request) => {
      const name = areLocal(request) ? plainName : boundName
      const sent = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
      const own = sent.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
      return own.length === 1 ? (own[0] ?? null) : null
    },
    write: (request, token) => {
      const isLocal = areLocal(request)
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
