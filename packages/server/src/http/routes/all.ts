import { type EndpointName, type MarketEndpointName, marketEndpoints, pageEndpoints } from '@p2p-rates/contract'
import type { TrustRules } from '@p2p-rates/core'
import type { AccountService } from '../../accounts/account-service.js'
import type { CallerCache } from '../../accounts/caller-cache.js'
import { createIsRevoked } from '../../accounts/is-revoked.js'
import type { RecentRequests } from '../../accounts/usage/recent-requests.js'
import type { UsageReader } from '../../accounts/usage/usage-reader.js'
import type { ChannelService } from '../../alerts/channels/channel-service.js'
import type { WebhookOperations } from '../../alerts/webhooks/webhook-operations.js'
import type { Clock } from '../../base/time/clock.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { FixingStore } from '../../history/history-stores.js'
import type { UptimeReader } from '../../history/source-status/uptime-reader.js'
import { createCurrentOfficialRate } from '../../ingest/central-banks/current-official-rate.js'
import type { OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import type { StreamLimiter } from '../../limits/streams/stream-limiter.js'
import type { MarketService } from '../../market/market-service.js'
import type { PriceOriginFlags } from '../../market/price-origin.js'
import type { PricePageService } from '../../market/price-pages/price-page-service.js'
import type { RuleService } from '../../market/price-rules/rule-service.js'
import type { ImplementationsOf, RouteHandler } from '../route-handler.js'
import type { Hub } from '../stream/hub.js'
import { boardEndpoints } from './boards.js'
import { candlesEndpoint } from './candles.js'
import { convertEndpoint } from './convert.js'
import { createCurrentMarket } from './current-market.js'
import { fixingsEndpoint } from './fixings.js'
import { formulaPreviewEndpoint } from './formula-preview.js'
import { historyEndpoint } from './history.js'
import type { HistoryQueryRunner } from './history-query-runner.js'
import { inboxEndpoints, stopEndpoint } from './inboxes.js'
import { marketHandler } from './market-handler.js'
import { marketsEndpoint } from './markets.js'
import { meEndpoint } from './me.js'
import { openapiEndpoint } from './openapi.js'
import { overviewEndpoint } from './overview.js'
import { pageApiEndpoints } from './page-api-endpoints.js'
import { createPaymentMethodMarkets } from './payment-method-markets.js'
import { paymentMethodsEndpoint } from './payment-methods.js'
import { premiumEndpoint } from './premium.js'
import { priceEndpoint } from './price.js'
import { qualityEndpoint } from './quality.js'
import { indexEndpoint } from './reference-index.js'
import { ruleEndpoints } from './rules.js'
import { seasonalityEndpoint } from './seasonality.js'
import type { ServiceView } from './source-history.js'
import { sourcesEndpoint } from './sources.js'
import { statsEndpoint } from './stats.js'
import { streamEndpoint } from './stream.js'
import { usageEndpoint } from './usage.js'
import { webhookEndpoints } from './webhooks.js'

export function allEndpoints(deps: {
  latest: MarketService
  historyCache: HistoryCache
  historyQueries: HistoryQueryRunner
  fixings: Pick<FixingStore, 'readFixings'>
  hub: Hub
  callers: Pick<CallerCache, 'cached' | 'load'>
  streamLimiter: StreamLimiter
  clock: Clock
  rules: TrustRules
  officials: Pick<OfficialRateStore, 'readRates'>
  webhooks: WebhookOperations
  maxStreams: number
  openapi: { readonly openapi: string }
  usage: UsageReader
  recentRequests: Pick<RecentRequests, 'watch'>
  isSimulated: () => boolean
  priceMarks: () => PriceOriginFlags
  accountService: AccountService
  inboxes: ChannelService
  ruleService: RuleService
  boards: PricePageService
  publicUrl: () => string
  uptime: UptimeReader
  service: ServiceView
}): readonly RouteHandler[] {
  const { latest, historyCache, historyQueries, hub, streamLimiter, clock, rules, webhooks, maxStreams, isSimulated } =
    deps
  const official = createCurrentOfficialRate({ store: deps.officials, clock })
  const methodMarkets = createPaymentMethodMarkets(rules)
  const currentMarket = createCurrentMarket({ latest, methodMarkets, clock, rules, isSimulated })
  const others: ImplementationsOf<Exclude<EndpointName, MarketEndpointName>> = {
    markets: marketsEndpoint(),
    stats: statsEndpoint(currentMarket, historyCache),
    history: historyEndpoint(currentMarket, historyCache, historyQueries),
    me: meEndpoint(),
    stream: streamEndpoint(currentMarket, {
      hub,
      streamLimiter,
      maxStreams,
      priceMarks: deps.priceMarks,
      isRevoked: createIsRevoked({ callers: deps.callers, sessions: deps.accountService.sessions }),
    }),
    openapi: openapiEndpoint(deps.openapi),
    ...webhookEndpoints(webhooks),
    sources: sourcesEndpoint(currentMarket, latest),
    'payment-methods': paymentMethodsEndpoint(),
    candles: candlesEndpoint(currentMarket, historyCache, historyQueries),
    usage: usageEndpoint(deps.usage),
    index: indexEndpoint(currentMarket, historyCache, official, isSimulated),
    ...inboxEndpoints(deps.inboxes),
    ...ruleEndpoints(deps.ruleService),
    ...boardEndpoints(deps.boards, deps.publicUrl),
    'formula-preview': formulaPreviewEndpoint({ currentMarket, historyCache, historyQueries, rules }),
    fixings: fixingsEndpoint(deps.fixings, clock),
    convert: convertEndpoint(currentMarket, official),
    premium: premiumEndpoint(deps.fixings, deps.officials, clock),
    overview: overviewEndpoint({ latest, historyCache, fiats: deps.service.fiats, clock }),
    price: priceEndpoint(currentMarket, historyCache),
    quality: qualityEndpoint({ historyCache, historyQueries, uptime: deps.uptime, service: deps.service, clock }),
    seasonality: seasonalityEndpoint(historyQueries, clock),
  }
  const keyHandlers = [...Object.values(marketEndpoints).map(marketHandler(currentMarket)), ...Object.values(others)]
  return [
    ...keyHandlers,
    ...keyHandlers.flatMap(mirrorsForPages),
    ...Object.values(pageApiEndpoints({ ...deps, currentMarket })),
    stopEndpoint(deps.inboxes),
  ]
}

const mirrorsForPages = (implementation: RouteHandler): readonly RouteHandler[] =>
  pageEndpoints
    .filter(({ mirrorOf }) => mirrorOf === implementation.endpoint.name)
    .map((endpoint) => ({ ...implementation, endpoint }))
