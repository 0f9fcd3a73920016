import type { IncomingMessage } from 'node:http'
import type { SessionActor } from '../accounts/actor.js'
import type { Sessions } from '../accounts/sessions.js'
import { ApiError } from '../refusals/api-error.js'
import { noSession } from '../refusals/unknown-caller.js'

/** Lets in who is logged in. Browsers send a cookie along for any page that asks, so a change must come from our own. */
export function createSessionDoor(ports: { sessions?: Sessions; publicUrl?: string | undefined }) {
  const { sessions, publicUrl } = ports
  const ownOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin

  return async (request: IncomingMessage): Promise<SessionActor> => {
    const { cookie } = request.headers
    const actor = cookie === undefined || sessions === undefined ? null : await sessions.find(cookie)
    if (actor === null) throw noSession()
    if (isChange(request) && !isOwn(request, ownOrigin))
      throw new ApiError({
        code: 'invalid_parameter',
        message: 'Only pages of this server may ask for this.',
        param: 'Origin',
      })
    return actor
  }
}

const isChange = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD'

/** A server that was not told its address goes by the host it is asked for. */
function isOwn({ headers: { origin, host } }: IncomingMessage, ownOrigin: string | null): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  return ownOrigin === null ? new URL(origin).host === host : origin === ownOrigin
}
