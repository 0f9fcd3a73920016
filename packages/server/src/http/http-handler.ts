import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http'
import { type Access, fullPath } from '@p2p-rates/contract'
import type { VisitorRules } from '../accounts/actor.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { IdempotencyStore } from '../accounts/idempotency-store.js'
import type { Sessions } from '../accounts/sessions.js'
import type { RecentErrors } from '../accounts/usage/recent-errors.js'
import type { RecentRequests } from '../accounts/usage/recent-requests.js'
import type { UsageLedger } from '../accounts/usage/usage-ledger.js'
import type { Clock } from '../base/time/clock.js'
import type { AbuseThrottle } from '../limits/abuse-throttle.js'
import type { AuthRateLimit } from '../limits/attempts/auth-rate-limit.js'
import type { Limiter } from '../limits/limiter.js'
import { type AgentApi, createAgentRoutes } from './agent-routes.js'
import { createApp } from './app.js'
import { type Authenticator, createAuthenticator } from './authenticator.js'
import { createCsrfCheck, createSessionCookie } from './csrf-and-session-cookie.js'
import { createIdempotency } from './idempotency.js'
import { createAnonymousLimits } from './limit-subjects.js'
import { createMcpRoutes, type McpProtocol } from './mcp/mcp-routes.js'
import { createPageRoutes, type PageRenderer } from './page-routes.js'
import { createQueryEvaluator } from './query-evaluator.js'
import { writeReply } from './reply.js'
import { createRequestPipeline, type ReplicaConsistency, type RequestPipeline } from './request-pipeline.js'
import { createRequestRecorder } from './request-recorder.js'
import type { RouteHandler } from './route-handler.js'
import { createWidgetRoutes, type WidgetRenderer } from './widget-routes.js'

export type HttpHandler = { readonly fastPath: RequestListener; readonly router: RequestListener }

export function createHttpHandler(ports: {
  implementations: readonly RouteHandler[]
  callers: CallerCache
  wrongKeys: AuthRateLimit
  limiter: Limiter
  abuseThrottle: AbuseThrottle
  ledger: UsageLedger
  recentErrors: Pick<RecentErrors, 'recordError'>
  recentRequests: Pick<RecentRequests, 'isWatched' | 'recordRequest' | 'recordWithWrongKey'>
  idempotencyStore: IdempotencyStore
  clock: Clock
  addressOf: (request: IncomingMessage) => string
  sessions?: Pick<Sessions, 'find' | 'endToken'>
  visitors: VisitorRules
  publicUrl?: string | undefined
  pages?: PageRenderer
  boards?: WidgetRenderer
  protocol: McpProtocol
  agentApi?: AgentApi | null
  onReply?: (endpoint: string, status: number) => void
  reportBug: (error: unknown, requestId: string) => void
  isSimulated: () => boolean
  replayedAt?: (() => string) | null
  consistency?: ReplicaConsistency | null
}): HttpHandler {
  const { implementations, clock } = ports
  const requestId = createRequestIds()
  const csrf = createCsrfCheck(ports.publicUrl)
  const cookie = createSessionCookie(csrf)
  const authenticator = createAuthenticator({ ...ports, csrf, cookie })
  const idempotency = createIdempotency({ store: ports.idempotencyStore, clock })
  const queryEvaluator = createQueryEvaluator(clock, ports.isSimulated)
  const inspector = createRequestRecorder({ ...ports, requests: ports.recentRequests })
  const pipeline = inspector.wrapPipeline(
    createRequestPipeline({ ...ports, consistency: ports.consistency ?? null, queryEvaluator, idempotency, cookie }),
  )
  const pageRoutes =
    ports.pages === undefined
      ? null
      : createPageRoutes({ ...ports, pages: ports.pages, authenticator, queryEvaluator, cookie })
  const widgetRoutes = ports.boards === undefined ? null : createWidgetRoutes({ ...ports, boards: ports.boards })
  const mcpRoutes = createMcpRoutes({ ...ports, authenticator, pipeline, queryEvaluator })
  const { agentApi = null } = ports
  const agentRoutes = agentApi === null ? null : createAgentRoutes({ ...ports, agentApi })
  const anonymousLimits = createAnonymousLimits(ports.addressOf)
  const app = createApp({
    ...ports,
    authenticator,
    anonymousLimits,
    pipeline,
    widgetRoutes,
    pageRoutes,
    mcpRoutes,
    agentRoutes,
    inspector,
    requestId,
  })
  const koa: RequestListener = app.callback()
  const router: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '')
    koa(request, response)
  }
  return { fastPath: createFastPath({ implementations, authenticator, pipeline, requestId, fallback: router }), router }
}

/**
 * Short cut before Koa for the common case: a GET of a fixed path by a cached caller. Uses the same authenticator and
 * pipeline, so both paths return the same bytes. Everything unusual goes on to Koa.
 */
export function createFastPath(ports: {
  implementations: readonly RouteHandler[]
  authenticator: Authenticator
  pipeline: RequestPipeline
  requestId: (headers: IncomingMessage['headers']) => string
  fallback: RequestListener
}): RequestListener {
  const { implementations, authenticator, pipeline, requestId, fallback } = ports
  const byPath = new Map<string, RouteHandler>()
  for (const implementation of implementations) {
    const { endpoint } = implementation
    if (endpoint.method === 'GET' && isCommon.has(endpoint.access.kind) && !endpoint.path.includes('{'))
      byPath.set(fullPath(endpoint), implementation)
  }

  return (request, response) => {
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    const implementation = request.method === 'GET' ? byPath.get(queryAt < 0 ? url : url.slice(0, queryAt)) : undefined
    const actor =
      implementation === undefined ? null : authenticator.authenticateFromCache(request, implementation.endpoint.access)
    if (implementation === undefined || actor === null) {
      fallback(request, response)
      return
    }
    const reply = pipeline({
      implementation,
      actor,
      params: noParams,
      search: queryAt < 0 ? '' : url.slice(queryAt + 1),
      request,
      requestId: requestId(request.headers),
    })
    if (reply instanceof Promise) void reply.then((made) => writeReply(response, made))
    else writeReply(response, reply)
  }
}

/** Access kinds whose callers can be recognised without reading the database. */
const isCommon: ReadonlySet<Access['kind']> = new Set(['key', 'reader'])

const noParams: Readonly<Record<string, string>> = {}

export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const hostAt = target.indexOf('://')
  if (hostAt < 0) return `/${target}`
  const pathAt = target.indexOf('/', hostAt + 3)
  return pathAt < 0 ? '/' : target.slice(pathAt)
}

/** Names a request in response and log: the caller's `X-Request-Id` if harmless, otherwise a unique id. */
export function createRequestIds() {
  const run = randomBytes(6).toString('hex')
  let count = 0
  return (headers: IncomingHttpHeaders): string => {
    const sent = headers['x-request-id']
    if (typeof sent === 'string' && isHarmless(sent)) return sent
    count += 1
    return `${run}-${count.toString(36)}`
  }
}

/** Reject an id that contains an API key sent in the wrong header. */
const isHarmless = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text) && !text.includes('p2p_')
