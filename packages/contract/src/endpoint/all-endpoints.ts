import type { CreatedInbox, InboxList } from '../endpoints/alerts/inbox-shape.js'
import { createInbox, deleteInbox, listInboxes, type NewInbox, stopInbox } from '../endpoints/alerts/inboxes.js'
import {
  activateWebhookSecret,
  createWebhook,
  type DeliveryList,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookList,
} from '../endpoints/alerts/webhook-endpoints.js'
import type { NewWebhook, SecretRotation, WebhookChange } from '../endpoints/alerts/webhook-inputs.js'
import type { Delivery, Webhook, WebhookWithSecret } from '../endpoints/alerts/webhook-shape.js'
import { type Candles, type CandlesQuery, candles } from '../endpoints/history/candles.js'
import { type Fixings, type FixingsQuery, fixings } from '../endpoints/history/fixings.js'
import { type History, type HistoryQuery, history } from '../endpoints/history/history.js'
import { type Premium, type PremiumQuery, premium } from '../endpoints/history/premium.js'
import { type PriceAt, type PriceQuery, price } from '../endpoints/history/price.js'
import { type Quality, type QualityQuery, quality } from '../endpoints/history/quality.js'
import { type Seasonality, type SeasonalityQuery, seasonality } from '../endpoints/history/seasonality.js'
import { type Stats, type StatsQuery, stats } from '../endpoints/history/stats.js'
import { webEndpoints } from '../endpoints/pages/web-endpoints.js'
import { type Arbitrage, type ArbitrageQuery, answerArbitrage, arbitrage } from '../endpoints/prices/arbitrage.js'
import { type Convert, type ConvertQuery, convert } from '../endpoints/prices/convert.js'
import { answerDepth, type Depth, type DepthQuery, depth } from '../endpoints/prices/depth.js'
import { answerMethods, type MethodPrices, type MethodsQuery, methods } from '../endpoints/prices/methods.js'
import { answerOrderbook, type Orderbook, type OrderbookQuery, orderbook } from '../endpoints/prices/orderbook.js'
import { type Overview, overview } from '../endpoints/prices/overview.js'
import { answerQuote, type Quote, type QuoteQuery, quote } from '../endpoints/prices/quote.js'
import { answerRates, type Rates, type RatesQuery, rates } from '../endpoints/prices/rates.js'
import { type IndexQuery, index, type ReferenceIndex } from '../endpoints/prices/reference-index.js'
import { type StreamQuery, stream } from '../endpoints/prices/stream.js'
import type { NewPriceBoard, PriceBoardChange, PriceBoardList, PricePage } from '../endpoints/rules/board-shape.js'
import { createBoard, deleteBoard, getBoard, listBoards, updateBoard } from '../endpoints/rules/boards.js'
import type { FormulaQuery } from '../endpoints/rules/formula-inputs.js'
import { type FormulaPreview, formulaPreview } from '../endpoints/rules/formula-preview.js'
import { answerFormula, type FormulaPrice, formula } from '../endpoints/rules/formula-price.js'
import type { NewRule, PriceRule, RuleChange, RuleList, RulePrice } from '../endpoints/rules/rule-shape.js'
import { createRule, deleteRule, getRule, listRules, priceRule, updateRule } from '../endpoints/rules/rules.js'
import { livez, readyz } from '../endpoints/service/health.js'
import { type MarketInfo, markets } from '../endpoints/service/markets.js'
import { me, type Usage } from '../endpoints/service/me.js'
import { type OpenApiDocument, openapi } from '../endpoints/service/openapi.js'
import { type PaymentMethods, paymentMethods } from '../endpoints/service/payment-methods.js'
import { apiRoot, root } from '../endpoints/service/service-info.js'
import { type Sources, type SourcesQuery, sources } from '../endpoints/service/sources.js'
import { type UsageQuery, type UsageReport, usage } from '../endpoints/service/usage.js'
import type { ErrorCode } from '../errors/error-codes.js'
import {
  type Access,
  type Endpoint,
  featureOf,
  isForAdmins,
  isForPages,
  type Place,
  planNeeded,
  webPrefix,
} from './define-endpoint.js'
import type { EndpointType, NoInput } from './endpoint-type.js'
import type { Inputs } from './input.js'
import { type MarketEndpoint, marketEndpoint } from './market-data.js'
import { type PageCaller, type PageEndpoint, pageCopyOfEndpoint } from './page-copy-of-endpoint.js'
import { includesPlan, type PlanName } from './plans.js'

