import type { IncomingMessage } from 'node:http'
import Router from '@koa/router'
import {
  type Access,
  answerHeaders,
  apiKeyHeader,
  type Endpoint,
  fullPath,
  isOpenToOrigins,
  mcp,
  requestHeaders,
} from '@p2p-rates/contract'
import Koa, { type Context } from 'koa'
import { ApiError } from '../base/errors/api-error.js'
import type { AbuseState, AbuseThrottle } from '../limits/abuse-throttle.js'
import { addLimitHeaders } from '../limits/limit-headers.js'
import type { Limiter } from '../limits/limiter.js'
import type { AgentRoutes } from './agent-routes.js'
import type { Authenticator } from './authenticator.js'
import type { AnonymousLimits } from './limit-subjects.js'
import type { McpRoutes } from './mcp/mcp-routes.js'
import type { PageRoutes } from './page-routes.js'
import { addCommonHeaders, closeAfter, failureReply, type Reply, writeReply } from './reply.js'
import type { RequestPipeline } from './request-pipeline.js'
import type { RequestRecorder } from './request-recorder.js'
import type { RouteHandler } from './route-handler.js'
import type { WidgetRoutes } from './widget-routes.js'

export function createApp(ports: {
  implementations: readonly RouteHandler[]
  authenticator: Authenticator
  abuseThrottle: AbuseThrottle
  anonymousLimits: AnonymousLimits
  pipeline: RequestPipeline
  widgetRoutes: WidgetRoutes | null
  pageRoutes: PageRoutes | null
  mcpRoutes: McpRoutes
  agentRoutes: AgentRoutes | null
  limiter: Limiter
  inspector: Pick<RequestRecorder, 'recordUnknownPath' | 'recordAnonymous'>
  requestId: (headers: IncomingMessage['headers']) => string
  reportBug: (error: unknown, requestId: string) => void
}): Koa {
  const { implementations, authenticator, abuseThrottle, anonymousLimits } = ports
  const { pipeline, widgetRoutes, pageRoutes, mcpRoutes, agentRoutes, limiter, inspector, requestId, reportBug } = ports
  const app = new Koa()
  const router = new Router({ strict: true, sensitive: true })

  for (const implementation of implementations)
    register(router, implementation.endpoint, async (ctx, id) =>
      pipeline({
        implementation,
        actor: await authenticator.authenticate(ctx.req, implementation.endpoint.access),
        params: ctx.params as Record<string, string>,
        search: searchOf(ctx.req.url ?? ''),
        request: ctx.req,
        requestId: id,
      }),
    )
  register(router, mcp, (ctx, id) => mcpRoutes(ctx.req, id))
  if (agentRoutes !== null)
    for (const [path, method, answer] of agentRoutes)
      router.register(path, [method], async (ctx) => {
        const id = ctx.state.requestId as string
        const reply = await answer(ctx.req)
        addCommonHeaders(reply.headers, id, { kind: 'session' })
        writeReply(ctx.res, reply)
      })
  const endpoints = [...implementations.map(({ endpoint }) => endpoint), mcp]
  const accesses = new Map(endpoints.map((endpoint) => [patternOf(endpoint), endpoint.access] as const))
  const accessAt = (path: string): Access => {
    const [layer] = router.match(path, 'GET').path
    return accesses.get(String(layer?.path)) ?? { kind: 'public' }
  }

  /** Replies immediately, or, if the caller hammers, late and with `Connection: close`. */
  const refuse = async ({ req, res, method }: Context, who: AbuseState, reply: Reply): Promise<void> => {
    const pause = abuseThrottle.delayRefusal(who, allowedRefusals, req.socket)
    await pause
    writeReply(res, pause === null ? reply : closeAfter(reply), method === 'HEAD')
  }

  const failed = ({ path, state }: Context, error: unknown): Reply => {
    const id = state.requestId as string
    const reply = failureReply(error, id, reportBug)
    addCommonHeaders(reply.headers, id, accessAt(path))
    return reply
  }

  const recordUnauthenticated = ({ req, path }: Context, reply: Reply): Reply => {
    if (accessAt(path).kind === 'key') inspector.recordAnonymous(req, reply)
    return reply
  }

  /**
   * Preflight passes only for endpoints open to other origins; pages of other origins can't call endpoints that take a
   * cookie.
   */
  const allowsPreflight = (path: string): boolean =>
    methodsAt(router, path).length > 0 && isOpenToOrigins(accessAt(path))

  app.use(async (ctx, next) => {
    const id = requestId(ctx.req.headers)
    ctx.state.requestId = id
    ctx.respond = false
    try {
      if (ctx.method === 'OPTIONS' && allowsPreflight(ctx.path)) writeReply(ctx.res, preflight(id))
      else await next()
    } catch (error) {
      if (ctx.res.headersSent) ctx.res.destroy()
      else await refuse(ctx, anonymousLimits.abuseStateOf(ctx.req), recordUnauthenticated(ctx, failed(ctx, error)))
    }
  })
  app.use(async (ctx, next) => {
    const id = ctx.state.requestId as string
    const shown = widgetRoutes?.serveIfWidget(ctx.req, id) ?? pageRoutes?.serveIfPage(ctx.req, id) ?? null
    if (shown === null) await next()
    else writeReply(ctx.res, await shown, ctx.method === 'HEAD')
  })
  app.use(router.routes())
  app.use(async (ctx) => {
    const missing = pageRoutes?.serveNotFoundPage(ctx.req, ctx.state.requestId) ?? null
    if (missing !== null) return writeReply(ctx.res, await missing, ctx.method === 'HEAD')
    const isLookedAt = widgetRoutes?.has(ctx.path) === true || pageRoutes?.has(ctx.path) === true
    const ofPage = isLookedAt ? ['GET', 'HEAD'] : []
    const methods = [...new Set([...ofPage, ...methodsAt(router, ctx.path)])].sort()
    const reply = failed(ctx, unknownPathError(methods))
    const actor = await authenticator.identifyKey(ctx.req)
    if (actor === null) return refuse(ctx, anonymousLimits.abuseStateOf(ctx.req), reply)
    inspector.recordUnknownPath(actor, ctx.req, reply)
    // Include a known caller's limits. Reading them consumes no quota.
    const { view, abuse } = await limiter.viewLimits(actor.account)
    addLimitHeaders(reply.headers, actor.account.plan, view)
    await refuse(ctx, abuse, reply)
  })
  app.on('error', (error) => reportBug(error, '-'))
  return app
}

