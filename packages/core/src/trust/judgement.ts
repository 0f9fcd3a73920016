import { type Ad, newestObservationMs, type RemoteReading } from '../ad.js'
import type { ExchangeId, Side } from '../currencies-and-sides.js'

/** Why an ad gained or lost trust: hard gates, quality, price. The last seven say why a trusted ad is not eligible. */
export const reasonCodes = [
  'malformed',
  'unchecked',
  'stock_below_min',
  'unit_error',
  'tiny',
  'price_outlier',
  'restricted',
  'new_advertiser',
  'no_record',
  'completion_high',
  'completion_low',
  'experienced',
  'few_orders',
  'verified',
  'feedback_high',
  'feedback_low',
  'active',
  'idle',
  'narrow_limits',
  'price_attractive',
  'stuck_at_top',
  'stale',
  'isolated',
  'ahead_of_exchanges',
  'crosses_market',
  'away',
  'little_left',
  'large_orders_only',
  'asks_for_orders',
  'asks_for_completion',
  'asks_for_account_age',
  'asks_for_verification',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/**
 * One contribution to a score, in log-odds points. `-Infinity` marks a hard gate. The points of all reasons and the
 * base of +1 together are the log-odds of the score. Why an ad is not eligible has 0 points.
 */
export type Reason = {
  readonly code: ReasonCode
  readonly points: number
  /** The likely slip behind a unit error. */
  readonly detail?: string
  /** The price that the ad's own price was compared with. Only where the price decides. */
  readonly against?: number
}

export type JudgedAd = {
  readonly ad: Ad
  /** 0 to 1: how plausible price and record are together. Never a promise of safety. */
  readonly score: number
  readonly trusted: boolean
  /** Trusted and usable by the caller: what the best price is made of. */
  readonly eligible: boolean
  /** Sorted by weight. Every untrusted ad has at least one. */
  readonly reasons: readonly Reason[]
}

/** Price centre of a board and the spread of honest prices around it. */
export type Consensus = {
  readonly price: number
  /** Spread S and gate G as fractions in log terms (0.0142 = 1.42 %). */
  readonly spread: number
  readonly gate: number
  readonly weight: number
}

export const confidenceLevels = ['low', 'medium', 'high'] as const
export type Confidence = (typeof confidenceLevels)[number]

export const confidenceReasons = [
  /** No ad is usable by a normal caller. */
  'no_price',
  /** Few advertisers, or none with a record, stand behind this side. */
  'little_evidence',
  /** Fewer than half of the exchanges that are asked are in. */
  'exchanges_missing',
  /** The best price is much better than the rest of its market. */
  'tempting_price',
  /** No other exchange comes near the best price. */
  'ahead_of_others',
  /** All other exchanges trade at prices that contradict those of the best price's exchange. */
  'exchanges_disagree',
  /** Prices are too wide or too far from other exchanges, or the opposite side cannot check them. */
  'wide_prices',
  /** A price centre moved since the last look by more than honest prices differ. */
  'centre_moved',
  /** Prices form two clusters, and neither is clearly the market. */
  'two_camps',
  /** Nearly all ads of another exchange stand at one better price, which is not believed. */
  'capped_elsewhere',
  /** On one exchange, the centre of asks lies below that of bids. */
  'crossed_market',
  /** The amount asked for could not be filled, or only in too many trades. */
  'amount_does_not_fit',
] as const
export type ConfidenceReason = (typeof confidenceReasons)[number]

export type SideConfidence = { readonly level: Confidence; readonly reasons: readonly ConfidenceReason[] }

export type TrustedBoard = {
  readonly exchange: ExchangeId
  readonly fiat: string
  readonly side: Side
  readonly observedAtMs: number
  /** Best price for the caller first, then score, then ad id. */
  readonly ads: readonly JudgedAd[]
  readonly consensus: Consensus | null
  /** The middle price of this board's own advertisers alone: all that the next cycle may remember of it. */
  readonly ownCentre: number | null
  /** Confidence in this board's best price, as if it were the best of all; absent in records of older versions. */
  readonly confidence?: SideConfidence
  readonly remote?: RemoteReading
  readonly isIncomplete?: true
}

/** Both sides of every exchange for one currency, judged together. */
export type TrustedMarket = {
  readonly fiat: string
  readonly boards: readonly TrustedBoard[]
  readonly confidence: Readonly<Record<Side, SideConfidence>>
  readonly frontRecord?: FrontRecord
}

/** Best prices and those still better than the price centres at the next look, by confidence. */
export type FrontRecord = Readonly<Partial<Record<Confidence, { readonly cases: number; readonly held: number }>>>

/** Memory of a running collector that judging needs besides the boards, as plain data that can be sent. */
export type TrustMemory = {
  /** Each board's `ownCentre` of the previous cycle (at most 30 minutes old) by `boardKey`. */
  readonly previous?: ReadonlyMap<string, number>
  /** For how long each ad has been standing unchanged, by `offerKey`; absent = new or unknown. */
  readonly unchangedMinutes?: ReadonlyMap<string, number>
  /** Prices of the same side in other currencies, to name a mistyped one. */
  readonly otherFiats?: ReadonlyMap<string, number>
  /** Number of exchanges asked for this currency, to detect that most of them are missing. */
  readonly exchangesAsked?: number
  /** Does not change a score; bounds of prices use it. */
  readonly frontRecord?: FrontRecord
}

export const boardKey = (exchange: ExchangeId, side: Side): string => `${exchange}:${side}`

export const seenAtMs = ({ observedAtMs, ads }: TrustedBoard): number =>
  newestObservationMs({ observedAtMs, ads: ads.map(({ ad }) => ad) })
