import type { IncomingMessage } from 'node:http'
import Router from '@koa/router'
import { answerHeaders, apiKeyHeader, type Endpoint, fullPath, requestHeaders } from '@p2p-rates/contract'
import Koa, { type Context } from 'koa'
import type { Hammering, Offender } from '../limits/hammering.js'
import { addLimitHeaders } from '../limits/limit-headers.js'
import type { Limiter } from '../limits/limiter.js'
import { ApiError } from '../refusals/api-error.js'
import { type Answering, addCommonHeaders, failureReply } from './answering.js'
import type { Doorman } from './doorman.js'
import type { Implementation } from './implement.js'
import { type Reply, withHangUp } from './reply.js'
import type { Strangers } from './strangers.js'
import { writeReply } from './write-reply.js'

/** Answers that need no key: liveness, readiness. */
export type PublicImplementation = { readonly endpoint: Endpoint; readonly reply: () => Promise<Reply> }

/** The whole interface over Koa. Owns addresses, methods and everything unusual; the answers themselves come from `answering`. */
export const createApp = (ports: {
  implementations: readonly Implementation[]
  publicImplementations: readonly PublicImplementation[]
  doorman: Doorman
  hammering: Hammering
  strangers: Strangers
  answering: Answering
  limiter: Limiter
  requestId: (headers: IncomingMessage['headers']) => string
  reportBug: (error: unknown, requestId: string) => void
}): Koa => {
  const { implementations, publicImplementations, doorman, hammering, strangers } = ports
  const { answering, limiter, requestId, reportBug } = ports
  const app = new Koa()
  const router = new Router({ strict: true, sensitive: true })

  for (const implementation of implementations)
    register(router, implementation.endpoint, async (ctx, id) =>
      answering({
        implementation,
        caller: await doorman.admit(ctx.req),
        params: ctx.params as Record<string, string>,
        search: searchOf(ctx.req.url ?? ''),
        request: ctx.req,
        requestId: id,
      }),
    )
  for (const { endpoint, reply } of publicImplementations)
    register(router, endpoint, async (_, id) => withCommon(await reply(), id))

  /** At once, or late and for the last time on this connection. */
  const refuse = async ({ req, res, method }: Context, who: Offender, reply: Reply): Promise<void> => {
    const pause = hammering.refused(who, allowedRefusals, req.socket)
    await pause
    writeReply(res, pause === null ? reply : withHangUp(reply), method === 'HEAD')
  }

  app.use(async (ctx, next) => {
    const id = requestId(ctx.req.headers)
    ctx.state.requestId = id
    ctx.respond = false
    try {
      if (ctx.method === 'OPTIONS' && methodsAt(router, ctx.path).length > 0) writeReply(ctx.res, preflight(id))
      else await next()
    } catch (error) {
      if (ctx.res.headersSent) ctx.res.destroy()
      else await refuse(ctx, strangers.from(ctx.req), withCommon(failureReply(error, id, reportBug), id))
    }
  })
  app.use(router.routes())
  app.use(async (ctx) => {
    const id = ctx.state.requestId as string
    const reply = withCommon(failureReply(noSuchPlace(methodsAt(router, ctx.path)), id, reportBug), id)
    const caller = await doorman.identify(ctx.req)
    // Who is known is told his limits with every answer; finding nothing takes nothing of them.
    if (caller !== null) addLimitHeaders(reply.headers, caller.state.account.plan, limiter.view(caller))
    await refuse(ctx, caller?.state.refusals ?? strangers.from(ctx.req), reply)
  })
  app.on('error', (error) => reportBug(error, '-'))
  return app
}

const noSuchPlace = (allowed: readonly string[]): ApiError =>
  allowed.length === 0
    ? new ApiError({ code: 'not_found', message: 'There is nothing at this address.' })
    : new ApiError({ code: 'method_not_allowed', message: `This address knows ${allowed.join(', ')} only.` }, [
        answerHeaders.allow.name,
        allowed.join(', '),
      ])

/** Refusals a minute that nobody minds, of whoever has no key or asks for what is not there. */
const allowedRefusals = 30

const register = (router: Router, endpoint: Endpoint, answer: (ctx: Context, id: string) => Promise<Reply> | Reply) =>
  router.register(
    fullPath(endpoint).replace(/\{(\w+)\}/g, ':$1'),
    // The router adds HEAD to GET by itself.
    [endpoint.method],
    async (ctx) => {
      const reply = await answer(ctx, ctx.state.requestId as string)
      writeReply(ctx.res, reply, ctx.method === 'HEAD')
    },
  )

/** As it came: both doors must read the same words, also where Koa would tidy them up. */
const searchOf = (url: string): string => {
  const queryAt = url.indexOf('?')
  return queryAt < 0 ? '' : url.slice(queryAt + 1)
}

const methodsAt = (router: Router, path: string): string[] => {
  const layers = router.match(path, 'GET').path
  return [...new Set(layers.flatMap((layer) => layer.methods))].sort()
}

const withCommon = (reply: Reply, requestId: string): Reply => {
  addCommonHeaders(reply.headers, requestId)
  return reply
}

const sentByBrowsers = [
  apiKeyHeader,
  'Authorization',
  'Content-Type',
  ...Object.values(requestHeaders).map(({ name }) => name),
  answerHeaders.requestId.name,
].join(', ')

/** Browsers ask first before they send a key to another origin. There are no cookies to protect. */
const preflight = (requestId: string): Reply => ({
  status: 204,
  headers: addCommonHeaders(
    [
      'Access-Control-Allow-Methods',
      'GET, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers',
      sentByBrowsers,
      'Access-Control-Max-Age',
      '86400',
    ],
    requestId,
  ),
  body: null,
})
