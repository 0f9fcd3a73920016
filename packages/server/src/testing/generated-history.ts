import { bestOfAll, indexOfAll } from '@p2p-rates/contract'
import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { FixingSlot } from '@p2p-rates/core/internal'
import { fixingSlotHistory, generateHistory, indexHistory } from '@p2p-rates/simulator'
import type { HistoryEntry } from '../history/history-stores.js'

export function* generatedHistory(span: {
  readonly seed: number
  readonly fromMs: number
  readonly toMs: number
  readonly fiats: readonly Fiat[]
  readonly exchanges: readonly ExchangeId[]
  readonly leadMs?: number
}) {
  for (const { atMs, points } of generateHistory(span))
    yield {
      slotMs: atMs,
      entries: [
        ...points,
        ...span.fiats.map((fiat) => bestOf(fiat, points)),
        ...indexHistory(points).map((point) => ({ ...point, exchange: indexOfAll })),
      ],
    }
}

export function generatedFixingSlots(
  span: Parameters<typeof generateHistory>[0],
): ReadonlyMap<string, readonly FixingSlot[]> {
  const found = new Map<string, FixingSlot[]>()
  for (const { atMs, points } of generateHistory(span))
    for (const [fiat, slot] of fixingSlotHistory(points, atMs)) found.set(fiat, [...(found.get(fiat) ?? []), slot])
  return found
}

const bestOf = (fiat: Fiat, points: readonly HistoryEntry[]): HistoryEntry => {
  let best: HistoryEntry = { fiat, exchange: bestOfAll, buy: null, sell: null, buyAds: 0, sellAds: 0 }
  for (const { fiat: traded, buy, sell, buyAds, sellAds } of points) {
    if (traded !== fiat) continue
    if (buy !== null && (best.buy === null || buy < best.buy)) best = { ...best, buy, buyAds }
    if (sell !== null && (best.sell === null || sell > best.sell)) best = { ...best, sell, sellAds }
  }
  return best
}
