import type { IncomingMessage } from 'node:http'
import type { SessionActor } from '../accounts/actor.js'
import type { Sessions } from '../accounts/sessions.js'
import type { OwnPages } from './own-pages.js'
import type { SessionCookie } from './session-cookie.js'

/** Finds out who is logged in. Without sessions nobody is. */
export function createSessionDoor(ports: {
  sessions?: Pick<Sessions, 'find'>
  addressOf: (request: IncomingMessage) => string
  pages: OwnPages
  cookie: SessionCookie
}) {
  const { sessions, addressOf, pages, cookie } = ports
  return async (request: IncomingMessage): Promise<SessionActor | null> => {
    const token = cookie.read(request)
    const holder = token === null || sessions === undefined ? null : await sessions.find(token)
    if (holder === null) return null
    pages.refuseOthers(request)
    return { ...holder, network: addressOf(request) }
  }
}
