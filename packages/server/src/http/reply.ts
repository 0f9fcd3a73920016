import { answerHeaders, type ErrorBody, type ErrorResponse, errorStatus, toProblemResponse } from '@p2p-rates/contract'
import type { OpenConnection } from '../stream/open-connection.js'

/** What goes back over the wire, known to the byte. Both doors write it; neither adds anything of its own. */
export type Reply = {
  readonly status: number
  /** Flat name-value list, as `writeHead` takes it. Belongs to this reply alone, and may be added to on its way. */
  readonly headers: string[]
  readonly body: Buffer | null
  /** Why it is no answer. */
  readonly problem?: ErrorResponse
  /** Takes the connection over after the head was written: the live stream. */
  readonly takeOver?: TakeOver
}

/** Writes the rest of an answer to a connection that stays open; null where only the head was asked for. */
export type TakeOver = (connection: OpenConnection | null) => void

export const jsonType = 'application/json; charset=utf-8'

export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8')

export const jsonHeaders = (body: Buffer): string[] => contentHeaders(jsonType, body)

export const contentHeaders = (type: string, body: Buffer): string[] => [
  'Content-Type',
  type,
  'Content-Length',
  String(body.length),
]

/** For no cache. */
export const noStore: readonly string[] = [answerHeaders.cacheControl.name, 'no-store']

/** The connection ends with it. */
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
