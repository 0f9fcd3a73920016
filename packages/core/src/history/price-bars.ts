import { slotMs } from './point.js'
import { countPoints, pricesPerUnit, type Range, type Series } from './series.js'

/** Interval names and how long each lasts. Intervals begin at whole multiples since midnight UTC. */
export const barIntervalMs = {
  '5m': slotMs,
  '15m': 3 * slotMs,
  '1h': 12 * slotMs,
  '4h': 48 * slotMs,
  '1d': 288 * slotMs,
} as const

export type BarInterval = keyof typeof barIntervalMs

/** First, highest, lowest and last price of an interval, and the ads behind the last one. */
export type PriceBar = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly ads: number
}

export type Bar = {
  /** Start of the interval in epoch milliseconds. */
  readonly t: number
  readonly buy: PriceBar | null
  readonly sell: PriceBar | null
  readonly points: number
}

/** Bars of best buy and best sell. An interval without a point has none. */
export function bars(series: Series, range: Range, interval: BarInterval): readonly Bar[] {
  const slots = barIntervalMs[interval] / slotMs
  const found: Bar[] = []
  let from = range.from
  while (from < range.to) {
    const number = Math.floor((series.firstSlot + from) / slots)
    const to = Math.min(range.to, (number + 1) * slots - series.firstSlot)
    const buy = priceBar(series.buy, series.buyAds, { from, to })
    const sell = priceBar(series.sell, series.sellAds, { from, to })
    if (buy !== null || sell !== null) {
      found.push({ t: number * slots * slotMs, buy, sell, points: countPoints(series, { from, to }) })
    }
    from = to
  }
  return found
}

function priceBar(prices: Int32Array, ads: Uint16Array, { from, to }: Range): PriceBar | null {
  let open = 0
  let high = 0
  let low = 0
  let close = 0
  let last = from
  for (let index = from; index < to; index++) {
    const price = prices[index] ?? 0
    if (price === 0) continue
    if (open === 0) {
      open = price
      high = price
      low = price
    }
    if (price > high) high = price
    if (price < low) low = price
    close = price
    last = index
  }
  if (open === 0) return null
  return {
    open: open / pricesPerUnit,
    high: high / pricesPerUnit,
    low: low / pricesPerUnit,
    close: close / pricesPerUnit,
    ads: ads[last] ?? 0,
  }
}
