import type { ErrorCode } from '../errors/error-codes.js'
import {
  type EndpointShapes,
  keyEndpoints,
  type marketEndpoints,
  rootEndpoints,
  webEndpoints,
} from '../generated/registry.js'
import type { PlanName } from '../generated/types.js'
import {
  type Access,
  type Endpoint,
  featureOf,
  isForAdmins,
  isForPages,
  planNeeded,
  webPrefix,
} from './define-endpoint.js'
import type { Inputs } from './input.js'
import { type PageEndpoint, pageCopyOfEndpoint } from './page-copy-of-endpoint.js'
import { includesPlan } from './plans.js'

/** Everything that takes a key. */
export type EndpointName = keyof EndpointShapes
export type WebEndpointName = keyof typeof webEndpoints
export type MarketEndpointName = keyof typeof marketEndpoints

const ofPrograms: readonly Endpoint[] = Object.values(keyEndpoints)

/** Endpoints for programs at another place, for the server's own pages. */
export const pageEndpoints: readonly PageEndpoint[] = ofPrograms.flatMap((endpoint) =>
  endpoint.pages === undefined ? [] : [pageCopyOfEndpoint(endpoint, endpoint.pages)],
)

export const endpoints: readonly Endpoint[] = [
  ...ofPrograms,
  ...pageEndpoints,
  ...Object.values(webEndpoints),
  ...rootEndpoints,
]

export const programEndpoints: readonly Endpoint[] = endpoints.filter(({ root }) => root !== webPrefix)
/** All calls of the server's own pages. */
export const webApiEndpoints: readonly Endpoint[] = endpoints.filter(({ root }) => root === webPrefix)

export const featuresOf = (plan: PlanName): readonly string[] => [
  ...new Set(
    endpoints
      .filter(({ access }) => access.kind === 'key' && includesPlan(plan, access.plan))
      .map(featureOf)
      .sort(),
  ),
]

export function errorsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { access, method, params, query, body } = endpoint
  const codes = new Set<ErrorCode>([...endpoint.errors, 'bad_request', 'internal_error', 'overloaded'])
  for (const code of refusedCallers[access.kind]) codes.add(code)
  if (isForPages(access.kind) && method !== 'GET') codes.add('unsupported_media_type')
  if (isForAdmins(access)) codes.add('admin_required')
  if (access.kind === 'key' && access.isOwnOrigin) codes.add('foreign_origin')
  if (![null, 'Free'].includes(planNeeded(access))) codes.add('plan_required')
  if (access.kind === 'key' && !endpoint.quotaFree) codes.add('quota_exceeded')
  for (const code of [...refusalsOf(params), ...refusalsOf(query), ...refusalsOf(body ?? {})]) codes.add(code)
  if (body !== null) {
    for (const code of ['invalid_json', 'body_too_large', 'unsupported_media_type'] as const) codes.add(code)
  }
  if (endpoint.idempotent)
    for (const code of ['idempotency_conflict', 'idempotency_key_reused'] as const) codes.add(code)
  return [...codes]
}

const refusedCallers: Readonly<Record<Access['kind'], readonly ErrorCode[]>> = {
  public: [],
  key: ['invalid_parameter', 'missing_key', 'invalid_key', 'rate_limited'],
  visitor: ['invalid_parameter', 'rate_limited'],
  session: ['invalid_parameter', 'invalid_key', 'rate_limited'],
  reader: ['invalid_parameter', 'invalid_key', 'rate_limited'],
}

const refusalsOf = (inputs: Inputs): ErrorCode[] => Object.values(inputs).flatMap(({ refusal }) => refusal ?? [])
