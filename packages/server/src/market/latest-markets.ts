import type { Fiat, MarketRates, OverallBest, TrustedMarket } from '@p2p-rates/core'

/** The newest judged data of one currency. Everything that is answered about now comes from one of these. */
export type MarketSnapshot = {
  readonly fiat: Fiat
  /** Rises with every change of this currency's data and never repeats, also across restarts. */
  readonly generation: number
  /** Fresh boards of exchanges that are not held out, judged together. */
  readonly market: TrustedMarket
  /** Best prices, unrounded; a side without a reliable price anywhere is `null`. */
  readonly rates: MarketRates
  /** Receive time of the newest observation used. */
  readonly updatedAtMs: number
}

/** Rates that can be answered: both sides have a price somewhere. */
export type FullRates = MarketRates & {
  readonly updatedAtMs: number
  readonly bestBuy: OverallBest
  readonly bestSell: OverallBest
}

export const hasBothSides = (rates: MarketRates): rates is FullRates =>
  rates.bestBuy !== null && rates.bestSell !== null && rates.updatedAtMs !== null

export const sourceStates = ['live', 'stale', 'frozen', 'blocked', 'empty', 'unsupported', 'held_out'] as const
export type SourceStateName = (typeof sourceStates)[number]

/** How one exchange is doing for one currency. */
export type SourceState = {
  readonly exchange: string
  readonly fiat: Fiat
  readonly state: SourceStateName
  /** Why it is not live, in words for a person. */
  readonly reason: string | null
  readonly observedAtMs: number | null
  readonly ageSeconds: number | null
  readonly ads: number
  readonly trustedAds: number
  readonly lastError: { readonly kind: string; readonly message: string; readonly atMs: number } | null
  readonly nextAttemptAtMs: number | null
  /** The exchange is a simulated one. */
  readonly simulated: boolean
}

/** The truth now, in memory. */
export interface LatestMarkets {
  /** `null` when no fresh data are known. Leaves stale boards out by itself, without waiting for a collection. */
  snapshot(fiat: Fiat): MarketSnapshot | null
  sources(): readonly SourceState[]
  /** Monotonic instant at which newer data of this currency are expected. */
  refreshAtMonoMs(fiat: Fiat): number
  /** Called after the snapshot's prices are on record, once per generation. */
  subscribe(listener: (snapshot: MarketSnapshot) => void): () => void
}
