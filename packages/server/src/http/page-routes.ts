import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Access, answerHeaders, fullPath, isForPages, webPrefix } from '@p2p-rates/contract'
import { contentScopeOf, type SessionActor, type Visitor, type VisitorRules } from '../accounts/actor.js'
import { ApiError } from '../base/errors/api-error.js'
import type { Authenticator } from './authenticator.js'
import type { SessionCookie } from './csrf-and-session-cookie.js'
import type { HttpContext } from './http-context.js'
import { pageLimitSubjectOf } from './limit-subjects.js'
import type { QueryEvaluator } from './query-evaluator.js'
import { closeAfter, type Reply } from './reply.js'
import type { RouteHandler } from './route-handler.js'
import type { PageRenderer } from './web/page-renderer.js'

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

type PageRoutesContext = {
  readonly context: HttpContext
  readonly pages: PageRenderer
  readonly authenticator: Pick<Authenticator, 'identifyViewer'>
  readonly queryEvaluator: QueryEvaluator
  readonly cookie: SessionCookie
  readonly byAddress: ReadonlyMap<string, RouteHandler>
}

/** Each counts as one page request. Beyond the limit it has no embedded data, and is late if the caller hammers. */
export function createPageRoutes(
  ports: Omit<PageRoutesContext, 'byAddress'> & { readonly implementations: readonly RouteHandler[] },
) {
  const { pages, implementations } = ports
  const embeddable = implementations.filter(
    ({ endpoint: { method, access } }) => method === 'GET' && isForPages(access.kind),
  )
  const state: PageRoutesContext = {
    ...ports,
    byAddress: new Map(embeddable.map((one) => [fullPath(one.endpoint), one])),
  }
  return {
    has: pages.has,
    serveIfPage: (request: IncomingMessage, requestId: string): Promise<Reply> | null => {
      if (!isGetOrHead(request)) return null
      const [path] = splitTarget(request)
      const file = pages.serveFile(path, request.headers)
      if (file !== null) return finished(state, file, request, requestId)
      // `/` is also the start of the API for clients that don't want a page.
      if (!pages.has(path) || (path === '/' && !acceptsHtml(request))) return null
      return finished(state, servePage(state, request), request, requestId)
    },
    /** Returns a "not found" page for browsers; `null` if the client does not want a page. */
    serveNotFoundPage: (request: IncomingMessage, requestId: string): Promise<Reply> | null => {
      const [path] = splitTarget(request)
      const isForPrograms = /^\/(api|web)(\/|$)/.test(path)
      return isGetOrHead(request) && acceptsHtml(request) && !isForPrograms
        ? finished(state, servePage(state, request), request, requestId)
        : null
    },
  }
}

export type PageRoutes = ReturnType<typeof createPageRoutes>

async function servePage(state: PageRoutesContext, request: IncomingMessage): Promise<Reply> {
  const { context, pages, authenticator, cookie } = state
  const { limiter, abuseThrottle } = context.limits
  const viewer = await authenticator.identifyViewer(request)
  const admission = await limiter.admitRequest(pageLimitSubjectOf(context.visitors, viewer), 'exempt')
  const pause = admission.admitted
    ? null
    : abuseThrottle.delayRefusal(admission.abuse, admission.allowedPerMinute, request.socket)
  await pause
  try {
    const [path, search] = splitTarget(request)
    const fetchEmbedded = (address: string) => fetchFor(state, viewer, address)
    const isOverLimit = !admission.admitted
    const reply = await pages.renderPage({ path, search, headers: request.headers, viewer, fetchEmbedded, isOverLimit })
    if (viewer.kind === 'session' && viewer.isProlonged)
      reply.headers.push(...cookie.write(request, cookie.readToken(request)))
    return pause === null ? reply : closeAfter(reply)
  } finally {
    if (admission.admitted) admission.charge('minute')
  }
}

/** Renders with the handlers that the page would call. The page request is counted already. */
async function fetchFor(
  state: PageRoutesContext,
  viewer: SessionActor | Visitor,
  address: string,
): Promise<string | null> {
  const { context, queryEvaluator, byAddress } = state
  const [path = '', search = ''] = address.split('?')
  const implementation = byAddress.get(webPrefix + path)
  if (implementation === undefined) throw new Error(`a page uses an unknown endpoint: ${address}`)
  const actor = actorFor(context.visitors, implementation.endpoint.access.kind, viewer)
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

function actorFor(
  visitors: VisitorRules,
  kind: Access['kind'],
  who: SessionActor | Visitor,
): SessionActor | Visitor | null {
  if (kind === 'visitor') return { kind, network: who.network, allowance: visitors.allowance }
  if (kind === 'reader') return who.kind === 'session' || visitors.mayRead ? contentScopeOf(who, visitors) : null
  return kind === 'session' && who.kind === 'session' ? who : null
}

async function finished(
  { context, pages }: PageRoutesContext,
  reply: Promise<Reply>,
  request: IncomingMessage,
  requestId: string,
): Promise<Reply> {
  const made = await reply.catch((error: unknown) => {
    context.reportBug(error, requestId)
    return pages.errorPage(request.headers, requestId)
  })
  context.onReply('pages', made.status)
  made.headers.push(answerHeaders.requestId.name, requestId)
  if (context.publicUrl?.startsWith('https:')) made.headers.push('Strict-Transport-Security', 'max-age=31536000')
  return made
}

const isGetOrHead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

const acceptsHtml = ({ headers }: IncomingMessage): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

function splitTarget({ url = '' }: IncomingMessage): readonly [path: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}
