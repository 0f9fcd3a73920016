import {
  type EndpointName,
  type MarketEndpointName,
  marketEndpoints,
  pageEndpoints,
  type WebEndpointName,
} from '@p2p-rates/contract'
import type { TrustRules } from '@p2p-rates/core'
import { type CallerCache, createIsRevoked } from '../../accounts/caller-cache.js'
import type { AccountService } from '../../accounts/open-accounts.js'
import type { RecentRequests } from '../../accounts/usage/recent-requests.js'
import type { UsageReader } from '../../accounts/usage/usage-reader.js'
import type { ChannelService } from '../../alerts/channels/channel-service.js'
import type { WebhookOperations } from '../../alerts/webhooks/webhook-operations.js'
import type { Clock } from '../../base/time/clock.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { FixingStore } from '../../history/history-stores.js'
import type { UptimeReader } from '../../history/source-status/uptime-reader.js'
import { createCurrentOfficialRate, type OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import type { StreamLimiter } from '../../limits/streams/stream-limiter.js'
import type { MarketService } from '../../market/market-service.js'
import type { PriceOriginFlags } from '../../market/price-origin.js'
import type { PricePageService } from '../../market/price-pages/price-page-service.js'
import type { RuleService } from '../../market/price-rules/rule-service.js'
import type { ImplementationsOf, RouteHandler } from '../route-handler.js'
import type { Hub } from '../stream/hub.js'
import { accountEndpoints, keyEndpoints, meEndpoint, requestsEndpoint, usageEndpoint } from './account.js'
import { adminEndpoints, inviteEndpoints } from './admin.js'
import { inboxConfirmation, inboxEndpoints, stopEndpoint, stopOnPageEndpoint, webhookEndpoints } from './alerts.js'
import { convertEndpoint, overviewEndpoint } from './currencies.js'
import { type CurrentMarket, createCurrentMarket, createPaymentMethodMarkets, marketHandler } from './current-market.js'
import type { HistoryQueryRunner } from './history-queries.js'
import { fixingsEndpoint, indexEndpoint, premiumEndpoint } from './index-and-fixings.js'
import {
  candlesEndpoint,
  historyEndpoint,
  priceEndpoint,
  seasonalityEndpoint,
  sparklinesEndpoint,
  statsEndpoint,
} from './past-prices.js'
import { boardEndpoints, formulaPreviewEndpoint, ruleEndpoints } from './rules-and-boards.js'
import { marketsEndpoint, openapiEndpoint, paymentMethodsEndpoint } from './service-description.js'
import { registrationEndpoints, sessionEndpoints } from './sessions.js'
import {
  qualityEndpoint,
  type ServiceView,
  type StatusDeps,
  sourceHistoryEndpoint,
  sourcesEndpoint,
} from './source-status.js'
import { streamEndpoint } from './stream.js'

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

const pageApiEndpoints = (
  deps: StatusDeps & {
    readonly accountService: AccountService
    readonly latest: MarketService
    readonly inboxes: Pick<ChannelService, 'confirm' | 'stop'>
    readonly recentRequests: Pick<RecentRequests, 'watch'>
    readonly currentMarket: Pick<CurrentMarket, 'version' | 'wallMs'>
    readonly historyCache: Pick<HistoryCache, 'readSeries'>
  },
): ImplementationsOf<WebEndpointName> => ({
  ...sessionEndpoints(deps.accountService),
  ...registrationEndpoints(deps.accountService),
  ...accountEndpoints(deps.accountService),
  ...keyEndpoints(deps.accountService),
  ...inviteEndpoints(deps.accountService),
  ...adminEndpoints(deps),
  'inbox-confirmations.create': inboxConfirmation(deps.inboxes),
  'inbox-stops.create': stopOnPageEndpoint(deps.inboxes),
  'requests.list': requestsEndpoint(deps.recentRequests, deps.accountService.keys),
  'source-history': sourceHistoryEndpoint(deps),
  sparklines: sparklinesEndpoint(deps.currentMarket, deps.historyCache),
})
