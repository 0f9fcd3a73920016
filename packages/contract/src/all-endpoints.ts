import { arbitrage } from './arbitrage.js'
import { candles } from './candles.js'
import { type Endpoint, featureOf } from './define-endpoint.js'
import type { ErrorCode } from './error-codes.js'
import { livez, readyz } from './health.js'
import { history } from './history.js'
import type { Inputs } from './input.js'
import { markets } from './markets.js'
import { me } from './me.js'
import { openapi } from './openapi.js'
import { orderbook } from './orderbook.js'
import { paymentMethods } from './payment-methods.js'
import { includesPlan, type PlanName } from './plans.js'
import { quote } from './quote.js'
import { rates } from './rates.js'
import { apiRoot, root } from './service.js'
import { sources } from './sources.js'
import { stats } from './stats.js'
import { stream } from './stream.js'
import {
  activateWebhookSecret,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhook-endpoints.js'

/** Everything that can be called. */
export const endpoints: readonly Endpoint[] = [
  markets,
  rates,
  orderbook,
  stats,
  history,
  arbitrage,
  me,
  stream,
  openapi,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  activateWebhookSecret,
  listDeliveries,
  resendDelivery,
  quote,
  sources,
  paymentMethods,
  candles,
  livez,
  readyz,
  root,
  apiRoot,
]

/** Names of what a plan may call, sorted. */
export const featuresOf = (plan: PlanName): readonly string[] => [
  ...new Set(
    endpoints
      .filter((endpoint) => endpoint.plan !== null && includesPlan(plan, endpoint.plan))
      .map(featureOf)
      .sort(),
  ),
]

/** Every code an endpoint can answer: what it says itself and what follows from its shape. */
export function errorsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { plan, params, query, body } = endpoint
  const codes = new Set<ErrorCode>([...endpoint.errors, 'bad_request', 'internal_error', 'overloaded'])
  if (plan !== null)
    for (const code of ['invalid_parameter', 'missing_key', 'invalid_key', 'rate_limited'] as const) codes.add(code)
  if (plan !== null && plan !== 'Free') codes.add('plan_required')
  if (plan !== null && !endpoint.quotaFree) codes.add('quota_exceeded')
  for (const code of [...refusalsOf(params), ...refusalsOf(query), ...refusalsOf(body ?? {})]) codes.add(code)
  if (body !== null) {
    for (const code of ['invalid_json', 'body_too_large', 'unsupported_media_type'] as const) codes.add(code)
  }
  if (endpoint.idempotent)
    for (const code of ['idempotency_conflict', 'idempotency_key_reused'] as const) codes.add(code)
  return [...codes]
}

const refusalsOf = (inputs: Inputs): ErrorCode[] => Object.values(inputs).flatMap(({ refusal }) => refusal ?? [])
