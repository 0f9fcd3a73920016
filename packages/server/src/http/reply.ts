import { answerHeaders, type ErrorBody, type ErrorResponse, errorStatus, toProblemResponse } from '@p2p-rates/contract'
import type { StreamConnection } from './stream/stream-connection.js'

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
