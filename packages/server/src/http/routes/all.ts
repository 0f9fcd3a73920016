import {
  type EndpointName,
  type MarketEndpointName,
  marketEndpoints,
  pageEndpoints,
  type WebEndpointName,
} from '@p2p-rates/contract'
import type { Exchanges } from '@p2p-rates/core'
import { createIsRevoked } from '../../accounts/caller-cache.js'
import type { ReadableNotes } from '../../base/notes.js'
import type { FixingStore, TrackRecordStore } from '../../history/history-stores.js'
import { createCurrentOfficialRate, type OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import { createCurrentTransfers } from '../../ingest/networks/networks.js'
import { createCurrentUsdtUsd } from '../../market/usdt-usd-notes.js'
import type { HttpModules } from '../open-http.js'
import type { ImplementationsOf, RouteHandler } from '../route-handler.js'
import type { Hub } from '../stream/hub.js'
import { accountEndpoints, keyEndpoints, meEndpoint, requestsEndpoint, usageEndpoint } from './account.js'
import { adminEndpoints, inviteEndpoints } from './admin.js'
import { inboxEndpoints, inboxPageEndpoints, stopEndpoint, webhookEndpoints } from './alerts.js'
import { convertEndpoint, overviewEndpoint, transfersEndpoint } from './currencies.js'
import { createCurrentMarket, marketHandler } from './current-market.js'
import type { HistoryQueryRunner } from './history-queries.js'
import { fixingInputsEndpoint, fixingsEndpoint, indexEndpoint, premiumEndpoint } from './index-and-fixings.js'
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
import { qualityEndpoint, type ServiceView, sourceHistoryEndpoint, sourcesEndpoint } from './source-status.js'
import { streamEndpoint } from './stream.js'
import { trackRecordEndpoint } from './track-record.js'

export type RouteStores = ReadableNotes & {
  readonly fixings: FixingStore
  readonly track: TrackRecordStore
  readonly officials: OfficialRateStore
}

export function allEndpoints(deps: {
  readonly exchanges: Exchanges
  readonly modules: HttpModules
  readonly store: RouteStores
  readonly streams: Hub
  readonly historyQueries: HistoryQueryRunner
  readonly service: ServiceView
  readonly openapi: () => { readonly openapi: string }
  readonly maxStreams: number
  readonly publicUrl: () => string
}): readonly RouteHandler[] {
  const { exchanges, modules, store, historyQueries, service } = deps
  const { ids: exchangeIds } = exchanges
  const { accounts, market, alerts } = modules
  const { requestClock: clock, rules, latest } = market
  const { isSimulated, flags: priceMarks } = market.origin
  const { cache: historyCache, uptime } = modules.history
  const official = createCurrentOfficialRate(store.officials, clock)
  const usdtUsd = createCurrentUsdtUsd(store, clock)
  const currentTransfers = createCurrentTransfers(store, clock)
  const { fiats } = service
  const currentMarket = createCurrentMarket({ latest, dataOf: market.dataOf, clock, fiats })
  const others: ImplementationsOf<Exclude<EndpointName, MarketEndpointName>> = {
    markets: marketsEndpoint(exchangeIds),
    stats: statsEndpoint(currentMarket, historyCache),
    history: historyEndpoint(currentMarket, historyCache, historyQueries),
    me: meEndpoint(),
    stream: streamEndpoint(currentMarket, {
      hub: deps.streams,
      streamLimiter: modules.limits.streamLimiter,
      maxStreams: deps.maxStreams,
      priceMarks,
      isRevoked: createIsRevoked({ callers: accounts.callers, sessions: accounts.service.sessions }),
    }),
    openapi: openapiEndpoint(deps.openapi),
    ...webhookEndpoints(alerts.webhooks, currentMarket),
    sources: sourcesEndpoint(currentMarket, latest),
    'payment-methods': paymentMethodsEndpoint(),
    candles: candlesEndpoint(currentMarket, historyCache, historyQueries),
    usage: usageEndpoint(accounts.usage),
    index: indexEndpoint(currentMarket, historyCache, { official, usdtUsd }, isSimulated),
    ...inboxEndpoints(alerts.channels),
    ...ruleEndpoints(market.ruleService, currentMarket),
    ...boardEndpoints(market.pricePages, deps.publicUrl),
    'formula-preview': formulaPreviewEndpoint({ exchangeIds, currentMarket, historyCache, historyQueries, rules }),
    fixings: fixingsEndpoint(store.fixings, clock),
    'fixing-inputs': fixingInputsEndpoint(store.fixings),
    convert: convertEndpoint(currentMarket, official, currentTransfers),
    premium: premiumEndpoint(store.fixings, store.officials, clock),
    overview: overviewEndpoint({ latest, historyCache, fiats: service.fiats, clock }),
    price: priceEndpoint(exchangeIds, currentMarket, historyCache),
    quality: qualityEndpoint({ historyCache, historyQueries, uptime, service, clock }),
    seasonality: seasonalityEndpoint(historyQueries, clock),
    'track-record': trackRecordEndpoint(store.track, exchangeIds, clock),
    transfers: transfersEndpoint(currentTransfers, clock),
  }
  const pageHandlers: ImplementationsOf<WebEndpointName> = {
    ...sessionEndpoints(accounts.service),
    ...registrationEndpoints(accounts.service),
    ...accountEndpoints(accounts.service),
    ...keyEndpoints(accounts.service),
    ...inviteEndpoints(accounts.service),
    ...adminEndpoints({ accountService: accounts.service, latest, clock }),
    ...inboxPageEndpoints(alerts.channels),
    'requests.list': requestsEndpoint(accounts.recentRequests, accounts.service.keys),
    'source-history': sourceHistoryEndpoint({ uptime, latest, service, clock }),
    sparklines: sparklinesEndpoint(exchangeIds, currentMarket, historyCache),
  }
  const keyHandlers = [
    ...Object.values(marketEndpoints).map(marketHandler(currentMarket, currentTransfers)),
    ...Object.values(others),
  ]
  return [
    ...keyHandlers,
    ...keyHandlers.flatMap(mirrorsForPages),
    ...Object.values(pageHandlers),
    stopEndpoint(alerts.channels),
  ]
}

const mirrorsForPages = (implementation: RouteHandler): readonly RouteHandler[] =>
  pageEndpoints
    .filter(({ mirrorOf }) => mirrorOf === implementation.endpoint.name)
    .map((endpoint) => ({ ...implementation, endpoint }))
