import type { IncomingMessage } from 'node:http'
import type { SessionActor } from '../accounts/actor.js'
import type { Sessions } from '../accounts/sessions.js'
import { noSession } from '../refusals/unknown-caller.js'
import type { OwnPages } from './own-pages.js'
import type { SessionCookie } from './session-cookie.js'

/** Lets in who is logged in. Without sessions nobody is. */
export function createSessionDoor(ports: {
  sessions?: Pick<Sessions, 'find'>
  pages: OwnPages
  cookie: SessionCookie
}) {
  const { sessions, pages, cookie } = ports
  return async (request: IncomingMessage): Promise<SessionActor> => {
    const token = cookie.read(request)
    const actor = token === null || sessions === undefined ? null : await sessions.find(token)
    if (actor === null) throw noSession()
    pages.refuseOthers(request)
    return actor
  }
}
