export type {
  AdTrust,
  Arbitrage,
  ArbitrageQuery,
  BestPrice,
  BestPriceEvent,
  Candle,
  Candles,
  CandlesQuery,
  CrossingData,
  Deal,
  Delivery,
  DeliveryList,
  DeliveryState,
  DisabledReason,
  ErrorCode,
  ExchangeRates,
  FiatInfo,
  Fill,
  History,
  HistoryPoint,
  HistoryQuery,
  LastDelivery,
  MarketInfo,
  NewWebhook,
  Ohlc,
  OpenApiDocument,
  Orderbook,
  OrderbookQuery,
  PaymentMethods,
  PingEvent,
  PlanCapabilities,
  PlanName,
  Quote,
  QuoteQuery,
  Rates,
  RatesQuery,
  SeriesName,
  Source,
  SourceState,
  Sources,
  SourcesQuery,
  SpreadEvent,
  Stats,
  StatsQuery,
  StreamQuery,
  Usage,
  Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookEventKind,
  WebhookList,
  WebhookWithSecret,
  WireAd as Ad,
  WireOpportunity as Opportunity,
  WirePaymentMethod as PaymentMethod,
} from '@p2p-rates/contract'
export type { ExchangeId, Fiat, Side } from '@p2p-rates/core'
export type { Answer, Received } from './answer.js'
export { P2P } from './client.js'
export {
  AbortedError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  DataUnavailableError,
  LimitError,
  MalformedAnswerError,
  NeedsServerError,
  NotFoundError,
  P2PError,
  PlanRequiredError,
  ServerError,
  TimeoutError,
  UsageError,
  WebhookVerificationError,
} from './errors.js'
export { generateTestHeaders, type TestDelivery } from './generate-test-headers.js'
export type { Allowance, AnswerFacts } from './limits.js'
export type { Logger, LogLevel } from './log.js'
export type { Fetch, P2POptions, RequestOptions } from './options.js'
export type { Ports } from './ports.js'
export type { RateStream, StreamOptions } from './stream.js'
export { type RawBody, unwrapWebhook, type VerifyOptions, verifySignature } from './verify-webhook.js'
export { version } from './version.js'
export type { WebhookHeaders } from './webhook-schemes.js'
export type { Webhooks } from './webhooks.js'
