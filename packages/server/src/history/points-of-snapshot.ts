import { bestOfAll, indexOfAll } from '@p2p-rates/contract'
import { marketIndex } from '@p2p-rates/core'
import {
  type FixingSlot,
  indexSources,
  isInFixingWindow,
  pointOfIndex,
  slotMs,
  slotOf,
  slotStartMs,
} from '@p2p-rates/core/internal'
import type { Clock } from '../base/time/clock.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { HistoryEntry } from './history-stores.js'

/** Returns the entries whose series may still change in this slot. */
export type ClosedSlotFilter = (slotStartMs: number, entries: readonly HistoryEntry[]) => readonly HistoryEntry[]

/** Closes a slot one slot length after its first entry: once the clock was set back, it must not change again. */
export function createClosedSlotFilter(clock: Pick<Clock, 'monoMs'>): ClosedSlotFilter {
  const newest = new Map<string, { readonly slotStartMs: number; readonly openedMonoMs: number }>()
  return (slotStartMs, entries) =>
    entries.filter(({ fiat, exchange }) => {
      const name = `${fiat} ${exchange}`
      const known = newest.get(name)
      if (known === undefined || slotStartMs > known.slotStartMs)
        newest.set(name, { slotStartMs, openedMonoMs: clock.monoMs() })
      return known?.slotStartMs !== slotStartMs || clock.monoMs() - known.openedMonoMs <= slotMs
    })
}

export const entriesOf = (snapshot: Pick<MarketSnapshot, 'fiat' | 'rates' | 'market'>): readonly HistoryEntry[] => [
  ...snapshot.rates.exchanges.map(({ exchange, buy, sell, buyAds, sellAds }) => ({
    fiat: snapshot.fiat,
    exchange,
    buy,
    sell,
    buyAds,
    sellAds,
  })),
  ...bestEntry(snapshot),
  ...indexEntry(snapshot),
]

export const slotStartOf = (ms: number): number => slotStartMs(slotOf(ms))

function bestEntry({ fiat, rates }: Pick<MarketSnapshot, 'fiat' | 'rates'>): readonly HistoryEntry[] {
  const { bestBuy, bestSell, exchanges } = rates
  if (bestBuy === null && bestSell === null) return []
  return [
    {
      fiat,
      exchange: bestOfAll,
      buy: bestBuy?.price ?? null,
      sell: bestSell?.price ?? null,
      buyAds: adsBehind(exchanges, bestBuy?.exchange, 'buyAds'),
      sellAds: adsBehind(exchanges, bestSell?.exchange, 'sellAds'),
    },
  ]
}

function indexEntry({ fiat, market }: Pick<MarketSnapshot, 'fiat' | 'market'>): readonly HistoryEntry[] {
  const index = marketIndex(market)
  return index === null
    ? []
    : [{ fiat, exchange: indexOfAll, ...pointOfIndex({ ...index, confidence: index.confidence.level }) }]
}

/** The slot of a fixing that this market fills; null outside the hour of fixings, or without an index. */
export function fixingSlotOf(snapshot: Pick<MarketSnapshot, 'market'>, slotStartMs: number): FixingSlot | null {
  const index = isInFixingWindow(slotStartMs) ? marketIndex(snapshot.market) : null
  if (index === null) return null
  const at = new Date(slotStartMs).toISOString()
  return { at, confidence: index.confidence.level, sources: indexSources(snapshot.market) }
}

const adsBehind = (
  exchanges: MarketSnapshot['rates']['exchanges'],
  exchange: string | undefined,
  count: 'buyAds' | 'sellAds',
): number => exchanges.find((candidate) => candidate.exchange === exchange)?.[count] ?? 0