export * from '../endpoints/alerts/inbox-shape.js'
export * from '../endpoints/alerts/inboxes.js'
export * from '../endpoints/alerts/webhook-endpoints.js'
export * from '../endpoints/history/candles.js'
export * from '../endpoints/history/fixings.js'
export * from '../endpoints/history/history.js'
export * from '../endpoints/history/premium.js'
export * from '../endpoints/history/price.js'
export * from '../endpoints/history/quality.js'
export * from '../endpoints/history/seasonality.js'
export * from '../endpoints/history/stats.js'
export * from '../endpoints/pages/web-endpoints.js'
export * from '../endpoints/prices/arbitrage.js'
export * from '../endpoints/prices/convert.js'
export * from '../endpoints/prices/depth.js'
export * from '../endpoints/prices/methods.js'
export * from '../endpoints/prices/orderbook.js'
export * from '../endpoints/prices/overview.js'
export * from '../endpoints/prices/quote.js'
export * from '../endpoints/prices/rates.js'
export * from '../endpoints/prices/reference-index.js'
export * from '../endpoints/prices/stream.js'
export * from '../endpoints/rules/board-shape.js'
export * from '../endpoints/rules/boards.js'
export * from '../endpoints/rules/formula-inputs.js'
export * from '../endpoints/rules/formula-preview.js'
export * from '../endpoints/rules/formula-price.js'
export * from '../endpoints/rules/rule-shape.js'
export * from '../endpoints/rules/rules.js'
export * from '../endpoints/service/health.js'
export * from '../endpoints/service/markets.js'
export * from '../endpoints/service/me.js'
export * from '../endpoints/service/openapi.js'
export * from '../endpoints/service/payment-methods.js'
export * from '../endpoints/service/service-info.js'
export * from '../endpoints/service/sources.js'
export * from '../endpoints/service/usage.js'

