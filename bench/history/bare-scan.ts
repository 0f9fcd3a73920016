import { type Point, pricesPerUnit, type Series, slotStartMs } from '@p2p-rates/core/internal'

export const maxPoints = 300
const stretches = Math.floor((maxPoints - 2) / 4)
const extremes = new Int32Array(4 * stretches)

/** The least that thinning must do: look at every price once and note lows and highs. Ignores holes, ends and order. */
export function bareScan({ buy, sell, length }: Series): Int32Array {
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((length * stretch) / stretches)
    noteExtremes(buy, sell, from, Math.floor((length * (stretch + 1)) / stretches), 4 * stretch)
  }
  return extremes
}

export function bareAnswer(series: Series): readonly Point[] {
  const points: Point[] = []
  for (const index of bareScan(series)) {
    points.push({
      t: slotStartMs(series.firstSlot + index),
      buy: (series.buy[index] ?? 0) / pricesPerUnit,
      sell: (series.sell[index] ?? 0) / pricesPerUnit,
      buyAds: series.buyAds[index] ?? 0,
      sellAds: series.sellAds[index] ?? 0,
    })
  }
  return points
}

function noteExtremes(buy: Int32Array, sell: Int32Array, from: number, to: number, at: number): void {
  let lowBuyAt = from
  let highBuyAt = from
  let lowSellAt = from
  let highSellAt = from
  let lowBuy = buy[from] ?? 0
  let highBuy = lowBuy
  let lowSell = sell[from] ?? 0
  let highSell = lowSell
  for (let index = from; index < to; index++) {
    const buyHere = buy[index] ?? 0
    const sellHere = sell[index] ?? 0
    if (buyHere < lowBuy) {
      lowBuy = buyHere
      lowBuyAt = index
    }
    if (buyHere > highBuy) {
      highBuy = buyHere
      highBuyAt = index
    }
    if (sellHere < lowSell) {
      lowSell = sellHere
      lowSellAt = index
    }
    if (sellHere > highSell) {
      highSell = sellHere
      highSellAt = index
    }
  }
  extremes[at] = lowBuyAt
  extremes[at + 1] = highBuyAt
  extremes[at + 2] = lowSellAt
  extremes[at + 3] = highSellAt
}
