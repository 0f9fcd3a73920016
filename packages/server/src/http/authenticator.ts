import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Access } from '@p2p-rates/contract'
import {
  type Actor,
  contentScopeOf,
  type KeyActor,
  type SessionActor,
  type Visitor,
  type VisitorRules,
} from '../accounts/actor.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { Sessions } from '../accounts/sessions.js'
import { digestOf } from '../accounts/tokens.js'
import { invalidKey, missingKey, noSession } from '../base/errors/authentication-errors.js'
import { tooMany } from '../base/errors/too-many.js'
import type { AuthRateLimit } from '../limits/attempts/auth-rate-limit.js'
import type { CsrfCheck, SessionCookie } from './csrf-and-session-cookie.js'

/** Authenticates requests. Malformed, unknown and revoked keys are indistinguishable to the caller. */
export interface Authenticator {
  /** Returns the caller without I/O; null if only `admit` can decide. */
  authenticateFromCache(request: IncomingMessage, access: Access): KeyActor | Visitor | null
  authenticate(request: IncomingMessage, access: Access): Promise<Actor>
  identifyViewer(request: IncomingMessage): Promise<SessionActor | Visitor>
  /** Returns the caller for a reply that needs no authentication, such as 404. A wrong key still counts as a guess. */
  identifyKey(request: IncomingMessage): Promise<KeyActor | null>
}

export function createAuthenticator(ports: {
  callers: CallerCache
  wrongKeys: AuthRateLimit
  addressOf: (request: IncomingMessage) => string
  /** Without sessions, every page request is a visitor's. */
  sessions?: Pick<Sessions, 'find'>
  visitors: VisitorRules
  csrf: CsrfCheck
  cookie: SessionCookie
}): Authenticator {
  const { callers, wrongKeys, addressOf, visitors, csrf, cookie } = ports
  const findSession = createSessionAuth(ports)

  /** Every wrong key takes the same path, so that response time doesn't reveal why it is wrong. */
  const find = async (key: string): Promise<KeyActor | null> => {
    const digest = digestOf(key)
    const known = callers.cached(digest)
    return known === undefined ? callers.load(digest) : known
  }

  const authenticateKey = async (request: IncomingMessage): Promise<KeyActor> => {
    const address = addressOf(request)
    const key = readApiKey(request.headers)
    const caller = key === null ? null : await find(key)
    // A valid key passes even from an address that has used up its wrong-key attempts.
    if (caller !== null) return caller
    const blocked = wrongKeys.blockedFor(address)
    if (blocked !== null) throw tooMany('wrongKeys', blocked)
    if (key === null) throw missingKey()
    const wait = await wrongKeys.countAttempt(address)
    throw wait === null ? invalidKey() : tooMany('wrongKeys', wait)
  }

  const authenticateSession = async (request: IncomingMessage): Promise<SessionActor> => {
    const person = await findSession(request)
    if (person === null) throw noSession()
    return person
  }

  const visitorFrom = (request: IncomingMessage): Visitor => ({
    kind: 'visitor',
    network: addressOf(request),
    allowance: visitors.allowance,
  })

  const identifyViewer = async (request: IncomingMessage): Promise<SessionActor | Visitor> =>
    (await findSession(request)) ?? visitorFrom(request)

  const authenticateReader = async (request: IncomingMessage): Promise<SessionActor | Visitor> =>
    contentScopeOf(visitors.mayRead ? await identifyViewer(request) : await authenticateSession(request), visitors)

  return {
    identifyViewer,
    authenticateFromCache: (request, { kind }) => {
      if (kind === 'reader') return visitors.mayRead && cookie.readToken(request) === null ? visitorFrom(request) : null
      const key = readApiKey(request.headers)
      return key === null ? null : (callers.cached(digestOf(key)) ?? null)
    },
    identifyKey: async (request) => {
      const key = readApiKey(request.headers)
      if (key === null) return null
      const caller = callers.cached(digestOf(key)) ?? null
      if (caller !== null) return caller
      const address = addressOf(request)
      if (wrongKeys.blockedFor(address) !== null) return null
      const found = await find(key)
      if (found === null) void wrongKeys.countAttempt(address)
      return found
    },
    authenticate: async (request, access) => {
      const { kind } = access
      if (kind === 'key') {
        if (access.isOwnOrigin) csrf.refuseOtherOrigins(request)
        return authenticateKey(request)
      }
      if (kind === 'session') return authenticateSession(request)
      if (kind === 'reader') return authenticateReader(request)
      if (kind === 'visitor') csrf.requireSameOrigin(request)
      return visitorFrom(request)
    },
  }
}

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

/**
 * Returns the API key as sent. `X-API-Key` wins over `Authorization`; an empty header counts as absent; the query
 * string is never read.
 */
export function readApiKey(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-api-key']
  // Node joins repeated headers with a comma, which no key contains, so the result is an invalid key.
  if (own !== undefined && own !== '') return String(own)
  const authorization = headers.authorization
  if (authorization === undefined) return null
  const space = authorization.indexOf(' ')
  if (space < 0 || authorization.slice(0, space).toLowerCase() !== 'bearer') return null
  const token = authorization.slice(space + 1).trim()
  return token === '' ? null : token
}
