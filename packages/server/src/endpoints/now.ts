import { noPriceProblem } from '@p2p-rates/contract'
import { type ExchangeId, type Fiat, smallestTrade, type TrustRules } from '@p2p-rates/core'
import type { DataVersion } from '../http/implement.js'
import type { MarketRoom } from '../market/market-room.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import { DataUnavailableError } from '../refusals/api-error.js'
import type { Clock } from '../time/clock.js'

/** The present, as endpoints ask for it. */
export interface Now {
  /** Throws `data_unavailable` when nothing fresh is known. */
  market(fiat: Fiat): MarketSnapshot
  /** Nothing fresh is known. */
  unavailable(fiat: Fiat): DataUnavailableError
  /** Fresh ads are known, and none of them makes a price. */
  noPrice(fiat: Fiat): DataUnavailableError
  /** The exchange does not trade this currency: it has no ads, and that is known. */
  isUntraded(exchange: ExchangeId, fiat: Fiat): boolean
  /** The version of whatever is made from this currency's snapshot alone. */
  version(fiat: Fiat): DataVersion
  wallMs(): number
}

type Ports = { readonly latest: MarketRoom; readonly clock: Clock; readonly rules: TrustRules }

export const createNow = ({ latest, clock, rules }: Ports): Now => {
  const waitSeconds = (fiat: Fiat) => (latest.refreshAtMonoMs(fiat) - clock.monoMs()) / 1000
  const unavailable = (fiat: Fiat) =>
    new DataUnavailableError(noPriceProblem(fiat, { buy: null, sell: null }), waitSeconds(fiat))
  return {
    market: (fiat) => {
      const snapshot = latest.snapshot(fiat)
      if (snapshot === null) throw unavailable(fiat)
      return snapshot
    },
    unavailable,
    noPrice: (fiat) => {
      const market = latest.snapshot(fiat)?.market
      if (market === undefined) return unavailable(fiat)
      const least = { buy: smallestTrade(market, 'BUY', rules), sell: smallestTrade(market, 'SELL', rules) }
      return new DataUnavailableError(noPriceProblem(fiat, least), waitSeconds(fiat))
    },
    isUntraded: (exchange, fiat) =>
      latest
        .sources()
        .some((source) => source.exchange === exchange && source.fiat === fiat && source.state === 'unsupported'),
    version: (fiat) => ({
      version: String(latest.snapshot(fiat)?.version ?? 0),
      refreshAtMonoMs: latest.refreshAtMonoMs(fiat),
    }),
    wallMs: () => clock.wallMs(),
  }
}
