import { type Point, slotMs, slotOf, slotStartMs } from './point.js'

/**
 * The points of one market as columns, 12 bytes a slot: months of many markets fit in memory and a scan allocates
 * nothing. Index 0 is `firstSlot`, the next index the next slot. A slot in which neither side had a price holds no
 * point.
 */
export type Series = {
  firstSlot: number
  /** Slots in use, holes included. */
  length: number
  /** Prices in 1/10,000 of the currency unit; 0 = none. */
  readonly buy: Int32Array
  readonly sell: Int32Array
  readonly buyAds: Uint16Array
  readonly sellAds: Uint16Array
}

/** Index range of a series: `from` included, `to` not. */
export type Range = { readonly from: number; readonly to: number }

export const pricesPerUnit = 10_000

/** An empty series for this many slots. When they are full, the oldest hundredth makes room. */
export function createSeries(slots: number): Series {
  const capacity = Math.max(1, Math.floor(slots))
  return {
    firstSlot: 0,
    length: 0,
    buy: new Int32Array(capacity),
    sell: new Int32Array(capacity),
    buyAds: new Uint16Array(capacity),
    sellAds: new Uint16Array(capacity),
  }
}

export function withRoomFor(slots: number, { firstSlot, length, ...columns }: Series): Series {
  const roomy = { ...createSeries(Math.max(slots, length)), firstSlot, length }
  for (const name of ['buy', 'sell', 'buyAds', 'sellAds'] as const) roomy[name].set(columns[name].subarray(0, length))
  return roomy
}

/** Writes a point into its slot and replaces what stood there. Points from before the series are not kept. */
export function writePoint(series: Series, point: Point): void {
  const slot = slotOf(point.t)
  if (series.length === 0) series.firstSlot = slot
  if (slot < series.firstSlot) return
  makeRoom(series, slot)
  const index = slot - series.firstSlot
  series.length = Math.max(series.length, index + 1)
  series.buy[index] = carriedPrice(point.buy)
  series.sell[index] = carriedPrice(point.sell)
  series.buyAds[index] = heldCount(point.buyAds)
  series.sellAds[index] = heldCount(point.sellAds)
}

export function pointAt(series: Series, index: number): Point | null {
  const buy = series.buy[index] ?? 0
  const sell = series.sell[index] ?? 0
  if (index >= series.length || (buy === 0 && sell === 0)) return null
  return {
    t: slotStartMs(series.firstSlot + index),
    buy: buy === 0 ? null : buy / pricesPerUnit,
    sell: sell === 0 ? null : sell / pricesPerUnit,
    buyAds: series.buyAds[index] ?? 0,
    sellAds: series.sellAds[index] ?? 0,
  }
}

/** The indexes whose slots start within `fromMs` and `toMs`, both included. */
export function rangeOf(series: Series, fromMs: number, toMs: number): Range {
  const from = clamp(Math.ceil(fromMs / slotMs) - series.firstSlot, 0, series.length)
  const to = clamp(slotOf(toMs) + 1 - series.firstSlot, from, series.length)
  return { from, to }
}

export const hasPoint = ({ buy, sell }: Series, index: number): boolean =>
  ((buy[index] ?? 0) | (sell[index] ?? 0)) !== 0

export function countPoints(series: Series, { from, to }: Range): number {
  let count = 0
  for (let index = from; index < to; index++) if (hasPoint(series, index)) count++
  return count
}

export function readPoints(series: Series, { from, to }: Range): Point[] {
  const points: Point[] = []
  for (let index = from; index < to; index++) {
    const point = pointAt(series, index)
    if (point !== null) points.push(point)
  }
  return points
}

export function pointsAt(series: Series, indexes: readonly number[]): Point[] {
  const points: Point[] = []
  for (const index of indexes) {
    const point = pointAt(series, index)
    if (point !== null) points.push(point)
  }
  return points
}

function makeRoom(series: Series, slot: number): void {
  const capacity = series.buy.length
  const missing = slot - series.firstSlot + 1 - capacity
  if (missing <= 0) return
  const dropped = Math.max(missing, Math.floor(capacity / 100))
  const kept = Math.max(0, series.length - dropped)
  for (const column of [series.buy, series.sell, series.buyAds, series.sellAds]) {
    column.copyWithin(0, dropped, series.length)
    column.fill(0, kept)
  }
  series.firstSlot += dropped
  series.length = kept
}

/** A price beyond 32 bits belongs to no known market. No price is better than a wrong one. */
function carriedPrice(price: number | null): number {
  const units = Math.round((price ?? 0) * pricesPerUnit)
  return units > 0 && units <= 0x7fffffff ? units : 0
}

const heldCount = (count: number): number => clamp(Math.floor(count), 0, 0xffff)

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** Slots one after the other, counted from the epoch, of which a series holds no point: `from` included, `to` not. */
export function gaps(series: Series, slots: Range): readonly Range[] {
  const runs: Range[] = []
  let start: number | null = null
  for (let slot = slots.from; slot <= slots.to; slot++) {
    const index = slot - series.firstSlot
    const isHeld = index >= 0 && index < series.length && hasPoint(series, index)
    const isMissing = slot < slots.to && !isHeld
    if (isMissing && start === null) start = slot
    if (isMissing || start === null) continue
    runs.push({ from: start, to: slot })
    start = null
  }
  return runs
}
