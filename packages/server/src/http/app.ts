import type { IncomingHttpHeaders } from 'node:http'
import Router, { type RouterContext } from '@koa/router'
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
import Koa, { type ParameterizedContext } from 'koa'
import { ApiError } from '../base/errors/api-error.js'
import type { AbuseState } from '../limits/abuse-throttle.js'
import { addLimitHeaders } from '../limits/limit-headers.js'
import type { AgentRoutes } from './agent-routes.js'
import type { Authenticator } from './authenticator.js'
import type { HttpContext } from './http-context.js'
import { createAbuseStates } from './limit-subjects.js'
import type { McpRoutes } from './mcp/mcp-routes.js'
import type { PageRoutes } from './page-routes.js'
import { addCommonHeaders, closeAfter, failureReply, type Reply, writeReply } from './reply.js'
import type { RequestPipeline } from './request-pipeline.js'
import { recordAnonymous, recordUnknownPath } from './request-recorder.js'
import type { RouteHandler } from './route-handler.js'
import type { WidgetRoutes } from './widget-routes.js'

export type AppPorts = {
  readonly context: HttpContext
  readonly implementations: readonly RouteHandler[]
  readonly authenticator: Authenticator
  readonly pipeline: RequestPipeline
  readonly requestId: (headers: IncomingHttpHeaders) => string
  readonly routes: {
    readonly widgets: WidgetRoutes | null
    readonly pages: PageRoutes | null
    readonly mcp: McpRoutes
    readonly agents: AgentRoutes | null
  }
}

type RequestState = { requestId: string }
type AppContext = ParameterizedContext<RequestState>

type App = AppPorts & {
  readonly router: Router<RequestState>
  readonly accesses: ReadonlyMap<string, Access>
  readonly abuseStateOf: ReturnType<typeof createAbuseStates>
}

/** Everything that the fast path leaves: errors, pages, endpoints, unknown paths. */
export function createApp(ports: AppPorts): Koa<RequestState> {
  const endpoints = [...ports.implementations.map(({ endpoint }) => endpoint), mcp]
  const app: App = {
    ...ports,
    router: routerOf(ports),
    accesses: new Map(endpoints.map((endpoint) => [patternOf(endpoint), endpoint.access])),
    abuseStateOf: createAbuseStates(ports.context.addressOf),
  }
  const koa = new Koa<RequestState>()
  koa.use((ctx, next) => answerErrors(app, ctx, next))
  koa.use((ctx, next) => answerPages(app, ctx, next))
  koa.use(app.router.routes())
  koa.use((ctx) => answerUnknownPath(app, ctx))
  koa.on('error', (error) => ports.context.reportBug(error, '-'))
  return koa
}

function routerOf({ implementations, authenticator, pipeline, routes }: AppPorts): Router<RequestState> {
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  const register = (endpoint: Endpoint, answer: (ctx: RouterContext<RequestState>) => Promise<Reply>) =>
    router.register(patternOf(endpoint), [endpoint.method], async (ctx) =>
      writeReply(ctx.res, await answer(ctx), ctx.method === 'HEAD'),
    )
  for (const implementation of implementations)
    register(implementation.endpoint, async ({ req, params, state }) =>
      pipeline({
        implementation,
        actor: await authenticator.authenticate(req, implementation.endpoint.access),
        params,
        search: searchOf(req.url ?? ''),
        request: req,
        requestId: state.requestId,
      }),
    )
  register(mcp, ({ req, state }) => routes.mcp(req, searchOf(req.url ?? ''), state.requestId))
  for (const [path, method, answer] of routes.agents ?? [])
    router.register(path, [method], async (ctx) => {
      const reply = await answer(ctx.req)
      addCommonHeaders(reply.headers, ctx.state.requestId, { kind: 'session' })
      writeReply(ctx.res, reply)
    })
  return router
}

