import { type Ad, type ExchangeId, sides } from '@p2p-rates/core'
import { boardKey } from '@p2p-rates/core/internal'
import type { SimulatedMarket } from './simulated-market.js'

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