/** The interface by name, as types alone: clients that check nothing carry no schema. */
export type EndpointShapes = {
  readonly markets: EndpointType<'GET /markets', NoInput, MarketInfo>
  readonly rates: EndpointType<'GET /rates', RatesQuery, Rates>
  readonly orderbook: EndpointType<'GET /orderbook', OrderbookQuery, Orderbook>
  readonly stats: EndpointType<'GET /stats', StatsQuery, Stats>
  readonly history: EndpointType<'GET /history', HistoryQuery, History>
  readonly arbitrage: EndpointType<'GET /arbitrage', ArbitrageQuery, Arbitrage>
  readonly me: EndpointType<'GET /me', NoInput, Usage>
  readonly stream: EndpointType<'GET /stream', StreamQuery, string>
  readonly openapi: EndpointType<'GET /openapi.json', NoInput, OpenApiDocument>
  readonly 'webhooks.create': EndpointType<'POST /webhooks', NewWebhook, WebhookWithSecret>
  readonly 'webhooks.list': EndpointType<'GET /webhooks', NoInput, WebhookList>
  readonly 'webhooks.get': EndpointType<'GET /webhooks/{id}', NoInput, Webhook>
  readonly 'webhooks.update': EndpointType<'PATCH /webhooks/{id}', WebhookChange, Webhook>
  readonly 'webhooks.delete': EndpointType<'DELETE /webhooks/{id}', NoInput, undefined>
  readonly 'webhooks.test': EndpointType<'POST /webhooks/{id}/test', NoInput, Delivery>
  readonly 'webhooks.rotate-secret': EndpointType<
    'POST /webhooks/{id}/rotate-secret',
    SecretRotation,
    WebhookWithSecret
  >
  readonly 'webhooks.activate-secret': EndpointType<'POST /webhooks/{id}/activate-secret', NoInput, Webhook>
  readonly 'webhooks.deliveries': EndpointType<'GET /webhooks/{id}/deliveries', NoInput, DeliveryList>
  readonly 'webhooks.resend': EndpointType<'POST /webhooks/{id}/deliveries/{delivery_id}/resend', NoInput, Delivery>
  readonly 'inboxes.list': EndpointType<'GET /inboxes', NoInput, InboxList>
  readonly 'inboxes.create': EndpointType<'POST /inboxes', NewInbox, CreatedInbox>
  readonly 'inboxes.delete': EndpointType<'DELETE /inboxes/{id}', NoInput, undefined>
  readonly quote: EndpointType<'GET /quote', QuoteQuery, Quote>
  readonly sources: EndpointType<'GET /sources', SourcesQuery, Sources>
  readonly 'payment-methods': EndpointType<'GET /payment-methods', NoInput, PaymentMethods>
  readonly candles: EndpointType<'GET /candles', CandlesQuery, Candles>
  readonly usage: EndpointType<'GET /usage', UsageQuery, UsageReport>
  readonly depth: EndpointType<'GET /depth', DepthQuery, Depth>
  readonly methods: EndpointType<'GET /methods', MethodsQuery, MethodPrices>
  readonly index: EndpointType<'GET /index', IndexQuery, ReferenceIndex>
  readonly fixings: EndpointType<'GET /index/fixings', FixingsQuery, Fixings>
  readonly premium: EndpointType<'GET /index/premium', PremiumQuery, Premium>
  readonly convert: EndpointType<'GET /convert', ConvertQuery, Convert>
  readonly overview: EndpointType<'GET /overview', NoInput, Overview>
  readonly price: EndpointType<'GET /price', PriceQuery, PriceAt>
  readonly quality: EndpointType<'GET /quality', QualityQuery, Quality>
  readonly seasonality: EndpointType<'GET /seasonality', SeasonalityQuery, Seasonality>
  readonly formula: EndpointType<'GET /formula', FormulaQuery, FormulaPrice>
  readonly 'formula-preview': EndpointType<'GET /formula/preview', FormulaQuery, FormulaPreview>
  readonly 'rules.list': EndpointType<'GET /rules', NoInput, RuleList>
  readonly 'rules.create': EndpointType<'POST /rules', NewRule, PriceRule>
  readonly 'rules.get': EndpointType<'GET /rules/{id}', NoInput, PriceRule>
  readonly 'rules.update': EndpointType<'PATCH /rules/{id}', RuleChange, PriceRule>
  readonly 'rules.delete': EndpointType<'DELETE /rules/{id}', NoInput, undefined>
  readonly 'rules.price': EndpointType<'GET /rules/{id}/price', NoInput, RulePrice>
  readonly 'boards.list': EndpointType<'GET /boards', NoInput, PriceBoardList>
  readonly 'boards.create': EndpointType<'POST /boards', NewPriceBoard, PricePage>
  readonly 'boards.get': EndpointType<'GET /boards/{id}', NoInput, PricePage>
  readonly 'boards.update': EndpointType<'PATCH /boards/{id}', PriceBoardChange, PricePage>
  readonly 'boards.delete': EndpointType<'DELETE /boards/{id}', NoInput, undefined>
}

/** Everything that takes a key. */
export type EndpointName = keyof EndpointShapes

type EndpointOf<Name extends EndpointName> =
  EndpointShapes[Name] extends EndpointType<
    `${infer Method extends Endpoint['method']} ${infer Path}`,
    unknown,
    infer Answer
  >
    ? Endpoint<Answer> & Place<Name, Method, Path>
    : never

