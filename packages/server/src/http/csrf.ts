import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '../errors/api-error.js'
import { isLocalHost, isLocalName } from '../local-names.js'
import { refuseOtherMedia } from './read-body.js'

/** Where the pages of this server lie, as browsers see them. */
export interface CsrfCheck {
  /** Browsers send a cookie along for any page that asks, so a change must come from our own, as no form can send it. */
  requireSameOrigin(request: IncomingMessage): void
  /** For what programs ask, which name no origin: a page that does must be ours, whatever its host's name was bound to. */
  refuseOtherOrigins(request: IncomingMessage): void
  /** Seen from this machine alone. */
  areLocal(request: IncomingMessage): boolean
}

/** A server that was not told its address goes by the host it is asked for, if that is a number or a name of this machine. */
export function createCsrfCheck(publicUrl: string | undefined): CsrfCheck {
  const own = publicUrl === undefined ? null : new URL(publicUrl)

  const isOwn = ({ headers: { origin, host } }: IncomingMessage): boolean => {
    if (origin === undefined || !URL.canParse(origin)) return false
    // Anyone may bind a name of theirs to our address, but not a number or a name of this machine.
    return own === null ? isUnbindable(new URL(origin).hostname) && origin === `http://${host}` : origin === own.origin
  }

  /** The host that is asked for proves nothing here: who owns a name may bind it to our address. */
  const isOurs = (origin: string): boolean => {
    if (!URL.canParse(origin)) return false
    return own === null ? isLocalName(new URL(origin).hostname) : origin === own.origin
  }

  return {
    requireSameOrigin: (request) => {
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
    refuseOtherOrigins: ({ headers: { origin } }) => {
      if (origin !== undefined && !isOurs(origin))
        throw new ApiError({
          code: 'foreign_origin',
          message: 'Only programs and pages of this server may ask for this.',
        })
    },
    areLocal: ({ headers: { host } }) => (own === null ? isLocalHost(host) : isLocalName(own.hostname)),
  }
}

const isUnbindable = (hostname: string): boolean =>
  isLocalName(hostname) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
