import type { Fiat } from '@p2p-rates/core'
import type { Clock } from '../clock.js'
import type { DataVersion } from '../http/implement.js'
import { DataUnavailableError } from '../http/reply.js'
import type { LatestMarkets, MarketSnapshot } from '../market/latest-markets.js'

/** The present, as endpoints ask for it. */
export interface Now {
  /** Throws `data_unavailable` when nothing fresh is known. */
  market(fiat: Fiat): MarketSnapshot
  unavailable(fiat: Fiat): DataUnavailableError
  /** The version of whatever is made from this currency's snapshot alone. */
  version(fiat: Fiat): DataVersion
  wallMs(): number
}

export const createNow = ({ latest, clock }: { latest: LatestMarkets; clock: Clock }): Now => {
  const unavailable = (fiat: Fiat) =>
    new DataUnavailableError(fiat, (latest.refreshAtMonoMs(fiat) - clock.monoMs()) / 1000)
  return {
    market: (fiat) => {
      const snapshot = latest.snapshot(fiat)
      if (snapshot === null) throw unavailable(fiat)
      return snapshot
    },
    unavailable,
    version: (fiat) => ({
      version: String(latest.snapshot(fiat)?.generation ?? 0),
      refreshAtMonoMs: latest.refreshAtMonoMs(fiat),
    }),
    wallMs: () => clock.wallMs(),
  }
}
