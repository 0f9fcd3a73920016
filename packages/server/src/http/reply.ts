import type { ServerResponse } from 'node:http'
import {
  type Access,
  answerHeaders,
  apiKeyHeader,
  type ErrorBody,
  type ErrorResponse,
  errorStatus,
  isForPages,
  isOpenToOrigins,
  toProblemResponse,
} from '@p2p-rates/contract'
import { ApiError, retryAfter } from '../base/errors/api-error.js'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import type { StreamConnection } from './stream/hub.js'

/** A response, complete to the byte. The fast path and the router write it unchanged. */
export type Reply = {
  readonly status: number
  /** Flat name-value list, as `writeHead` takes it. Owned by this reply, so it may be appended to. */
  readonly headers: string[]
  readonly body: Buffer | null
  readonly problem?: ErrorResponse
  readonly hijack?: Hijack
}

/** Writes the rest of a streamed response; null for a HEAD request. */
export type Hijack = (connection: StreamConnection | null) => void

export const jsonType = 'application/json; charset=utf-8'

export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8')

export const jsonHeaders = (body: Buffer): string[] => contentHeaders(jsonType, body)

export const contentHeaders = (type: string, body: Buffer): string[] => [
  'Content-Type',
  type,
  'Content-Length',
  String(body.length),
]

export const headerList = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()

export const noStore: readonly string[] = [answerHeaders.cacheControl.name, 'no-store']

export function closeAfter(reply: Reply): Reply {
  reply.headers.push('Connection', 'close')
  return reply
}

export function problemReply(problem: ErrorResponse, headers: readonly string[]): Reply {
  const body = jsonBytes(toProblemResponse(problem) satisfies ErrorBody)
  return {
    status: errorStatus(problem.code),
    headers: [...jsonHeaders(body), ...noStore, ...headers],
    body,
    problem,
  }
}

const varyingByKey = [apiKeyHeader, 'Authorization', 'Accept-Encoding'].join(', ')

/** Responses are data, not pages: if a browser opens one, it runs and frames nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** For every response. Other origins may read public and key endpoints, never endpoints that take a cookie. */
export function addCommonHeaders(headers: string[], requestId: string, access: Access): string[] {
  const varying = isForPages(access.kind) ? 'Cookie, Accept-Encoding' : varyingByKey
  headers.push(
    answerHeaders.vary.name,
    varying,
    'X-Content-Type-Options',
    'nosniff',
    'Content-Security-Policy',
    dataPolicy,
  )
  if (isOpenToOrigins(access)) headers.push('Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', '*')
  headers.push(answerHeaders.requestId.name, requestId)
  return headers
}

/** An `ApiError` as it is, a full disk as 503, anything else as 500 with only the request id. */
export function failureReply(
  error: unknown,
  requestId: string,
  reportBug: (error: unknown, requestId: string) => void,
): Reply {
  if (error instanceof ApiError) return problemReply(error.problem, error.headers)
  if (error instanceof StorageUnavailableError)
    return problemReply(
      { code: 'storage_unavailable', message: 'The service cannot write to its storage at the moment.' },
      retryAfter(10),
    )
  reportBug(error, requestId)
  return problemReply({ code: 'internal_error', message: `Something failed on our side. Request ${requestId}.` }, [])
}

export function writeReply(response: ServerResponse, reply: Reply, withoutBody = false): void {
  // A stream lasts until its connection closes, so it needs no chunked encoding.
  if (reply.hijack !== undefined) response.useChunkedEncodingByDefault = false
  response.writeHead(reply.status, reply.headers)
  if (reply.hijack !== undefined && !withoutBody) {
    response.flushHeaders()
    reply.hijack(connectionOf(response))
    return
  }
  reply.hijack?.(null)
  if (reply.body === null || withoutBody) response.end()
  // Node sends head and body in one system call; joined to one text by us, they went no faster.
  else response.end(reply.body)
}

const connectionOf = (response: ServerResponse): StreamConnection => ({
  write: (bytes) => response.write(bytes),
  get unsentBytes() {
    return response.writableLength
  },
  end: (lastBytes) => response.end(lastBytes),
  destroy: () => response.destroy(),
  onClose: (listener) => {
    // The client may have disconnected already; `close` won't fire again, so call the listener now.
    if (response.closed) listener()
    else response.once('close', listener)
  },
})
