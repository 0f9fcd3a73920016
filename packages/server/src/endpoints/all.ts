import type { TrustRules } from '@p2p-rates/core'
import type { Past } from '../history/past.js'
import type { Implementation } from '../http/implement.js'
import type { Limiter } from '../limits/limiter.js'
import type { KnownMethods } from '../market/known-methods.js'
import type { MarketRoom } from '../market/market-room.js'
import type { Hub } from '../stream/hub.js'
import type { LongWork } from '../time/long-work.js'
import type { WebhookOperations } from '../webhooks/operations.js'
import { arbitrageEndpoint } from './arbitrage.js'
import { candlesEndpoint, historyEndpoint } from './history.js'
import { marketsEndpoint } from './markets.js'
import { meEndpoint } from './me.js'
import { createMethodMarkets } from './method-markets.js'
import type { Now } from './now.js'
import { openapiEndpoint } from './openapi.js'
import { orderbookEndpoint } from './orderbook.js'
import { paymentMethodsEndpoint } from './payment-methods.js'
import { quoteEndpoint } from './quote.js'
import { ratesEndpoint } from './rates.js'
import { sourcesEndpoint } from './sources.js'
import { statsEndpoint } from './stats.js'
import { streamEndpoint } from './stream.js'
import { webhookEndpoints } from './webhooks.js'

/** The whole interface, in the order of the contract. */
export const allEndpoints = (rooms: {
  now: Now
  latest: MarketRoom
  past: Past
  longWork: LongWork
  hub: Hub
  limiter: Limiter
  rules: TrustRules
  webhooks: WebhookOperations
  maxStreams: number
  openapi: { readonly openapi: string }
  knownMethods: KnownMethods
  isSimulated: () => boolean
}): readonly Implementation[] => {
  const { now, latest, past, longWork, hub, limiter, rules, webhooks, maxStreams, openapi, isSimulated } = rooms
  const methodMarkets = createMethodMarkets(rules, rooms.knownMethods)
  return [
    marketsEndpoint(),
    ratesEndpoint(now, isSimulated),
    orderbookEndpoint(now, methodMarkets),
    statsEndpoint(now, past),
    historyEndpoint(now, past, longWork),
    arbitrageEndpoint(now, rules),
    meEndpoint(limiter),
    streamEndpoint(now, hub, maxStreams, isSimulated),
    openapiEndpoint(openapi),
    ...webhookEndpoints(webhooks, methodMarkets),
    quoteEndpoint(now, methodMarkets, rules),
    sourcesEndpoint(now, latest),
    paymentMethodsEndpoint(),
    candlesEndpoint(now, past, longWork),
  ]
}
