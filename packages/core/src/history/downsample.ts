import { hasPoint, type Range, type Series } from './series.js'

/**
 * Chooses at most `maxPoints` points to draw a range with: the first and the last, and between them the low and the
 * high of both sides in each of many equally long stretches, so that no spike is lost. Answers indexes in time order.
 */
export function downsample(series: Series, range: Range, maxPoints: number): readonly number[] {
  const limit = Math.max(0, Math.floor(maxPoints))
  const earliest = earliestPoints(series, range, limit + 1)
  const [first] = earliest
  if (first === undefined || earliest.length <= limit) return earliest

  const last = latestPoint(series, range)
  if (limit < 2) return limit === 0 ? [] : [last]
  return [first, ...extremesBetween(series, first + 1, last, limit - 2), last]
}

/** One point is often the extreme of both sides, so the number of stretches that fit is found by trying. */
function extremesBetween(series: Series, from: number, to: number, room: number): readonly number[] {
  if (room < 4) return distinctInOrder(extremesOf(series, from, to, 1).subarray(0, room))
  let fitting = Math.floor(room / 4)
  let kept = distinctInOrder(extremesOf(series, from, to, fitting))
  let tooMany = 4 * fitting + 1
  for (let trial = 0; trial < mostTrials && kept.length < enough * room; trial++) {
    const hoped = Math.floor((fitting * room) / Math.max(1, kept.length))
    const stretches = hoped < tooMany ? hoped : Math.floor((fitting + tooMany) / 2)
    if (stretches <= fitting) break
    const found = distinctInOrder(extremesOf(series, from, to, stretches))
    if (found.length > room) {
      tooMany = stretches
      continue
    }
    fitting = stretches
    kept = found
  }
  return kept
}

const mostTrials = 5
/** The share of the room that is enough. A few more points are not worth another look at all prices. */
const enough = 0.95

function extremesOf({ buy, sell }: Series, from: number, to: number, stretches: number): Int32Array {
  const found = new Int32Array(4 * stretches)
  let start = from
  for (let stretch = 1; stretch <= stretches; stretch++) {
    const end = from + Math.floor(((to - from) * stretch) / stretches)
    const at = 4 * (stretch - 1)
    // The lows to buy at and the highs to sell at come first, so that they are kept when room is short.
    findExtremes(buy, start, end, found, at, at + 2)
    findExtremes(sell, start, end, found, at + 3, at + 1)
    start = end
  }
  return found
}

function findExtremes(prices: Int32Array, from: number, to: number, found: Int32Array, lowAt: number, highAt: number) {
  let start = from
  while (start < to && prices[start] === 0) start++
  let low = start < to ? start : nowhere
  let high = low
  let lowest = prices[start] ?? 0
  let highest = lowest
  for (let index = start; index < to; index++) {
    const price = prices[index] ?? 0
    if (price < lowest) {
      if (price === 0) continue
      lowest = price
      low = index
    } else if (price > highest) {
      highest = price
      high = index
    }
  }
  found[lowAt] = low
  found[highAt] = high
}

const nowhere = -1

function distinctInOrder(indexes: Int32Array): readonly number[] {
  const distinct: number[] = []
  let previous = nowhere
  for (const index of indexes.sort()) {
    if (index !== previous) distinct.push(index)
    previous = index
  }
  return distinct
}

function earliestPoints(series: Series, { from, to }: Range, most: number): readonly number[] {
  const indexes: number[] = []
  for (let index = from; index < to && indexes.length < most; index++) {
    if (hasPoint(series, index)) indexes.push(index)
  }
  return indexes
}

function latestPoint(series: Series, { to }: Range): number {
  let index = to - 1
  while (!hasPoint(series, index)) index--
  return index
}
