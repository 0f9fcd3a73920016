import { type EndpointName, type MarketEndpointName, marketEndpoints, pageEndpoints } from '@p2p-rates/contract'
import type { TrustRules } from '@p2p-rates/core'
import type { AccountService } from '../accounts/account-service.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import { createHasEnded } from '../accounts/is-deleted.js'
import { createCurrentOfficialRate } from '../central-banks/official-reader.js'
import type { OfficialStore } from '../central-banks/official-store.js'
import type { ChannelService } from '../channels/channel-service.js'
import type { FixingStore } from '../daily-index/fixing-store.js'
import type { Past } from '../history/past.js'
import type { ImplementationsOf, RouteHandler } from '../http/handle.js'
import type { StreamPlaces } from '../limits/streams/stream-places.js'
import type { MarketService } from '../market/market-service.js'
import type { PriceMarks } from '../market/price-marks.js'
import type { PricePageService } from '../price-pages/price-page-service.js'
import type { RuleService } from '../price-rules/rule-service.js'
import type { UptimeReader } from '../source-status/uptime-reader.js'
import type { Hub } from '../stream/hub.js'
import type { Clock } from '../time/clock.js'
import type { RecentRequests } from '../usage/recent-requests.js'
import type { UsageReader } from '../usage/usage-reader.js'
import type { WebhookOperations } from '../webhooks/operations.js'
import { boardEndpoints } from './boards.js'
import { candlesEndpoint } from './candles.js'
import { convertEndpoint } from './convert.js'
import { createMarketNow } from './current-market.js'
import { fixingsEndpoint } from './fixings.js'
import { formulaPreviewEndpoint } from './formula-preview.js'
import { historyEndpoint } from './history.js'
import type { HistoryQueries } from './history-queries.js'
import { inboxEndpoints, stopEndpoint } from './inboxes.js'
import { marketHandler } from './market-handler.js'
import { marketsEndpoint } from './markets.js'
import { meEndpoint } from './me.js'
import { createMethodMarkets } from './method-markets.js'
import { openapiEndpoint } from './openapi.js'
import { overviewEndpoint } from './overview.js'
import { pageApiEndpoints } from './page-api.js'
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

export function allEndpoints(rooms: {
  latest: MarketService
  past: Past
  farPast: HistoryQueries
  fixings: Pick<FixingStore, 'readFixings'>
  hub: Hub
  callers: Pick<CallerCache, 'cached' | 'load'>
  streamPlaces: StreamPlaces
  clock: Clock
  rules: TrustRules
  officials: Pick<OfficialStore, 'readRates'>
  webhooks: WebhookOperations
  maxStreams: number
  openapi: { readonly openapi: string }
  usage: UsageReader
  recentRequests: Pick<RecentRequests, 'watch'>
  isSimulated: () => boolean
  priceMarks: () => PriceMarks
  people: AccountService
  inboxes: ChannelService
  saved: RuleService
  boards: PricePageService
  publicUrl: () => string
  uptime: UptimeReader
  service: ServiceView
}): readonly RouteHandler[] {
  const { latest, past, farPast, hub, streamPlaces, clock, rules, webhooks, maxStreams, isSimulated } = rooms
  const official = createCurrentOfficialRate({ store: rooms.officials, clock })
  const methodMarkets = createMethodMarkets(rules)
  const now = createMarketNow({ latest, methodMarkets, clock, rules, isSimulated })
  const others: ImplementationsOf<Exclude<EndpointName, MarketEndpointName>> = {
    markets: marketsEndpoint(),
    stats: statsEndpoint(now, past),
    history: historyEndpoint(now, past, farPast),
    me: meEndpoint(),
    stream: streamEndpoint(now, {
      hub,
      places: streamPlaces,
      maxStreams,
      priceMarks: rooms.priceMarks,
      hasEnded: createHasEnded({ callers: rooms.callers, sessions: rooms.people.sessions }),
    }),
    openapi: openapiEndpoint(rooms.openapi),
    ...webhookEndpoints(webhooks),
    sources: sourcesEndpoint(now, latest),
    'payment-methods': paymentMethodsEndpoint(),
    candles: candlesEndpoint(now, past, farPast),
    usage: usageEndpoint(rooms.usage),
    index: indexEndpoint(now, past, official, isSimulated),
    ...inboxEndpoints(rooms.inboxes),
    ...ruleEndpoints(rooms.saved),
    ...boardEndpoints(rooms.boards, rooms.publicUrl),
    'formula-preview': formulaPreviewEndpoint({ now, past, farPast, rules }),
    fixings: fixingsEndpoint(rooms.fixings, clock),
    convert: convertEndpoint(now, official),
    premium: premiumEndpoint(rooms.fixings, rooms.officials, clock),
    overview: overviewEndpoint({ latest, past, fiats: rooms.service.fiats, clock }),
    price: priceEndpoint(now, past),
    quality: qualityEndpoint({ past, farPast, uptime: rooms.uptime, service: rooms.service, clock }),
    seasonality: seasonalityEndpoint(farPast, clock),
  }
  const withKey = [...Object.values(marketEndpoints).map(marketHandler(now)), ...Object.values(others)]
  return [
    ...withKey,
    ...withKey.flatMap(onPages),
    ...Object.values(pageApiEndpoints({ ...rooms, now })),
    stopEndpoint(rooms.inboxes),
  ]
}

const onPages = (implementation: RouteHandler): readonly RouteHandler[] =>
  pageEndpoints
    .filter(({ mirrorOf }) => mirrorOf === implementation.endpoint.name)
    .map((endpoint) => ({ ...implementation, endpoint }))
