export type {
  AdFilterQuery,
  AdTrust,
  CrossingData,
  Deal,
  ErrorCode,
  ExchangeName as ExchangeId,
  FormulaFields,
  NewWebhook,
  OrderbookOfAll,
  RatesExtra,
  SeriesName,
  SmallestTrades,
  UsageExtra,
} from '@p2p-rates/contract'
export type {
  Confidence,
  ConfidenceReason,
  FaultKind,
  Fiat,
  MethodClass,
  ReasonCode,
  Side,
  UnfilledReason,
  Verdict,
} from '@p2p-rates/core'
export type { APIPromise, RawResponse } from './api-promise.js'
export { P2P } from './client.js'
export type { Ports } from './clock-and-random-ports.js'
export {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  DataUnavailableError,
  InternalServerError,
  MalformedAnswerError,
  NeedsServerError,
  NotFoundError,
  P2PError,
  PlanRequiredError,
  RateLimitError,
  UsageError,
  WebhookVerificationError,
} from './errors.js'
export { createEventParser, type EventParser, type ServerEvent } from './event-parser.js'
export { generateTestHeaders, type TestDelivery } from './generate-test-headers.js'
export type * from './generated/types.js'
export type { Logger, LogLevel } from './log.js'
export type { Fetch, P2POptions, RequestOptions } from './options.js'
export type { Allowance, ResponseMeta } from './response-meta.js'
export type { RateStream, StreamOptions } from './stream.js'
export { type ChainFault, type ChainVerdict, verifyFixings } from './verify-fixings.js'
export { type RawBody, unwrapWebhook, type VerifyOptions, verifySignature } from './verify-webhook.js'
export { version } from './version.js'
export type { WebhookHeaders } from './webhook-schemes.js'