async function answerErrors(app: App, ctx: AppContext, next: () => Promise<unknown>): Promise<void> {
  const id = app.requestId(ctx.req.headers)
  ctx.state.requestId = id
  ctx.respond = false
  try {
    if (ctx.method === 'OPTIONS' && allowsPreflight(app, ctx.path)) writeReply(ctx.res, preflight(id))
    else await next()
  } catch (error) {
    if (ctx.res.headersSent) {
      ctx.res.destroy()
      return
    }
    const reply = failed(app, ctx, error)
    if (accessAt(app, ctx.path).kind === 'key') recordAnonymous(app.context, ctx.req, reply)
    await refuse(app, ctx, app.abuseStateOf(ctx.req), reply)
  }
}

async function answerPages({ routes }: App, ctx: AppContext, next: () => Promise<unknown>): Promise<void> {
  const { requestId } = ctx.state
  const shown =
    routes.widgets?.serveIfWidget(ctx.req, requestId) ?? routes.pages?.serveIfPage(ctx.req, requestId) ?? null
  if (shown === null) await next()
  else writeReply(ctx.res, await shown, ctx.method === 'HEAD')
}

async function answerUnknownPath(app: App, ctx: AppContext): Promise<void> {
  const { context, authenticator, routes } = app
  const missing = routes.pages?.serveNotFoundPage(ctx.req, ctx.state.requestId) ?? null
  if (missing !== null) return writeReply(ctx.res, await missing, ctx.method === 'HEAD')
  const isLookedAt = routes.widgets?.has(ctx.path) === true || routes.pages?.has(ctx.path) === true
  const ofPage = isLookedAt ? ['GET', 'HEAD'] : []
  const methods = [...new Set([...ofPage, ...methodsAt(app, ctx.path)])].sort()
  const reply = failed(app, ctx, unknownPathError(methods))
  const actor = await authenticator.identifyKey(ctx.req)
  if (actor === null) return refuse(app, ctx, app.abuseStateOf(ctx.req), reply)
  recordUnknownPath(context, actor, ctx.req, reply)
  // Include a known caller's limits. Reading them consumes no quota.
  const { view, abuse } = await context.limits.limiter.viewLimits(actor.account)
  addLimitHeaders(reply.headers, actor.account.plan, view)
  await refuse(app, ctx, abuse, reply)
}

/** Replies immediately, or, if the caller hammers, late and with `Connection: close`. */
async function refuse(
  { context }: App,
  { req, res, method }: AppContext,
  who: AbuseState,
  reply: Reply,
): Promise<void> {
  const pause = context.limits.abuseThrottle.delayRefusal(who, allowedRefusals, req.socket)
  await pause
  writeReply(res, pause === null ? reply : closeAfter(reply), method === 'HEAD')
}

function failed(app: App, { path, state }: AppContext, error: unknown): Reply {
  const reply = failureReply(error, state.requestId, app.context.reportBug)
  addCommonHeaders(reply.headers, state.requestId, accessAt(app, path))
  return reply
}

function accessAt({ router, accesses }: App, path: string): Access {
  const [layer] = router.match(path, 'GET').path
  return accesses.get(String(layer?.path)) ?? { kind: 'public' }
}

/** Pages of other origins can't call endpoints that take a cookie. */
const allowsPreflight = (app: App, path: string): boolean =>
  methodsAt(app, path).length > 0 && isOpenToOrigins(accessAt(app, path))

function methodsAt({ router }: App, path: string): string[] {
  const layers = router.match(path, 'GET').path
  return [...new Set(layers.flatMap((layer) => layer.methods))].sort()
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

const patternOf = (endpoint: Endpoint): string => fullPath(endpoint).replace(/\{(\w+)\}/g, ':$1')

/** Returns the raw query string: the fast path and the router must read the same text, and Koa would normalise it. */
function searchOf(url: string): string {
  const queryAt = url.indexOf('?')
  return queryAt < 0 ? '' : url.slice(queryAt + 1)
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
