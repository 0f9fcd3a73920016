import type { SourceFacts } from '@p2p-rates/contract'
import type { Fiat, MarketRates, TrustedMarket, TrustMemory } from '@p2p-rates/core'

/** The newest judged data of one currency. Everything that is answered about now comes from one of these. */
export type MarketSnapshot = {
  readonly fiat: Fiat
  /** Rises with every change of this currency's data and never repeats, also across restarts. */
  readonly generation: number
  /** Fresh boards of exchanges that are not held out, judged together. */
  readonly market: TrustedMarket
  /** What it was judged with, to judge a part of it again. */
  readonly memory: TrustMemory
  /** Best prices, unrounded; a side without a reliable price anywhere is `null`. */
  readonly rates: MarketRates
  /** Receive time of the newest observation used. */
  readonly updatedAtMs: number
}

/** The truth now, in memory. */
export interface LatestMarkets {
  /** `null` when no fresh data are known. Leaves stale boards out by itself, without waiting for a collection. */
  snapshot(fiat: Fiat): MarketSnapshot | null
  /** How every exchange is doing for every currency. */
  sources(): readonly SourceFacts[]
  /** Monotonic instant at which newer data of this currency are expected. */
  refreshAtMonoMs(fiat: Fiat): number
  /** Called after the snapshot's prices are on record, once per generation. */
  subscribe(listener: (snapshot: MarketSnapshot) => void): () => void
}
