export * from './all-endpoints.js'
export { bestOfAll, type SeriesName, seriesNames } from './common-inputs.js'
export * from './confidence.js'
export * from './crossing.js'
export * from './define-endpoint.js'
export { buildOpenApi, type OpenApiOptions } from './document/build-openapi.js'
export * from './error-codes.js'
export * from './events.js'
export {
  type AnswerHeaderName,
  answerHeaders,
  apiKeyHeader,
  type Header,
  limitHeaders,
  type RequestHeaderName,
  requestHeaders,
} from './headers.js'
export * from './input.js'
export * from './known-market.js'
export * from './plans.js'
export * from './smallest-trade.js'
export {
  type NewWebhook,
  type NewWebhookFields,
  type SecretRotation,
  thresholdObjection,
  type WebhookChange,
} from './webhook-inputs.js'
export * from './webhook-shape.js'
export { type ExchangeName, isoTime, type Open } from './wire.js'
