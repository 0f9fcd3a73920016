import { reachableFiat } from '../book/fill-greedily.js'
import { usableAds } from '../book/usable-ads.js'
import type { Side } from '../currencies-and-sides.js'
import { median } from '../stats/median.js'
import { logCostOf } from '../trust/candidate-ad.js'
import type { SideConfidence, TrustedBoard, TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'

/** Price offered to the caller, in a chat or at a counter. */
export type Offer = { readonly side: Side; readonly price: number; readonly amountFiat?: number | null }

export const offerVerdicts = ['better', 'fair', 'worse', 'too_good', 'unknown'] as const
export type OfferVerdict = (typeof offerVerdicts)[number]

export type OfferComparison = {
  readonly verdict: OfferVerdict
  /** The median price of the ads compared with; `null` without any. */
  readonly against: number | null
  /** Difference of the offered price from `against`; positive for a higher price. */
  readonly differencePct: number | null
  /** Ads with a better price for the caller than the offer. */
  readonly betterAds: number
  readonly ads: number
  readonly confidence: SideConfidence
}

/** With fewer ads, no price is usual. */
const leastAds = 3

/**
 * Compares an offered price with the trusted ads that the caller can take for this amount: better or worse by more than
 * one spread of honest prices, or fair. A price that every exchange's gate refuses is too good to be true.
 */
export function compareOffer(market: TrustedMarket, offer: Offer, rules: TrustRules = normalRules): OfferComparison {
  const boards = market.boards.filter(({ side }) => side === offer.side)
  const prices = comparedPrices(boards, offer.amountFiat ?? null, rules)
  const against = median(prices)
  const confidence = market.confidence[offer.side]
  const cost = logCostOf(offer.price, offer.side)
  return {
    verdict:
      against === null || prices.length < leastAds || confidence.level === 'low'
        ? 'unknown'
        : verdictOn(cost, logCostOf(against, offer.side), boards),
    against,
    differencePct: against === null ? null : 100 * (offer.price / against - 1),
    betterAds: prices.filter((price) => logCostOf(price, offer.side) < cost).length,
    ads: prices.length,
    confidence,
  }
}

function comparedPrices(boards: readonly TrustedBoard[], amountFiat: number | null, rules: TrustRules): number[] {
  if (amountFiat === null)
    return boards.flatMap(({ ads }) => ads.flatMap(({ ad, eligible }) => (eligible ? [ad.price] : [])))
  return boards.flatMap((board) =>
    usableAds(board, rules).flatMap((ad) =>
      ad.minFiat <= amountFiat && amountFiat <= reachableFiat(ad) ? [ad.price] : [],
    ),
  )
}

function verdictOn(cost: number, usual: number, boards: readonly TrustedBoard[]): Exclude<OfferVerdict, 'unknown'> {
  const measured = boards.flatMap(({ consensus, side }) =>
    consensus === null ? [] : [{ ...consensus, cost: logCostOf(consensus.price, side) }],
  )
  if (measured.length > 0 && measured.every((board) => board.cost - cost >= board.gate)) return 'too_good'
  const spread = median(measured.map((board) => board.spread)) ?? 0
  if (cost < usual - spread) return 'better'
  return cost > usual + spread ? 'worse' : 'fair'
}
