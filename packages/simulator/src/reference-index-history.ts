import type { Fiat } from '@p2p-rates/core'
import { type FixingSlot, isInFixingWindow, median, type Point, pointOfIndex } from '@p2p-rates/core/internal'
import type { HistoryPoint } from './price-history.js'

/** About what the reference index would have been in one cycle: the middle exchange, all of them alike. */
export function indexHistory(points: readonly HistoryPoint[]): readonly (Omit<Point, 't'> & { readonly fiat: Fiat })[] {
  const traded = new Map<Fiat, { readonly mids: number[]; readonly halfSpreads: number[] }>()
  for (const { fiat, buy, sell, centre } of points) {
    if (buy === null || sell === null) continue
    const known = traded.get(fiat) ?? { mids: [], halfSpreads: [] }
    known.mids.push((centre.buy + centre.sell) / 2)
    known.halfSpreads.push((centre.buy - centre.sell) / 2)
    traded.set(fiat, known)
  }
  return [...traded].map(([fiat, { mids, halfSpreads }]) => {
    const value = median(mids) ?? 0
    const half = median(halfSpreads) ?? 0
    const confidence = mids.length < 2 ? 'medium' : 'high'
    return { fiat, ...pointOfIndex({ buy: value + half, sell: value - half, sources: mids.length, confidence }) }
  })
}

/** Each exchange counts alike. */
const evidence = 10

/** Inputs of the fixings that one cycle belongs to, by currency. Empty outside the hour of fixings. */
export function fixingSlotHistory(points: readonly HistoryPoint[], atMs: number): ReadonlyMap<Fiat, FixingSlot> {
  const slots = new Map<Fiat, FixingSlot>()
  if (!isInFixingWindow(atMs)) return slots
  for (const { fiat, exchange, buy, sell, centre } of points) {
    if (buy === null || sell === null) continue
    const price = (centre.buy + centre.sell) / 2
    const sources = [...(slots.get(fiat)?.sources ?? []), { exchange, price, evidence }]
    const confidence = sources.length < 2 ? 'medium' : 'high'
    slots.set(fiat, { at: new Date(atMs).toISOString(), confidence, sources })
  }
  return slots
}
