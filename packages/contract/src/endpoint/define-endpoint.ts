import { z } from 'zod'
import type { ErrorCode } from '../errors/error-codes.js'
import type { PlanName } from '../generated/types.js'
import { format } from './common-inputs.js'
import type { Table } from './csv.js'
import type { Inputs, ValuesOf } from './input.js'

export const apiPrefix = '/api/v1'
export const webPrefix = '/web/v1'

/**
 * Callers that an endpoint accepts.
 *
 * - `public`: every caller.
 * - `key`: a key of this plan or a higher one; `isOwnOrigin` excludes browser pages of other origins.
 * - `visitor`: every visitor of the server's own pages.
 * - `session`: a logged-in user of these pages; `isForAdmins` requires an admin.
 * - `reader`: a reader of these pages, with a session by its plan, without one if the operator has opened the pages.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'key'; readonly plan: PlanName; readonly isOwnOrigin?: true }
  | { readonly kind: 'session'; readonly plan?: PlanName; readonly isForAdmins?: true }
  | { readonly kind: 'reader'; readonly plan: PlanName }

export const isForPages = (kind: Access['kind']): kind is 'session' | 'visitor' | 'reader' =>
  kind === 'session' || kind === 'visitor' || kind === 'reader'

/** Returns true if browsers may call the endpoint from other origins; never for endpoints that take a cookie. */
export const isOpenToOrigins = (access: Access): boolean =>
  !isForPages(access.kind) && !('isOwnOrigin' in access && access.isOwnOrigin)

export const isForAdmins = (access: Access): boolean => 'isForAdmins' in access && access.isForAdmins === true

export const planNeeded = (access: Access): PlanName | null => ('plan' in access ? (access.plan ?? null) : null)

/** An endpoint is a value: the server implements it, the OpenAPI document prints it, tests walk the list. */
export type Endpoint<
  Answer = unknown,
  Path extends Inputs = Inputs,
  Query extends Inputs = Inputs,
  Body extends Inputs = Inputs,
> = {
  /** Unique. The part before the dot is the feature: `webhooks.create` belongs to `webhooks`. */
  readonly name: string
  /** The name of the endpoint that it is, where it is one at another place for other callers. */
  readonly mirrorOf?: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly root: typeof apiPrefix | typeof webPrefix | ''
  /** Variable parts are in braces. */
  readonly path: string
  readonly access: Access
  /** Callers of a copy below `/web/v1`, for the server's own pages. */
  readonly pages?: 'reader' | 'session'
  readonly summary: string
  readonly description: string

  /** Name of the type of its query or body, if not the endpoint's name with `Query` or `Body`. */
  readonly inputType?: string
  readonly params: Path
  readonly query: Query
  readonly body: Body | null
  /** A request without a body is one whose fields are all absent. */
  readonly bodyOptional: boolean

  readonly status: 200 | 201 | 202 | 204
  readonly answer: z.ZodType<Answer>
  readonly mediaType: 'application/json' | 'text/event-stream'
  readonly example: NoInfer<Answer>
  /** The same answer as CSV. If set, the query accepts `format`. */
  readonly table?: Table<NoInfer<Answer>>
  /** The SDK has a form of the method that returns CSV. */
  readonly hasCsvMethod?: true
  /** Errors beyond those that follow from its shape; see `errorsOf`. */
  readonly errors: readonly ErrorCode[]

  /** Marked with `X-Simulated` where the exchanges are simulations, with `X-Replay` where an archive is replayed. */
  readonly carriesPrices: boolean
  readonly quotaFree: boolean
  /** Answered with an ETag and a time to keep it. */
  readonly cacheable: boolean
  /** Honours `Idempotency-Key`. */
  readonly idempotent: boolean
}

type Defaults =
  | 'root'
  | 'mediaType'
  | 'params'
  | 'query'
  | 'body'
  | 'bodyOptional'
  | 'status'
  | 'errors'
  | 'carriesPrices'
  | 'quotaFree'
  | 'cacheable'
  | 'idempotent'
type Definition<A, P extends Inputs, Q extends Inputs, B extends Inputs> = Omit<Endpoint<A, P, Q, B>, Defaults> &
  Partial<Pick<Endpoint<A, P, Q, B>, Defaults>>

type None = Record<never, never>

/** Name and address word for word, so that the compiler can hold others to them. */
export type Place<Name extends string, Method extends Endpoint['method'], Path extends string> = {
  readonly name: Name
  readonly method: Method
  readonly path: Path
}

/** Types a literal and fills in what most endpoints share. */
export function defineEndpoint<
  A,
  Name extends string,
  Method extends Endpoint['method'],
  Path extends string,
  P extends Inputs = None,
  Q extends Inputs = None,
  B extends Inputs = None,
>(definition: Definition<A, P, Q, B> & Place<Name, Method, Path>): Endpoint<A, P, Q, B> & Place<Name, Method, Path> {
  const { query = {} as Q } = definition
  return {
    root: apiPrefix,
    params: {} as P,
    body: null,
    bodyOptional: false,
    status: 200,
    mediaType: 'application/json',
    errors: [],
    carriesPrices: false,
    quotaFree: false,
    cacheable: false,
    idempotent: false,
    ...definition,
    query: definition.table === undefined ? query : { ...query, format },
  }
}

/** Parts that endpoints share. */
export const forVisitors = { root: webPrefix, access: { kind: 'visitor' } } as const
export const forUsers = { root: webPrefix, access: { kind: 'session' } } as const
export const forAdmins = { root: webPrefix, access: { kind: 'session', isForAdmins: true } } as const
export const forKeys = (plan: PlanName, pages: NonNullable<Endpoint['pages']>) =>
  ({ access: { kind: 'key', plan }, pages }) as const
export const cachedPrices = { carriesPrices: true, cacheable: true } as const
export const recordedPrices = { ...cachedPrices, errors: ['storage_unavailable'] } as const
export const withoutAnswer = { status: 204, answer: z.undefined(), example: undefined } as const

export type QueryOf<E extends Endpoint> = ValuesOf<E['query']>

export const featureOf = ({ name }: Pick<Endpoint, 'name'>): string => name.split('.')[0] ?? name

export const fullPath = ({ root, path }: Pick<Endpoint, 'root' | 'path'>): string => root + path

/** The path by which the OpenAPI document knows it: there `/api/v1` is part of the server's address. */
export const documentPath = ({ root, path }: Pick<Endpoint, 'root' | 'path'>): string =>
  root === apiPrefix ? path : fullPath({ root, path })
