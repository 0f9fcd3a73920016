import type { IncomingMessage, RequestListener } from 'node:http'
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
import { createAnonymousLimits } from './anonymous-limits.js'
import { createApp } from './app.js'
import { createAuthenticator } from './authenticator.js'
import { createCsrfCheck } from './csrf.js'
import { createFastPath } from './fast-path.js'
import { createIdempotency } from './idempotency.js'
import { createMcpRoutes, type McpProtocol } from './mcp-routes.js'
import { originForm } from './origin-form.js'
import type { PageRenderer } from './page-renderer.js'
import { createPageRoutes } from './page-routes.js'
import { createQueryEvaluator } from './query-evaluator.js'
import type { ReplicaConsistency } from './replica-consistency.js'
import { createRequestIds } from './request-id.js'
import { createRequestPipeline } from './request-pipeline.js'
import { createRequestRecorder } from './request-recorder.js'
import type { RouteHandler } from './route-handler.js'
import { createSessionCookie } from './session-cookie.js'
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
