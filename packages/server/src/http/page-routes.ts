import type { IncomingMessage } from 'node:http'
import { type Access, answerHeaders, fullPath, isForPages, webPrefix } from '@p2p-rates/contract'
import { contentScopeOf, type SessionActor, type Visitor, type VisitorRules } from '../accounts/actor.js'
import { ApiError } from '../errors/api-error.js'
import type { AbuseThrottle } from '../limits/abuse-throttle.js'
import type { Limiter } from '../limits/limiter.js'
import type { Authenticator } from './authenticator.js'
import type { RouteHandler } from './handle.js'
import { createPageSpender } from './page-limit-subject.js'
import type { Pages } from './pages.js'
import type { QueryEvaluator } from './query-evaluator.js'
import { closeAfter, type Reply } from './reply.js'
import type { SessionCookie } from './session-cookie.js'

/**
 * Serves pages and documents. Each counts as one page request. Beyond the limit the page comes without embedded data,
 * and late if the caller hammers.
 */
export interface PageRoutes {
  open(request: IncomingMessage, requestId: string): Promise<Reply> | null
  /** Returns a "not found" page for browsers; `null` if the client does not want a page. */
  missing(request: IncomingMessage, requestId: string): Promise<Reply> | null
  has(path: string): boolean
}

export function createPageRoutes(ports: {
  pages: Pages
  implementations: readonly RouteHandler[]
  authenticator: Pick<Authenticator, 'visit'>
  reading: QueryEvaluator
  limiter: Limiter
  abuseThrottle: AbuseThrottle
  visitors: VisitorRules
  publicUrl?: string | undefined
  cookie: SessionCookie
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
}): PageRoutes {
  const { pages, authenticator, reading, limiter, abuseThrottle, visitors, cookie, onReply, reportBug } = ports
  const spenderOf = createPageSpender(visitors)
  const overTlsAlone = ports.publicUrl?.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=31536000'] : []
  const byAddress = new Map(
    ports.implementations
      .filter(({ endpoint: { method, access } }) => method === 'GET' && isForPages(access.kind))
      .map((implementation) => [fullPath(implementation.endpoint), implementation]),
  )

  const actorFor = (kind: Access['kind'], who: SessionActor | Visitor): SessionActor | Visitor | null => {
    if (kind === 'visitor') return { kind, network: who.network, allowance: visitors.allowance }
    if (kind === 'reader') return who.kind === 'session' || visitors.mayRead ? contentScopeOf(who, visitors) : null
    return kind === 'session' && who.kind === 'session' ? who : null
  }

  /**
   * Renders with the same handlers that the page would call. The page request already holds a slot, so these calls
   * don't count.
   */
  const asking = (who: SessionActor | Visitor) => async (address: string) => {
    const [path = '', search = ''] = address.split('?')
    const implementation = byAddress.get(webPrefix + path)
    if (implementation === undefined) throw new Error(`a page uses an unknown endpoint: ${address}`)
    const actor = actorFor(implementation.endpoint.access.kind, who)
    if (actor === null) return null
    try {
      const asked = { implementation, actor, params: {}, search }
      const { status, body } = await reading.answer(asked, reading.question(asked), {}, 0)
      return status === 200 && body !== null ? body.toString('utf8') : null
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    }
  }

  const visit = async (request: IncomingMessage): Promise<Reply> => {
    const { headers } = request
    const who = await authenticator.visit(request)
    const admission = await limiter.spend(spenderOf(who), 'exempt')
    const pause = admission.admitted
      ? null
      : abuseThrottle.refused(admission.offender, admission.allowedPerMinute, request.socket)
    await pause
    try {
      const [path, search] = placeOf(request)
      const isOverLimit = !admission.admitted
      const reply = await pages.show({ path, search, headers, who, ask: asking(who), isOverLimit })
      if (who.kind === 'session' && who.isProlonged)
        reply.headers.push(...cookie.write(request, cookie.readToken(request)))
      return pause === null ? reply : closeAfter(reply)
    } finally {
      if (admission.admitted) admission.charge('minute')
    }
  }

  const named = async (reply: Promise<Reply>, request: IncomingMessage, requestId: string): Promise<Reply> => {
    const made = await reply.catch((error: unknown) => {
      reportBug(error, requestId)
      return pages.sayFailed(request.headers, requestId)
    })
    onReply?.('pages', made.status)
    made.headers.push(answerHeaders.requestId.name, requestId, ...overTlsAlone)
    return made
  }

  return {
    has: (path) => pages.has(path),
    open: (request, requestId) => {
      if (!isReading(request)) return null
      const [path] = placeOf(request)
      const file = pages.file(path, request.headers)
      if (file !== null) return named(file, request, requestId)
      // `/` is also the start of the API for clients that don't want a page.
      if (!pages.has(path) || (path === '/' && !wantsPage(request))) return null
      return named(visit(request), request, requestId)
    },
    missing: (request, requestId) => {
      const [path] = placeOf(request)
      const isForPrograms = /^\/(api|web)(\/|$)/.test(path)
      return isReading(request) && wantsPage(request) && !isForPrograms
        ? named(visit(request), request, requestId)
        : null
    },
  }
}

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

const wantsPage = ({ headers }: IncomingMessage): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

function placeOf({ url = '' }: IncomingMessage): readonly [path: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}
