import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { type Access, fullPath } from '@p2p-rates/contract'
import { type AgentApi, createAgentRoutes } from './agent-routes.js'
import { type AppPorts, createApp } from './app.js'
import { createAuthenticator } from './authenticator.js'
import { createCsrfCheck, createSessionCookie } from './csrf-and-session-cookie.js'
import type { HttpContext } from './http-context.js'
import { createIdempotency } from './idempotency.js'
import { createMcpRoutes } from './mcp/mcp-routes.js'
import { createPageRoutes } from './page-routes.js'
import { createQueryEvaluator } from './query-evaluator.js'
import { writeReply } from './reply.js'
import { createRequestPipeline } from './request-pipeline.js'
import { recordWatched } from './request-recorder.js'
import type { RouteHandler } from './route-handler.js'
import type { WidgetRenderer } from './web/boards/widget-renderer.js'
import type { PageRenderer } from './web/page-renderer.js'
import { createWidgetRoutes } from './widget-routes.js'

export type HttpHandler = { readonly fastPath: RequestListener; readonly router: RequestListener }

export function createHttpHandler(
  context: HttpContext,
  served: {
    readonly implementations: readonly RouteHandler[]
    readonly pages: PageRenderer | null
    readonly boards: WidgetRenderer | null
    readonly agentApi: AgentApi | null
  },
): HttpHandler {
  const { implementations, pages, boards, agentApi } = served
  const csrf = createCsrfCheck(context.publicUrl)
  const cookie = createSessionCookie(csrf)
  const { callers } = context.accounts
  const { wrongKeys } = context.limits.authRateLimiters
  const authenticator = createAuthenticator({ ...context, callers, wrongKeys, csrf, cookie })
  const queryEvaluator = createQueryEvaluator(context)
  const idempotency = createIdempotency({ store: context.idempotencyStore, clock: context.clock })
  const pipeline = recordWatched(context, createRequestPipeline({ context, queryEvaluator, idempotency, cookie }))
  const shared = { context, implementations, authenticator, queryEvaluator, pipeline, cookie }
  const requestId = createRequestIds()
  const koa: RequestListener = createApp({
    ...shared,
    requestId,
    routes: {
      widgets: boards && createWidgetRoutes(context, boards),
      pages: pages && createPageRoutes({ ...shared, pages }),
      mcp: createMcpRoutes(shared),
      agents: agentApi && createAgentRoutes({ agentApi, wrongKeys, addressOf: context.addressOf }),
    },
  }).callback()
  const router: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '')
    koa(request, response)
  }
  return { fastPath: createFastPath({ ...shared, requestId, fallback: router }), router }
}

/** Skips Koa for a GET of a fixed path by a cached caller. Both ways share authenticator and pipeline. */
function createFastPath(
  ports: Omit<AppPorts, 'context' | 'routes'> & { readonly fallback: RequestListener },
): RequestListener {
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

function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const hostAt = target.indexOf('://')
  if (hostAt < 0) return `/${target}`
  const pathAt = target.indexOf('/', hostAt + 3)
  return pathAt < 0 ? '/' : target.slice(pathAt)
}

/** Names a request in response and log: the caller's `X-Request-Id` if harmless, otherwise a unique id. */
function createRequestIds() {
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
