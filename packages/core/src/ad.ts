import type { ExchangeId, Side } from './currencies-and-sides.js'

/** Requirements for takers of an ad. `null` = not stated by the exchange. */
export type TakerDemands = {
  readonly minOrders: number | null
  readonly minCompletionPct: number | null
  readonly minAccountAgeDays: number | null
  /** Extra documents, a video, a whitelist of countries: things a normal caller cannot satisfy at once. */
  readonly extraVerification: boolean
}

/** One advertiser's offer in the uniform shape. Unknown is `null`, never 0. Prices are fiat per USDT. */
export type Ad = {
  readonly exchange: ExchangeId
  readonly fiat: string
  /** The caller's side: BUY = this advertiser sells. */
  readonly side: Side
  readonly adId: string | null
  readonly advertiserId: string | null
  readonly nickname: string
  readonly price: number
  /** Smallest and largest order in fiat; the maximum is already capped by the stock. */
  readonly minFiat: number
  readonly maxFiat: number
  readonly stockUsdt: number | null
  /** Amount that orders have taken from this ad so far; absent if the exchange does not state it. */
  readonly executedUsdt?: number | null
  readonly paymentMethods: readonly string[]
  readonly completedOrders: number | null
  /** Period that `completedOrders` covers on this exchange. */
  readonly ordersBasis: 'month' | 'lifetime'
  readonly completionPct: number | null
  readonly positivePct: number | null
  readonly merchant: boolean | null
  /** When the advertiser was last active, in epoch milliseconds. */
  readonly lastSeenAtMs: number | null
  readonly accountAgeDays: number | null
  /** Paid placement: its position says nothing about its price. */
  readonly promoted: boolean
  /** Promotional or new-user-only: a normal caller cannot have this price. */
  readonly restricted: boolean
  readonly takerDemands: TakerDemands | null
  readonly payWindowMinutes: number | null
  readonly remarks: string | null
  readonly url: string | null
  readonly observedAtMs: number
}

/** All ads of one side of one exchange for one currency, as last observed. */
export type Board = {
  readonly exchange: ExchangeId
  readonly fiat: string
  readonly side: Side
  readonly ads: readonly Ad[]
  readonly observedAtMs: number
  /** It was read for us from another address; absent where we have read it ourselves. */
  readonly remote?: RemoteReading
  /** Later pages could not be read. The first ones hold the most tempting prices. */
  readonly isIncomplete?: true
}

/** `checked`: a second remote collector read the same data, or the collector has passed enough such checks. */
export type RemoteReading = { readonly checked: boolean }

/** When the newest ad of a board was received. The board itself is dated by its first page. */
export const newestObservationMs = (board: { readonly observedAtMs: number; readonly ads: readonly Ad[] }): number =>
  board.ads.reduce((newest, ad) => Math.max(newest, ad.observedAtMs), board.observedAtMs)

export type Market = { readonly fiat: string; readonly side: Side }

/** Key of the advertiser behind an ad; each has one vote. The nickname replaces an id that is not shown. */
export const advertiserKey = (ad: Pick<Ad, 'advertiserId' | 'nickname'>): string =>
  ad.advertiserId ?? `name:${ad.nickname}`

/** This ad at this price within these limits. A change of any of them makes another offer. Free text stands last. */
export const offerKey = (ad: Ad): string =>
  `${ad.exchange} ${ad.fiat} ${ad.side} ${ad.price} ${ad.minFiat} ${ad.maxFiat} ${ad.adId ?? advertiserKey(ad)}`
