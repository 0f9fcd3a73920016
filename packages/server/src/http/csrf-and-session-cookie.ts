import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '../base/errors/api-error.js'
import { isLocalHost, isLocalName } from '../base/local-and-unencrypted-addresses.js'
import { refuseOtherMedia } from './read-body.js'

export type CsrfCheck = ReturnType<typeof createCsrfCheck>

/** Without `P2P_PUBLIC_URL`, accepts the request's host if it is an IP address or a name of this machine. */
export function createCsrfCheck(publicUrl: string | undefined) {
  const own = publicUrl === undefined ? null : new URL(publicUrl)

  const isOwn = ({ headers: { origin, host } }: IncomingMessage): boolean => {
    if (origin === undefined || !URL.canParse(origin)) return false
    // Anyone may bind a domain to our address, but not an IP address or a name of this machine.
    return own === null ? isUnbindable(new URL(origin).hostname) && origin === `http://${host}` : origin === own.origin
  }

  /** The `Host` header proves nothing: the owner of a domain may bind it to our address. */
  const isOurs = (origin: string): boolean => {
    if (!URL.canParse(origin)) return false
    return own === null ? isLocalName(new URL(origin).hostname) : origin === own.origin
  }

  return {
    /** Browsers send cookies with any page's request (CSRF). Requires JSON, which an HTML form cannot send. */
    requireSameOrigin: (request: IncomingMessage): void => {
      if (request.method === 'GET' || request.method === 'HEAD') return
      if (!isOwn(request))
        throw new ApiError({
          code: 'invalid_parameter',
          message:
            own === null
              ? 'Only pages of this server may ask for this. Behind a name, P2P_PUBLIC_URL has to name its address.'
              : 'Only pages of this server may ask for this.',
          param: 'Origin',
        })
      refuseOtherMedia(request)
    },
    /** Programs send no `Origin`. A page must be ours, even if its name was bound to our address (DNS rebinding). */
    refuseOtherOrigins: ({ headers: { origin } }: IncomingMessage): void => {
      if (origin !== undefined && !isOurs(origin))
        throw new ApiError({
          code: 'foreign_origin',
          message: 'Only programs and pages of this server may ask for this.',
        })
    },
    isLocalRequest: ({ headers: { host } }: IncomingMessage): boolean =>
      own === null ? isLocalHost(host) : isLocalName(own.hostname),
  }
}

const isUnbindable = (hostname: string): boolean =>
  isLocalName(hostname) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0

export type SessionCookie = ReturnType<typeof createSessionCookie>

const plainName = 'p2p_session'
/** Browsers accept a `__Host-` cookie only over TLS and only from this host. */
const boundName = `__Host-${plainName}`

const thirtyDays = 30 * 86_400

/** Loopback connections are not encrypted, so they use the plain name. */
export function createSessionCookie({ isLocalRequest }: CsrfCheck) {
  return {
    /** `null` if the request has none, or more than one: then another site has set a second one. */
    readToken: (request: IncomingMessage): string | null => {
      const name = isLocalRequest(request) ? plainName : boundName
      const sent = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
      const own = sent.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
      return own.length === 1 ? (own[0] ?? null) : null
    },
    write: (request: IncomingMessage, token: string | null): readonly [name: string, value: string] => {
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