const publicEndpoints: { readonly [Name in EndpointName]: EndpointOf<Name> } = {
  markets,
  rates,
  orderbook,
  stats,
  history,
  arbitrage,
  me,
  stream,
  openapi,
  'webhooks.create': createWebhook,
  'webhooks.list': listWebhooks,
  'webhooks.get': getWebhook,
  'webhooks.update': updateWebhook,
  'webhooks.delete': deleteWebhook,
  'webhooks.test': testWebhook,
  'webhooks.rotate-secret': rotateWebhookSecret,
  'webhooks.activate-secret': activateWebhookSecret,
  'webhooks.deliveries': listDeliveries,
  'webhooks.resend': resendDelivery,
  'inboxes.list': listInboxes,
  'inboxes.create': createInbox,
  'inboxes.delete': deleteInbox,
  quote,
  sources,
  'payment-methods': paymentMethods,
  candles,
  usage,
  depth,
  methods,
  index,
  fixings,
  premium,
  convert,
  overview,
  price,
  quality,
  seasonality,
  formula,
  'formula-preview': formulaPreview,
  'rules.list': listRules,
  'rules.create': createRule,
  'rules.get': getRule,
  'rules.update': updateRule,
  'rules.delete': deleteRule,
  'rules.price': priceRule,
  'boards.list': listBoards,
  'boards.create': createBoard,
  'boards.get': getBoard,
  'boards.update': updateBoard,
  'boards.delete': deleteBoard,
}

/** Answers computed from one currency's current market, with or without a server. */
export const marketEndpoints = {
  rates: marketEndpoint(rates, answerRates),
  orderbook: marketEndpoint(orderbook, answerOrderbook),
  arbitrage: marketEndpoint(arbitrage, answerArbitrage),
  quote: marketEndpoint(quote, answerQuote),
  depth: marketEndpoint(depth, answerDepth),
  methods: marketEndpoint(methods, answerMethods),
  formula: marketEndpoint(formula, answerFormula),
} satisfies Partial<Record<EndpointName, MarketEndpoint>>

export type MarketEndpointName = keyof typeof marketEndpoints

const pageAccess = {
  markets: 'reader',
  rates: 'reader',
  orderbook: 'reader',
  stats: 'reader',
  history: 'reader',
  arbitrage: 'reader',
  stream: 'reader',
  quote: 'reader',
  sources: 'reader',
  'payment-methods': 'reader',
  candles: 'reader',
  depth: 'reader',
  methods: 'reader',
  index: 'reader',
  premium: 'reader',
  fixings: 'reader',
  convert: 'reader',
  overview: 'reader',
  price: 'reader',
  quality: 'reader',
  seasonality: 'reader',
  'webhooks.create': 'session',
  'webhooks.list': 'session',
  'webhooks.get': 'session',
  'webhooks.update': 'session',
  'webhooks.delete': 'session',
  'webhooks.test': 'session',
  'webhooks.rotate-secret': 'session',
  'webhooks.activate-secret': 'session',
  'webhooks.deliveries': 'session',
  'webhooks.resend': 'session',
  'inboxes.list': 'session',
  'inboxes.create': 'session',
  'inboxes.delete': 'session',
  usage: 'session',
  formula: 'session',
  'formula-preview': 'session',
  'rules.list': 'session',
  'rules.create': 'session',
  'rules.get': 'session',
  'rules.update': 'session',
  'rules.delete': 'session',
  'rules.price': 'session',
  'boards.list': 'session',
  'boards.create': 'session',
  'boards.get': 'session',
  'boards.update': 'session',
  'boards.delete': 'session',
} as const satisfies Partial<Record<EndpointName, PageCaller>>

export type PageShapes = Pick<EndpointShapes, keyof typeof pageAccess>

/** These lines as endpoints of their own: the same values at another place, for other callers. */
export const pageEndpoints: readonly PageEndpoint[] = Object.values(publicEndpoints).flatMap((endpoint) => {
  const callers: Partial<Record<EndpointName, PageCaller>> = pageAccess
  const caller = callers[endpoint.name]
  return caller === undefined ? [] : [pageCopyOfEndpoint(endpoint, caller)]
})

export const endpoints: readonly Endpoint[] = [
  ...Object.values(publicEndpoints),
  ...pageEndpoints,
  ...Object.values(webEndpoints),
  stopInbox,
  livez,
  readyz,
  root,
  apiRoot,
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
