import type { Endpoint, EndpointName, ValuesOf, WebEndpointName } from '@p2p-rates/contract'
import type { Actor } from '../accounts/actor.js'
import type { SessionToken } from '../accounts/session.js'
import type { TakeOver } from './reply.js'

/** What a handler is told: values that have passed the contract's schemas, and who asks. */
export type HandlerArgs<E extends Endpoint> = {
  readonly params: ValuesOf<E['params']>
  readonly query: ValuesOf<E['query']>
  readonly body: E['body'] extends null ? null : ValuesOf<NonNullable<E['body']>>
  readonly actor: Actor
  /** Requests of the account that count this month, this one among them. */
  readonly usedThisMonth: number
  /** Names what this request makes: the same for a repetition under the same Idempotency-Key, also after a crash between the deed and its answer. */
  readonly operationId: string
}

/** The data an answer will be made of. Same version and same values mean the same bytes. */
export type DataVersion = {
  readonly version: string
  /** Sets answers apart that differ by more than values and data, such as one per plan. */
  readonly variant?: string
  /** Monotonic instant at which newer data are expected. */
  readonly refreshAtMonoMs: number
}

export type AnswerOf<E> = E extends Endpoint<infer Answer> ? Answer : never

/** What a handler gives back: the answer itself, the same in another form, or an open stream. */
export type Outcome<Answer> =
  | {
      readonly answer: Answer
      readonly status?: number
      readonly headers?: readonly string[]
      readonly session?: SessionToken
    }
  | { readonly text: string; readonly type: string; readonly headers?: readonly string[] }
  | { readonly bytes: Buffer; readonly type: string; readonly headers?: readonly string[] }
  | { readonly stream: TakeOver; readonly headers?: readonly string[] }
  /** A session begins with the answer, or the one that was sent has ended. */
  | { readonly nothing: true; readonly session?: null }

export type Values = Readonly<Record<string, unknown>>

/** An endpoint that has its handler, with the types of its values forgotten: the router treats all alike. */
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
  /** Takes a place of the minute and nothing of the month. */
  readonly charge?: 'request'
}

/** The implementation of each of these; one under the name of another does not compile. */
export type ImplementationsOf<Name extends EndpointName | WebEndpointName> = {
  readonly [Each in Name]: RouteHandler & { readonly endpoint: { readonly name: Each } }
}

/** Joins an endpoint with its handler; from here on its types are the contract's business no more. */
export const handle = <E extends Endpoint>(
  endpoint: E,
  handle: (call: HandlerArgs<E>) => Outcome<AnswerOf<E>> | Promise<Outcome<AnswerOf<E>>>,
  version?: (query: ValuesOf<E['query']>, actor: Actor) => DataVersion,
): RouteHandler & { readonly endpoint: E } =>
  // The router hands each handler only values that its own endpoint's schemas have read.
  ({ endpoint, handle, version }) as unknown as RouteHandler & { readonly endpoint: E }