const unknownPathMessage =
  'There is nothing at this address. The interface is below /api/v1, described by /api/v1/openapi.json; /livez and /readyz say how the server is.'

const unknownPathError = (allowed: readonly string[]): ApiError =>
  allowed.length === 0
    ? new ApiError({ code: 'not_found', message: unknownPathMessage })
    : new ApiError({ code: 'method_not_allowed', message: `This address knows ${allowed.join(', ')} only.` }, [
        answerHeaders.allow.name,
        allowed.join(', '),
      ])

/** Refusals per minute that are answered without delay, for callers without a key and for unknown paths. */
const allowedRefusals = 30

const register = (router: Router, endpoint: Endpoint, answer: (ctx: Context, id: string) => Promise<Reply> | Reply) =>
  router.register(patternOf(endpoint), [endpoint.method], async (ctx) => {
    const reply = await answer(ctx, ctx.state.requestId as string)
    writeReply(ctx.res, reply, ctx.method === 'HEAD')
  })

const patternOf = (endpoint: Endpoint): string => fullPath(endpoint).replace(/\{(\w+)\}/g, ':$1')

/** Returns the raw query string: the fast path and the router must read the same text, and Koa would normalise it. */
function searchOf(url: string): string {
  const queryAt = url.indexOf('?')
  return queryAt < 0 ? '' : url.slice(queryAt + 1)
}

function methodsAt(router: Router, path: string): string[] {
  const layers = router.match(path, 'GET').path
  return [...new Set(layers.flatMap((layer) => layer.methods))].sort()
}

const allowedRequestHeaders = [
  apiKeyHeader,
  'Authorization',
  'Content-Type',
  ...Object.values(requestHeaders).map(({ name }) => name),
  answerHeaders.requestId.name,
].join(', ')

const preflight = (requestId: string): Reply => ({
  status: 204,
  headers: addCommonHeaders(
    [
      'Access-Control-Allow-Methods',
      'GET, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers',
      allowedRequestHeaders,
      'Access-Control-Max-Age',
      '86400',
    ],
    requestId,
    { kind: 'public' },
  ),
  body: null,
})
