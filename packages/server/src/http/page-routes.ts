import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Access, answerHeaders, fullPath, isForPages, webPrefix } from '@p2p-rates/contract'
import { contentScopeOf, type SessionActor, type Visitor, type VisitorRules } from '../accounts/actor.js'
import { ApiError } from '../base/errors/api-error.js'
import type { AbuseThrottle } from '../limits/abuse-throttle.js'
import type { Limiter } from '../limits/limiter.js'
import type { Authenticator } from './authenticator.js'
import type { SessionCookie } from './csrf-and-session-cookie.js'
import { createPageLimitSubject } from './limit-subjects.js'
import type { QueryEvaluator } from './query-evaluator.js'
import { closeAfter, type Reply } from './reply.js'
import type { RouteHandler } from './route-handler.js'

/**
 * Serves pages and documents. Each counts as one page request. Beyond the limit the page comes without embedded data,
 * and late if the caller hammers.
 */
export interface PageRoutes {
  serveIfPage(request: IncomingMessage, requestId: string): Promise<Reply> | null
  /** Returns a "not found" page for browsers; `null` if the client does not want a page. */
  serveNotFoundPage(request: IncomingMessage, requestId: string): Promise<Reply> | null
  has(path: string): boolean
}

export function createPageRoutes(ports: {
  pages: PageRenderer
  implementations: readonly RouteHandler[]
  authenticator: Pick<Authenticator, 'identifyViewer'>
  queryEvaluator: QueryEvaluator
  limiter: Limiter
  abuseThrottle: AbuseThrottle
  visitors: VisitorRules
  publicUrl?: string | undefined
  cookie: SessionCookie
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
}): PageRoutes {
  const { pages, authenticator, queryEvaluator, limiter, abuseThrottle, visitors, cookie, onReply, reportBug } = ports
  const limitSubjectOf = createPageLimitSubject(visitors)
  const hstsHeader = ports.publicUrl?.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=31536000'] : []
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
  const createEmbeddedFetcher = (who: SessionActor | Visitor) => async (address: string) => {
    const [path = '', search = ''] = address.split('?')
    const implementation = byAddress.get(webPrefix + path)
    if (implementation === undefined) throw new Error(`a page uses an unknown endpoint: ${address}`)
    const actor = actorFor(implementation.endpoint.access.kind, who)
    if (actor === null) return null
    try {
      const asked = { implementation, actor, params: {}, search }
      const { status, body } = await queryEvaluator.evaluateQuery(asked, queryEvaluator.question(asked), {}, 0)
      return status === 200 && body !== null ? body.toString('utf8') : null
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    }
  }

  const servePage = async (request: IncomingMessage): Promise<Reply> => {
    const { headers } = request
    const viewer = await authenticator.identifyViewer(request)
    const admission = await limiter.admitRequest(limitSubjectOf(viewer), 'exempt')
    const pause = admission.admitted
      ? null
      : abuseThrottle.delayRefusal(admission.abuse, admission.allowedPerMinute, request.socket)
    await pause
    try {
      const [path, search] = splitTarget(request)
      const isOverLimit = !admission.admitted
      const reply = await pages.renderPage({
        path,
        search,
        headers,
        viewer,
        fetchEmbedded: createEmbeddedFetcher(viewer),
        isOverLimit,
      })
      if (viewer.kind === 'session' && viewer.isProlonged)
        reply.headers.push(...cookie.write(request, cookie.readToken(request)))
      return pause === null ? reply : closeAfter(reply)
    } finally {
      if (admission.admitted) admission.charge('minute')
    }
  }

  const withRequestId = async (reply: Promise<Reply>, request: IncomingMessage, requestId: string): Promise<Reply> => {
    const made = await reply.catch((error: unknown) => {
      reportBug(error, requestId)
      return pages.errorPage(request.headers, requestId)
    })
    onReply?.('pages', made.status)
    made.headers.push(answerHeaders.requestId.name, requestId, ...hstsHeader)
    return made
  }

  return {
    has: (path) => pages.has(path),
    serveIfPage: (request, requestId) => {
      if (!isGetOrHead(request)) return null
      const [path] = splitTarget(request)
      const file = pages.serveFile(path, request.headers)
      if (file !== null) return withRequestId(file, request, requestId)
      // `/` is also the start of the API for clients that don't want a page.
      if (!pages.has(path) || (path === '/' && !acceptsHtml(request))) return null
      return withRequestId(servePage(request), request, requestId)
    },
    serveNotFoundPage: (request, requestId) => {
      const [path] = splitTarget(request)
      const isForPrograms = /^\/(api|web)(\/|$)/.test(path)
      return isGetOrHead(request) && acceptsHtml(request) && !isForPrograms
        ? withRequestId(servePage(request), request, requestId)
        : null
    },
  }
}

const isGetOrHead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

const acceptsHtml = ({ headers }: IncomingMessage): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

function splitTarget({ url = '' }: IncomingMessage): readonly [path: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}

export interface PageRenderer {
  serveFile(path: string, headers: IncomingHttpHeaders): Promise<Reply> | null
  has(path: string): boolean
  renderPage(visit: Visit): Promise<Reply>
  errorPage(headers: IncomingHttpHeaders, requestId: string): Reply
}

export type Visit = {
  readonly path: string
  readonly search: string
  readonly headers: IncomingHttpHeaders
  readonly viewer: SessionActor | Visitor
  /** Returns the body of a `/web/v1` answer for this visitor, by path and query; `null` if the request is rejected. */
  readonly fetchEmbedded: (address: string) => Promise<string | null>
  /** True if the limit is used up. The page then comes without embedded data and requests them itself. */
  readonly isOverLimit: boolean
}
