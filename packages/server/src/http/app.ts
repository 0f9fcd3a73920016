import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@p2p-rates/contract'
import Koa, { type Context } from 'koa'
import { createAddresses } from './addresses.js'
import { type Answering, addCommonHeaders, failureReply } from './answering.js'
import type { Doorman } from './doorman.js'
import type { Implementation } from './implement.js'
import { ApiError, type Reply } from './reply.js'
import { writeReply } from './write-reply.js'

/** Answers that need no key: liveness, readiness. */
export type PublicImplementation = { readonly endpoint: Endpoint; readonly reply: () => Promise<Reply> }

/** The whole interface over Koa. Owns addresses, methods and everything unusual; the answers themselves come from `answering`. */
export const createApp = (ports: {
  implementations: readonly Implementation[]
  publicImplementations: readonly PublicImplementation[]
  doorman: Doorman
  answering: Answering
  requestId: (headers: IncomingMessage['headers']) => string
  reportBug: (error: unknown, requestId: string) => void
}): Koa => {
  const { implementations, publicImplementations, doorman, answering, requestId, reportBug } = ports
  const app = new Koa()
  const keyed = implementations.map((implementation) => ({
    endpoint: implementation.endpoint,
    value: async ({ req }: Context, params: Params, requestId: string): Promise<Reply> =>
      answering({
        implementation,
        caller: await doorman.admit(req),
        params,
        search: searchOf(req.url ?? ''),
        request: req,
        requestId,
      }),
  }))
  const keyless = publicImplementations.map(({ endpoint, reply }) => ({
    endpoint,
    value: async (_: Context, __: Params, requestId: string): Promise<Reply> => withCommon(await reply(), requestId),
  }))
  const addresses = createAddresses([...keyed, ...keyless])

  app.use(async (ctx, next) => {
    const id = requestId(ctx.req.headers)
    ctx.state.requestId = id
    ctx.respond = false
    try {
      if (ctx.method === 'OPTIONS') writeReply(ctx.res, preflight(id))
      else await next()
    } catch (error) {
      if (ctx.res.headersSent) ctx.res.destroy()
      else writeReply(ctx.res, withCommon(failureReply(error, id, reportBug), id), ctx.method === 'HEAD')
    }
  })
  app.use(async (ctx, next) => {
    const found = addresses.find(ctx.method, ctx.path)
    if (found === null) return next()
    const reply = await found.value(ctx, found.params, ctx.state.requestId as string)
    writeReply(ctx.res, reply, ctx.method === 'HEAD')
  })
  app.use((ctx) => {
    const allowed = addresses.methodsAt(ctx.path)
    if (allowed.length === 0) throw new ApiError({ code: 'not_found', message: 'There is nothing at this address.' })
    throw new ApiError({ code: 'method_not_allowed', message: `This address knows ${allowed.join(', ')} only.` }, [
      'Allow',
      allowed.join(', '),
    ])
  })
  app.on('error', (error) => reportBug(error, '-'))
  return app
}

type Params = Readonly<Record<string, string>>

/** As it came: both doors must read the same words, also where Koa would tidy them up. */
const searchOf = (url: string): string => {
  const queryAt = url.indexOf('?')
  return queryAt < 0 ? '' : url.slice(queryAt + 1)
}

const withCommon = (reply: Reply, requestId: string): Reply => {
  addCommonHeaders(reply.headers, requestId)
  return reply
}

/** Browsers ask first before they send a key to another origin. There are no cookies to protect. */
const preflight = (requestId: string): Reply => ({
  status: 204,
  headers: addCommonHeaders(
    [
      'Access-Control-Allow-Methods',
      'GET, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers',
      'X-API-Key, Authorization, Content-Type, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id',
      'Access-Control-Max-Age',
      '86400',
    ],
    requestId,
  ),
  body: null,
})
