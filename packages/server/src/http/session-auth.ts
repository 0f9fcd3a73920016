import type { IncomingMessage } from 'node:http'
import type { SessionActor } from '../accounts/actor.js'
import type { Sessions } from '../accounts/sessions.js'
import type { CsrfCheck } from './csrf.js'
import type { SessionCookie } from './session-cookie.js'

export function createSessionAuth(ports: {
  sessions?: Pick<Sessions, 'find'>
  addressOf: (request: IncomingMessage) => string
  csrf: CsrfCheck
  cookie: SessionCookie
}) {
  const { sessions, addressOf, csrf, cookie } = ports
  return async (request: IncomingMessage): Promise<SessionActor | null> => {
    const token = cookie.readToken(request)
    const holder = token === null || sessions === undefined ? null : await sessions.find(token)
    if (holder === null) return null
    csrf.requireSameOrigin(request)
    return { ...holder, network: addressOf(request) }
  }
}
