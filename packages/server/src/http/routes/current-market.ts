import { type ErrorResponse, type MarketData, type MarketEndpoint, noFreshPrices, noPrice } from '@p2p-rates/contract'
import {
  type Exchanges,
  type Fiat,
  judgeForMethods,
  type TrustedMarket,
  type TrustRules,
  type WantedMethods,
} from '@p2p-rates/core'
import { wantsAllMethods } from '@p2p-rates/core/internal'
import { LRUCache } from 'lru-cache'
import { ApiError, DataUnavailableError } from '../../base/errors/api-error.js'
import type { Clock } from '../../base/time/clock.js'
import type { MarketService } from '../../market/market-service.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { type DataVersion, handle, type RouteHandler } from '../route-handler.js'

export type CurrentMarket = ReturnType<typeof createCurrentMarket>

export function createCurrentMarket(ports: {
  readonly exchanges: Exchanges
  readonly latest: MarketService
  readonly clock: Clock
  readonly rules: TrustRules
  readonly isSimulated: () => boolean
}) {
  const { exchanges, latest, clock, rules, isSimulated } = ports
  const marketOfMethods = createMarketsOfMethods(rules)
  const sourcesOf = (fiat: Fiat) => latest.sources().filter((source) => source.fiat === fiat)

  const refusal = (problem: ErrorResponse, fiat: Fiat): ApiError =>
    problem.code === 'data_unavailable'
      ? new DataUnavailableError(problem, (latest.refreshAtMonoMs(fiat) - clock.monoMs()) / 1000)
      : new ApiError(problem)
  const unavailable = (fiat: Fiat): ApiError => refusal(noFreshPrices(fiat), fiat)

  /** Throws `data_unavailable` when nothing fresh is known. */
  const snapshotOf = (fiat: Fiat): MarketSnapshot => {
    const snapshot = latest.snapshot(fiat)
    if (snapshot === null) throw unavailable(fiat)
    return snapshot
  }

  const marketOf = (fiat: Fiat): MarketData => {
    const snapshot = snapshotOf(fiat)
    const { market, rates, paying = [] } = snapshot
    return {
      fiat,
      market,
      rates,
      rules,
      paying,
      isSimulated: isSimulated(),
      ofMethods: (methods) => marketOfMethods(snapshot, methods),
      expected: () => sourcesOf(fiat).flatMap(({ exchange, state }) => (state === 'unsupported' ? [] : exchange)),
      isUntraded: (exchange) =>
        sourcesOf(fiat).some((source) => source.exchange === exchange && source.state === 'unsupported'),
      unavailable: (exchange) => noFreshPrices(fiat, exchange && exchanges.nameOf(exchange)),
    }
  }

  return {
    snapshot: snapshotOf,
    market: marketOf,
    unavailable,
    /** Fresh ads are known, and none of them makes a price. */
    noPrice: (fiat: Fiat): ApiError => refusal(noPrice(marketOf(fiat)), fiat),
    refusal,
    version: (fiat: Fiat): DataVersion => ({
      version: String(latest.snapshot(fiat)?.version ?? 0),
      refreshAtMonoMs: latest.refreshAtMonoMs(fiat),
    }),
    wallMs: clock.wallMs,
  }
}

export const marketHandler =
  (currentMarket: CurrentMarket) =>
  ({ endpoint, answer }: MarketEndpoint): RouteHandler =>
    handle(
      endpoint,
      ({ query }) => {
        const answered = answer(query, currentMarket.market(query.fiat))
        if ('problem' in answered) throw currentMarket.refusal(answered.problem, query.fiat)
        return answered
      },
      ({ fiat }) => currentMarket.version(fiat),
    )

/** Markets as those see them who pay in some ways and not in others: judged once, for all callers. */
function createMarketsOfMethods(rules: TrustRules) {
  const judged = new WeakMap<TrustedMarket, LRUCache<string, TrustedMarket>>()

  return ({ market, memory }: MarketSnapshot, methods: WantedMethods): TrustedMarket => {
    if (wantsAllMethods(methods)) return market
    const ofMarket = judged.get(market) ?? new LRUCache({ max: mostMarkets })
    judged.set(market, ofMarket)
    const name = JSON.stringify(methods)
    const found = ofMarket.get(name)
    if (found !== undefined) return found
    const fresh = judgeForMethods(market, methods, memory, rules)
    ofMarket.set(name, fresh)
    return fresh
  }
}

/** Maximum number of cached markets: roughly the number of common payment methods of one currency. */
const mostMarkets = 64
