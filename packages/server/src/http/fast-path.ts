import type { IncomingMessage, RequestListener } from 'node:http'
import { type Access, fullPath } from '@p2p-rates/contract'
import type { Authenticator } from './authenticator.js'
import type { RequestPipeline } from './request-pipeline.js'
import type { RouteHandler } from './route-handler.js'
import { writeReply } from './write-reply.js'

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
