import { reachableFiat } from '../book/fill-greedily.js'
import type { JudgedAd, TrustedMarket } from '../trust/judgement.js'
import { allMethods, type WantedMethods } from './wanted-methods.js'

/** Filter for ads; `null` and `false` accept every ad. */
export type AdFilter = {
  readonly methods: WantedMethods
  /** One order over the whole of this amount fits its limits and its stock. */
  readonly amountFiat: number | null
  readonly onlyMerchants: boolean
  /** Orders as the exchange counts them: of a month, or of a lifetime. */
  readonly minOrders: number | null
  readonly minCompletionPct: number | null
  readonly onlyTrusted: boolean
}

/**
 * Filter that accepts every ad, as a base for your own.
 *
 * @example
 * filterAds(market, { ...noFilter, onlyMerchants: true, minOrders: 100 })
 */
export const noFilter: AdFilter = {
  methods: allMethods,
  amountFiat: null,
  onlyMerchants: false,
  minOrders: null,
  minCompletionPct: null,
  onlyTrusted: false,
}

/** Keep only the wanted ads of a market, with their verdicts. For payment methods, call `judgeForMethods` first. */
export const filterAds = (market: TrustedMarket, wanted: AdFilter): TrustedMarket => ({
  ...market,
  boards: market.boards.map((board) => ({ ...board, ads: board.ads.filter((judged) => isWanted(judged, wanted)) })),
})

/** A figure that the exchange does not show never reaches a minimum. */
const isWanted = ({ ad, trusted }: JudgedAd, wanted: AdFilter): boolean =>
  (wanted.amountFiat === null || (wanted.amountFiat >= ad.minFiat && wanted.amountFiat <= reachableFiat(ad))) &&
  (!wanted.onlyMerchants || ad.merchant === true) &&
  reaches(ad.completedOrders, wanted.minOrders) &&
  reaches(ad.completionPct, wanted.minCompletionPct) &&
  (!wanted.onlyTrusted || trusted)

const reaches = (figure: number | null, least: number | null): boolean =>
  least === null || (figure !== null && figure >= least)
