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
import { invalidKey, missingKey, noSession } from '../base/errors/account-errors.js'
import { tooMany } from '../base/errors/too-many.js'
import type { AuthRateLimit } from '../limits/attempts/auth-rate-limiters.js'
import type { CsrfCheck, SessionCookie } from './csrf-and-session-cookie.js'

type Authentication = {
  readonly callers: CallerCache
  readonly wrongKeys: AuthRateLimit
  readonly addressOf: (request: IncomingMessage) => string
  readonly sessions?: Pick<Sessions, 'find'> | null
  readonly visitors: VisitorRules
  readonly csrf: CsrfCheck
  readonly cookie: SessionCookie
}

/** Authenticates requests. Malformed, unknown and revoked keys are indistinguishable to the caller. */
export const createAuthenticator = (auth: Authentication) => ({
  authenticate: (request: IncomingMessage, access: Access): Promise<Actor> => authenticate(auth, request, access),
  identifyViewer: (request: IncomingMessage) => identifyViewer(auth, request),
  /** Returns the caller without I/O; null if only `authenticate` can decide. */
  authenticateFromCache: (request: IncomingMessage, { kind }: Access): KeyActor | Visitor | null => {
    const { callers, visitors, cookie } = auth
    if (kind === 'reader')
      return visitors.mayRead && cookie.readToken(request) === null ? visitorFrom(auth, request) : null
    const key = readApiKey(request.headers)
    return key === null ? null : (callers.cached(digestOf(key)) ?? null)
  },
  /** Returns the caller for a reply that needs no authentication, such as 404. A wrong key still counts as a guess. */
  identifyKey: async (request: IncomingMessage): Promise<KeyActor | null> => {
    const { callers, wrongKeys, addressOf } = auth
    const key = readApiKey(request.headers)
    if (key === null) return null
    const caller = callers.cached(digestOf(key)) ?? null
    if (caller !== null) return caller
    const address = addressOf(request)
    if (wrongKeys.blockedFor(address) !== null) return null
    const found = await findCaller(auth, key)
    if (found === null) void wrongKeys.countAttempt(address)
    return found
  },
})

export type Authenticator = ReturnType<typeof createAuthenticator>

async function authenticate(auth: Authentication, request: IncomingMessage, access: Access): Promise<Actor> {
  const { csrf } = auth
  if (access.kind === 'key') {
    if (access.isOwnOrigin) csrf.refuseOtherOrigins(request)
    return authenticateKey(auth, request)
  }
  if (access.kind === 'session') return authenticateSession(auth, request)
  if (access.kind === 'reader') return authenticateReader(auth, request)
  if (access.kind === 'visitor') csrf.requireSameOrigin(request)
  return visitorFrom(auth, request)
}

async function authenticateKey(auth: Authentication, request: IncomingMessage): Promise<KeyActor> {
  const { wrongKeys, addressOf } = auth
  const address = addressOf(request)
  const key = readApiKey(request.headers)
  const caller = key === null ? null : await findCaller(auth, key)
  // A valid key passes even from an address that has used up its wrong-key attempts.
  if (caller !== null) return caller
  const blocked = wrongKeys.blockedFor(address)
  if (blocked !== null) throw tooMany('wrongKeys', blocked)
  if (key === null) throw missingKey()
  const wait = await wrongKeys.countAttempt(address)
  throw wait === null ? invalidKey() : tooMany('wrongKeys', wait)
}

/** Every wrong key takes the same path, so that response time doesn't reveal why it is wrong. */
async function findCaller({ callers }: Authentication, key: string): Promise<KeyActor | null> {
  const digest = digestOf(key)
  const known = callers.cached(digest)
  return known === undefined ? callers.load(digest) : known
}

async function authenticateReader(auth: Authentication, request: IncomingMessage): Promise<SessionActor | Visitor> {
  const { visitors } = auth
  const viewer = visitors.mayRead ? await identifyViewer(auth, request) : await authenticateSession(auth, request)
  return contentScopeOf(viewer, visitors)
}

async function authenticateSession(auth: Authentication, request: IncomingMessage): Promise<SessionActor> {
  const person = await findSession(auth, request)
  if (person === null) throw noSession()
  return person
}

const identifyViewer = async (auth: Authentication, request: IncomingMessage): Promise<SessionActor | Visitor> =>
  (await findSession(auth, request)) ?? visitorFrom(auth, request)

async function findSession(auth: Authentication, request: IncomingMessage): Promise<SessionActor | null> {
  const { sessions, csrf, cookie, addressOf } = auth
  const token = cookie.readToken(request)
  const holder = token === null || sessions == null ? null : await sessions.find(token)
  if (holder === null) return null
  csrf.requireSameOrigin(request)
  return { ...holder, network: addressOf(request) }
}

const visitorFrom = ({ addressOf, visitors }: Authentication, request: IncomingMessage): Visitor => ({
  kind: 'visitor',
  network: addressOf(request),
  allowance: visitors.allowance,
})

/** `X-API-Key` wins over `Authorization`; an empty header counts as absent; the query string is never read. */
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
