import {
  csvOf,
  csvType,
  type Endpoint,
  type EndpointName,
  simulatedCsv,
  type ValuesOf,
  type WebEndpointName,
} from '@p2p-rates/contract'
import type { Actor } from '../accounts/actor.js'
import type { Clock } from '../base/time/clock.js'
import { contentHeaders, type Hijack, jsonBytes, jsonType, noStore, type Reply } from './reply.js'
import { withParameterHints } from './response-cache.js'

type CallerArgs = {
  readonly actor: Actor
  /** Requests of the account that count this month, including this one. */
  readonly usedThisMonth: number
  /** The same for a repetition under the same `Idempotency-Key`, even after a crash before the answer. */
  readonly operationId: string
}

export type HandlerArgs<E extends Endpoint> = CallerArgs & {
  readonly params: ValuesOf<E['params']>
  readonly query: ValuesOf<E['query']>
  readonly body: E['body'] extends null ? null : ValuesOf<NonNullable<E['body']>>
}

/** Identifies the data of an answer: the same version and values give the same bytes. */
export type DataVersion = {
  readonly version: string
  /** Distinguishes answers that depend on more than values and data, such as the plan. */
  readonly variant?: string
  readonly refreshAtMonoMs: number
}

/** Data that count as new once in each period of the wall clock. `of` names what else they depend on. */
export const periodVersion = ({ wallMs, monoMs }: Clock, periodMs: number, of = ''): DataVersion => ({
  version: `${of} ${Math.floor(wallMs() / periodMs)}`,
  refreshAtMonoMs: monoMs() + periodMs - (wallMs() % periodMs),
})

export type AnswerOf<E> = E extends Endpoint<infer Answer> ? Answer : never

export type Outcome<Answer> =
  | {
      readonly answer: Answer
      readonly status?: number
      readonly headers?: readonly string[]
      readonly session?: string
    }
  | { readonly text: string; readonly type: string; readonly headers?: readonly string[] }
  | { readonly bytes: Buffer; readonly type: string; readonly headers?: readonly string[] }
  | { readonly stream: Hijack; readonly headers?: readonly string[] }
  /** A session begins with the answer, or the one that was sent has ended. */
  | { readonly nothing: true; readonly session?: null }

export type Values = Readonly<Record<string, unknown>>

/** An endpoint with its handler, with the value types erased, because the router treats all endpoints alike. */
export type RouteHandler = {
  readonly endpoint: Endpoint
  readonly handle: (
    call: CallerArgs & { readonly params: Values; readonly query: Values; readonly body: Values | null },
  ) => Outcome<unknown> | Promise<Outcome<unknown>>
  readonly version?: (query: Values, actor: Actor) => DataVersion
  /** Counts towards the minute, not the month. */
  readonly charge?: 'request'
}

/** One implementation per endpoint name. An implementation under another name does not compile. */
export type ImplementationsOf<Name extends EndpointName | WebEndpointName> = {
  readonly [Each in Name]: RouteHandler & { readonly endpoint: { readonly name: Each } }
}

export const handle = <E extends Endpoint>(
  endpoint: E,
  handle: (call: HandlerArgs<E>) => Outcome<AnswerOf<E>> | Promise<Outcome<AnswerOf<E>>>,
  version?: (query: ValuesOf<E['query']>, actor: Actor) => DataVersion,
): RouteHandler & { readonly endpoint: E } =>
  // Safe, because the router passes a handler only values that its own endpoint's schemas have parsed.
  ({ endpoint, handle, version }) as unknown as RouteHandler & { readonly endpoint: E }

export async function done(work: Promise<unknown>): Promise<{ readonly nothing: true }> {
  await work
  return { nothing: true }
}

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
