import { type EndpointName, type MarketEndpointName, marketEndpoints, pageEndpoints } from '@p2p-rates/contract'
import type { TrustRules } from '@p2p-rates/core'
import type { AccountRoom } from '../accounts/account-room.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import { createHasEnded } from '../accounts/has-ended.js'
import type { BoardRoom } from '../boards/board-room.js'
import type { FixingStore } from '../fixings/fixing-store.js'
import type { Past } from '../history/past.js'
import type { Implementation, ImplementationsOf } from '../http/implement.js'
import type { InboxRoom } from '../inboxes/inbox-room.js'
import type { StreamPlaces } from '../limits/streams/stream-places.js'
import type { MarketRoom } from '../market/market-room.js'
import type { PriceMarks } from '../market/price-marks.js'
import { createOfficialNow } from '../officials/official-reader.js'
import type { OfficialStore } from '../officials/official-store.js'
import type { RuleRoom } from '../rules/rule-room.js'
import type { Hub } from '../stream/hub.js'
import type { Clock } from '../time/clock.js'
import type { UptimeReader } from '../uptime/uptime-reader.js'
import type { RecentRequests } from '../usage/recent-requests.js'
import type { UsageReader } from '../usage/usage-reader.js'
import type { WebhookOperations } from '../webhooks/operations.js'
import { boardEndpoints } from './boards.js'
import { candlesEndpoint } from './candles.js'
import { convertEndpoint } from './convert.js'
import type { FarPast } from './far-past.js'
import { fixingsEndpoint } from './fixings.js'
import { endpointsOfPages } from './for-pages.js'
import { formulaPreviewEndpoint } from './formula-preview.js'
import { fromMarket } from './from-market.js'
import { historyEndpoint } from './history.js'
import { inboxEndpoints, stopEndpoint } from './inboxes.js'
import { createMarketNow } from './market-now.js'
import { marketsEndpoint } from './markets.js'
import { meEndpoint } from './me.js'
import { createMethodMarkets } from './method-markets.js'
import { openapiEndpoint } from './openapi.js'
import { overviewEndpoint } from './overview.js'
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

/** The whole interface. */
export function allEndpoints(rooms: {
  latest: MarketRoom
  past: Past
  farPast: FarPast
  fixings: Pick<FixingStore, 'read'>
  hub: Hub
  callers: Pick<CallerCache, 'cached' | 'load'>
  streamPlaces: StreamPlaces
  clock: Clock
  rules: TrustRules
  officials: Pick<OfficialStore, 'read'>
  webhooks: WebhookOperations
  maxStreams: number
  openapi: { readonly openapi: string }
  usage: UsageReader
  recentRequests: Pick<RecentRequests, 'watch'>
  isSimulated: () => boolean
  priceMarks: () => PriceMarks
  people: AccountRoom
  inboxes: InboxRoom
  saved: RuleRoom
  boards: BoardRoom
  /** Where readers find this service. */
  publicUrl: () => string
  uptime: UptimeReader
  service: ServiceView
}): readonly Implementation[] {
  const { latest, past, farPast, hub, streamPlaces, clock, rules, webhooks, maxStreams, isSimulated } = rooms
  const official = createOfficialNow({ store: rooms.officials, clock })
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
  const withKey = [...Object.values(marketEndpoints).map(fromMarket(now)), ...Object.values(others)]
  return [
    ...withKey,
    ...withKey.flatMap(onPages),
    ...Object.values(endpointsOfPages({ ...rooms, now })),
    stopEndpoint(rooms.inboxes),
  ]
}

/** The same handler, at the place where pages ask. */
const onPages = (implementation: Implementation): readonly Implementation[] =>
  pageEndpoints
    .filter(({ sameAs }) => sameAs === implementation.endpoint.name)
    .map((endpoint) => ({ ...implementation, endpoint }))
