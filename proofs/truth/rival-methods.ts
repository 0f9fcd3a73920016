import type { Ad, Board } from '@p2p-rates/core'
import { boardKey } from '@p2p-rates/core/internal'
import type { PricingMethod, Quote } from './price-errors.js'
import { mean, quantile } from './statistics.js'

const ruleOfThumb = (name: string, quote: (ads: readonly Ad[]) => Quote): PricingMethod => ({
  name,
  quote: ({ boards }) =>
    new Map(boards.map((board) => [boardKey(board.exchange, board.side), quote(bestFirst(board))])),
})

const bestFirst = ({ side, ads }: Board): readonly Ad[] =>
  ads.toSorted((one, other) => (side === 'BUY' ? one.price - other.price : other.price - one.price))

const first = (ads: readonly Ad[]): Quote => ({ price: ads[0]?.price ?? null, accepted: ads })

const filtered = (leastOrders: number, leastCompletionPct: number) => (ads: readonly Ad[]) =>
  ads.filter(
    ({ completedOrders, completionPct }) =>
      (completedOrders ?? 0) >= leastOrders && (completionPct ?? 0) >= leastCompletionPct,
  )

export const rivalMethods: readonly PricingMethod[] = [
  ruleOfThumb('raw top', first),
  ruleOfThumb('mean of top 5', (ads) => {
    const top = ads.slice(0, 5)
    return { price: mean(prices(top)), accepted: top }
  }),
  ruleOfThumb('median of top 10', (ads) => {
    const top = ads.slice(0, 10)
    return { price: quantile(prices(top), 0.5), accepted: top }
  }),
  ruleOfThumb('>= 20 and 90 %', (ads) => first(filtered(20, 90)(ads))),
  ruleOfThumb('>= 100 and 95 %', (ads) => first(filtered(100, 95)(ads))),
  ruleOfThumb('the same, within 10 % of median', (ads) => {
    const middle = quantile(prices(ads), 0.5) ?? Number.NaN
    return first(filtered(100, 95)(ads).filter(({ price }) => Math.abs(price / middle - 1) <= 0.1))
  }),
  ruleOfThumb('first within 1 % of median of top 10', (ads) => {
    const middle = quantile(prices(ads.slice(0, 10)), 0.5) ?? Number.NaN
    return first(ads.slice(0, 10).filter(({ price }) => Math.abs(price / middle - 1) <= 0.01))
  }),
  ruleOfThumb('3 MAD, then quartile', (ads) => {
    const middle = quantile(prices(ads), 0.5) ?? Number.NaN
    const deviation =
      quantile(
        prices(ads).map((price) => Math.abs(price - middle)),
        0.5,
      ) ?? 0
    const kept = ads.filter(({ price }) => Math.abs(price - middle) <= 3 * deviation)
    // Asks take the lower quartile and bids the upper one: the caller's side of the market.
    return { price: quantile(prices(kept), ads[0]?.side === 'SELL' ? 0.75 : 0.25), accepted: kept }
  }),
  ruleOfThumb('IQR, then median', (ads) => {
    const [low, high] = [quantile(prices(ads), 0.25) ?? 0, quantile(prices(ads), 0.75) ?? 0]
    const fence = 1.5 * (high - low)
    const kept = ads.filter(({ price }) => price >= low - fence && price <= high + fence)
    return { price: quantile(prices(kept), 0.5), accepted: kept }
  }),
]

/** The rule most tools share: we must beat it on every column but missed arbitrage. */
export const usualFilter = '>= 100 and 95 %'

const prices = (ads: readonly Ad[]): readonly number[] => ads.map(({ price }) => price)
