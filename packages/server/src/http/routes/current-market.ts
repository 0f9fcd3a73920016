import { type ErrorResponse, type MarketData, noFreshPrices, noPrice } from '@p2p-rates/contract'
import type { Fiat, TrustRules } from '@p2p-rates/core'
import { ApiError, DataUnavailableError } from '../../base/errors/api-error.js'
import type { Clock } from '../../base/time/clock.js'
import type { MarketService } from '../../market/market-service.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { DataVersion } from '../route-handler.js'
import type { PaymentMethodMarkets } from './payment-method-markets.js'

export interface CurrentMarket {
  /** Throws `data_unavailable` when nothing fresh is known. */
  snapshot(fiat: Fiat): MarketSnapshot
  market(fiat: Fiat): MarketData
  unavailable(fiat: Fiat): ApiError
  /** Fresh ads are known, and none of them makes a price. */
  noPrice(fiat: Fiat): ApiError
  refusal(problem: ErrorResponse, fiat: Fiat): ApiError
  version(fiat: Fiat): DataVersion
  wallMs(): number
}

type CurrentMarketPorts = {
  readonly latest: MarketService
  readonly methodMarkets: PaymentMethodMarkets
  readonly clock: Clock
  readonly rules: TrustRules
  readonly isSimulated: () => boolean
}

export function createCurrentMarket({
  latest,
  methodMarkets,
  clock,
  rules,
  isSimulated,
}: CurrentMarketPorts): CurrentMarket {
  const sourcesOf = (fiat: Fiat) => latest.sources().filter((source) => source.fiat === fiat)
  const currentMarket: CurrentMarket = {
    snapshot: (fiat) => {
      const snapshot = latest.snapshot(fiat)
      if (snapshot === null) throw currentMarket.unavailable(fiat)
      return snapshot
    },
    market: (fiat) => {
      const snapshot = currentMarket.snapshot(fiat)
      const { market, rates, paying = [] } = snapshot
      return {
        fiat,
        market,
        rates,
        rules,
        paying,
        isSimulated: isSimulated(),
        ofMethods: (methods) => methodMarkets.read(snapshot, methods),
        expected: () => sourcesOf(fiat).flatMap(({ exchange, state }) => (state === 'unsupported' ? [] : exchange)),
        isUntraded: (exchange) =>
          sourcesOf(fiat).some((source) => source.exchange === exchange && source.state === 'unsupported'),
        unavailable: (exchange) => noFreshPrices(fiat, exchange),
      }
    },
    unavailable: (fiat) => currentMarket.refusal(noFreshPrices(fiat), fiat),
    noPrice: (fiat) => currentMarket.refusal(noPrice(currentMarket.market(fiat)), fiat),
    refusal: (problem, fiat) =>
      problem.code === 'data_unavailable'
        ? new DataUnavailableError(problem, (latest.refreshAtMonoMs(fiat) - clock.monoMs()) / 1000)
        : new ApiError(problem),
    version: (fiat) => ({
      version: String(latest.snapshot(fiat)?.version ?? 0),
      refreshAtMonoMs: latest.refreshAtMonoMs(fiat),
    }),
    wallMs: () => clock.wallMs(),
  }
  return currentMarket
}
