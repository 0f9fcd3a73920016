import type { Endpoint } from '@p2p-rates/contract'
import type { Outcome } from './implement.js'
import { withClamped } from './rendered-answers.js'
import { contentHeaders, jsonBytes, jsonHeaders, notKept, type Reply } from './reply.js'

/** What a handler gave back, as it goes over the wire. */
export function replyOf(outcome: Outcome<unknown>, endpoint: Endpoint, clamped: readonly string[]): Reply {
  if ('stream' in outcome)
    return { status: 200, headers: [...(outcome.headers ?? [])], body: null, takeOver: outcome.stream }
  if ('nothing' in outcome) return { status: 204, headers: [], body: null }
  if ('text' in outcome || 'bytes' in outcome) {
    const body = 'bytes' in outcome ? outcome.bytes : Buffer.from(outcome.text, 'utf8')
    return {
      status: 200,
      headers: withClamped(withMore(contentHeaders(outcome.type, body), outcome.headers), clamped),
      body,
    }
  }
  const body = jsonBytes(outcome.answer)
  return {
    status: outcome.status ?? endpoint.status,
    headers: withClamped(withMore(jsonHeaders(body), outcome.headers), clamped),
    body,
  }
}

/** What belongs to one account, a secret perhaps, is nothing for caches. */
export function unkept(reply: Reply): Reply {
  if (reply.takeOver === undefined) reply.headers.push(...notKept)
  return reply
}

function withMore(headers: string[], more: readonly string[] = []): string[] {
  for (const part of more) headers.push(part)
  return headers
}
