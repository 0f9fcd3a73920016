import { type Ad, type ExchangeId, sides } from '@p2p-rates/core'
import { boardKey } from '@p2p-rates/core/internal'
import type { SimulatedMarket } from './simulated-market.js'

export type Quote = { readonly price: number | null; readonly accepted: readonly Ad[] }

/** Method that turns raw boards into prices, ours or a rival's. Quotes are keyed by `boardKey`. */
export type PricingMethod = {
  readonly name: string
  readonly quote: (market: SimulatedMarket) => ReadonlyMap<string, Quote>
}

/** Errors in `bps`. Positive: reported better than the truth. `null`: nothing reported although there was a price. */
export const priceErrors = (quotes: ReadonlyMap<string, Quote>, market: SimulatedMarket) => {
  const truth = trueBest(market)
  return market.boards.flatMap(({ exchange, side }) => {
    const real = truth.get(boardKey(exchange, side))
    const reported = quotes.get(boardKey(exchange, side))?.price ?? null
    if (real === undefined) return []
    const bps = reported === null ? null : 10_000 * Math.log(reported / real) * (side === 'BUY' ? -1 : 1)
    return [{ exchange, side, bps }]
  })
}

/** Best honest price by `boardKey` that a normal caller could really have taken; absent where there is none. */
export const trueBest = ({ boards, truth }: SimulatedMarket): ReadonlyMap<string, number> => {
  const best = new Map<string, number>()
  for (const { exchange, side, ads } of boards) {
    const executable = ads.filter((ad) => truth.get(ad)?.honest === true && wouldWork(ad)).map(({ price }) => price)
    if (executable.length === 0) continue
    best.set(boardKey(exchange, side), side === 'BUY' ? Math.min(...executable) : Math.max(...executable))
  }
  return best
}

const wouldWork = (ad: Ad): boolean => deliversUsually(ad) && reachableUsdt(ad) >= 50 && ad.minFiat <= 1000 * ad.price

export const deliversUsually = (ad: Ad): boolean => (ad.completionPct ?? 100) >= 85

const reachableUsdt = ({ maxFiat, price, stockUsdt }: Ad): number => Math.min(maxFiat / price, stockUsdt ?? Infinity)

/** Returns true if buying on one exchange and selling on another gains more than 0.2 %. */
export const hasArbitrage = (price: (key: string) => number | null, exchanges: readonly ExchangeId[]): boolean =>
  exchanges.some((from) =>
    exchanges.some((to) => {
      const [ask, bid] = [price(boardKey(from, sides[0])), price(boardKey(to, sides[1]))]
      return from !== to && ask !== null && bid !== null && bid / ask - 1 > 0.002
    }),
  )
