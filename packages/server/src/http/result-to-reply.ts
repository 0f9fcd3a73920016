import { csvOf, csvType, type Endpoint, simulatedCsv } from '@p2p-rates/contract'
import { contentHeaders, jsonBytes, jsonType, noStore, type Reply } from './reply.js'
import { withParameterHints } from './response-cache.js'
import type { Outcome, Values } from './route-handler.js'

type ReplyContext = {
  readonly query?: Values
  readonly clamped?: readonly string[]
  readonly hints?: readonly string[]
  readonly isSimulated?: boolean
}

export function replyOf(
  outcome: Outcome<unknown>,
  endpoint: Endpoint,
  { query = {}, clamped = [], hints = [], isSimulated = false }: ReplyContext = {},
): Reply {
  if ('stream' in outcome)
    return { status: 200, headers: [...(outcome.headers ?? [])], body: null, hijack: outcome.stream }
  if ('nothing' in outcome) return { status: 204, headers: [], body: null }
  const content = contentOf(outcome, endpoint, query)
  const isMarked = isSimulated && endpoint.carriesPrices && content.type === csvType
  const { type, body } = isMarked ? markedCsv(content) : content
  return {
    status: ('status' in outcome ? outcome.status : undefined) ?? endpoint.status,
    headers: withParameterHints(withMore(contentHeaders(type, body), outcome.headers), { clamped, hints }),
    body,
  }
}

type Content = Extract<Outcome<unknown>, { readonly answer: unknown } | { readonly type: string }>

function contentOf(outcome: Content, { table }: Endpoint, { format }: Values): { type: string; body: Buffer } {
  if ('bytes' in outcome) return { type: outcome.type, body: outcome.bytes }
  if ('text' in outcome) return { type: outcome.type, body: Buffer.from(outcome.text, 'utf8') }
  if (table !== undefined && format === 'csv')
    return { type: csvType, body: Buffer.from(csvOf(table, outcome.answer), 'utf8') }
  return { type: jsonType, body: jsonBytes(outcome.answer) }
}

const markedCsv = ({ type, body }: { type: string; body: Buffer }) => ({
  type,
  body: Buffer.from(simulatedCsv(body.toString('utf8')), 'utf8'),
})

/** Marks a reply as uncacheable, because it belongs to one account and may hold a secret. */
export function withNoStore(reply: Reply): Reply {
  if (reply.hijack === undefined) reply.headers.push(...noStore)
  return reply
}

function withMore(headers: string[], more: readonly string[] = []): string[] {
  for (const part of more) headers.push(part)
  return headers
}
