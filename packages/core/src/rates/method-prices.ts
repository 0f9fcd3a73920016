import type { Ad } from '../ad.js'
import { type AvailableSupply, availableSupply } from '../book/available-supply.js'
import { bestFirst, type ExchangeId, type Side } from '../currencies-and-sides.js'
import { canonicalMethod } from '../payments/match-method.js'
import type { PaymentMethod } from '../payments/payment-method-dictionary.js'
import type { TrustedMarket } from '../trust/judgement.js'
import { rates } from './rates.js'

export type MethodPrice = {
  readonly method: PaymentMethod
  readonly price: number
  readonly exchange: ExchangeId
  readonly availableSupply: AvailableSupply
}

export type MethodPrices = {
  /** The best price first. A way to pay without an ad that a normal caller can take is not among them. */
  readonly prices: readonly MethodPrice[]
  /** Such ads that take nothing the dictionary knows. */
  readonly unnamed: AvailableSupply
}

/**
 * Best price of each payment method.
 *
 * @param judgedFor the market judged for callers who use this method, because rails have their own prices
 */
export function methodPrices(
  market: TrustedMarket,
  side: Side,
  judgedFor: (methodId: string) => TrustedMarket,
): MethodPrices {
  const sideOf = (one: TrustedMarket) => ({ ...one, boards: one.boards.filter((board) => board.side === side) })
  const asked = sideOf(market)
  const byPrice = bestFirst(side)
  return {
    prices: [...methodsIn(asked)]
      .flatMap((method) => priceOf(method, sideOf(judgedFor(method.id))) ?? [])
      .sort((a, b) => byPrice(a, b) || b.availableSupply.ads - a.availableSupply.ads || byId(a, b)),
    unnamed: availableSupply(eligibleAds(asked).filter((ad) => methodsOf(ad).length === 0)),
  }
}

/** Filters find parts of names, too, and other methods with them. */
function priceOf(method: PaymentMethod, found: TrustedMarket): MethodPrice | null {
  const isMeant = (ad: Ad) => methodsOf(ad).includes(method)
  const meant = {
    ...found,
    boards: found.boards.map((board) => ({ ...board, ads: board.ads.filter(({ ad }) => isMeant(ad)) })),
  }
  const { bestBuy, bestSell } = rates(meant)
  const best = bestBuy ?? bestSell
  return best && { method, ...best, availableSupply: availableSupply(eligibleAds(meant)) }
}

const methodsOf = (ad: Ad): readonly PaymentMethod[] =>
  ad.paymentMethods.flatMap((name) => canonicalMethod(name, ad) ?? [])

const methodsIn = ({ boards }: TrustedMarket): ReadonlySet<PaymentMethod> =>
  new Set(boards.flatMap(({ ads }) => ads.flatMap(({ ad }) => methodsOf(ad))))

const eligibleAds = ({ boards }: TrustedMarket): Ad[] =>
  boards.flatMap(({ ads }) => ads.flatMap(({ ad, eligible }) => (eligible ? ad : [])))

const byId = (a: MethodPrice, b: MethodPrice): number => (a.method.id < b.method.id ? -1 : 1)
