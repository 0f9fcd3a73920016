import type { Endpoint, EndpointName, ValuesOf, WebEndpointName } from '@p2p-rates/contract'
import type { Actor } from '../accounts/actor.js'
import type { SessionToken } from '../accounts/session.js'
import type { Hijack } from './reply.js'

export type HandlerArgs<E extends Endpoint> = {
  readonly params: ValuesOf<E['params']>
  readonly query: ValuesOf<E['query']>
  readonly body: E['body'] extends null ? null : ValuesOf<NonNullable<E['body']>>
  readonly actor: Actor
  /** Requests of the account that count this month, including this one. */
  readonly usedThisMonth: number
  /**
   * Id of this operation: the same for a repetition under the same `Idempotency-Key`, even after a crash before the
   * answer.
   */
  readonly operationId: string
}

/** Identifies the data of an answer: the same version and values give the same bytes. */
export type DataVersion = {
  readonly version: string
  /** Distinguishes answers that depend on more than values and data, such as the plan. */
  readonly variant?: string
  readonly refreshAtMonoMs: number
}

export type AnswerOf<E> = E extends Endpoint<infer Answer> ? Answer : never

export type Outcome<Answer> =
  | {
      readonly answer: Answer
      readonly status?: number
      readonly headers?: readonly string[]
      readonly session?: SessionToken
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
  readonly handle: (call: {
    readonly params: Values
    readonly query: Values
    readonly body: Values | null
    readonly actor: Actor
    readonly usedThisMonth: number
    readonly operationId: string
  }) => Outcome<unknown> | Promise<Outcome<unknown>>
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
