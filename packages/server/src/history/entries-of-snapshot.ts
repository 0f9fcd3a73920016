import { bestOfAll } from '@p2p-rates/contract'
import { slotOf, slotStartMs } from '@p2p-rates/core'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { HistoryEntry } from './history-store.js'

/** What of a snapshot goes on record: every exchange with a price and the best of all. */
export function entriesOf({ fiat, rates }: Pick<MarketSnapshot, 'fiat' | 'rates'>): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = rates.exchanges.map(({ exchange, buy, sell, buyAds, sellAds }) => ({
    fiat,
    exchange,
    buy,
    sell,
    buyAds,
    sellAds,
  }))
  if (rates.bestBuy === null && rates.bestSell === null) return entries
  entries.push({
    fiat,
    exchange: bestOfAll,
    buy: rates.bestBuy?.price ?? null,
    sell: rates.bestSell?.price ?? null,
    buyAds: adsBehind(rates.exchanges, rates.bestBuy?.exchange, 'buyAds'),
    sellAds: adsBehind(rates.exchanges, rates.bestSell?.exchange, 'sellAds'),
  })
  return entries
}

export const slotStartOf = (ms: number): number => slotStartMs(slotOf(ms))

const adsBehind = (
  exchanges: MarketSnapshot['rates']['exchanges'],
  exchange: string | undefined,
  count: 'buyAds' | 'sellAds',
): number => exchanges.find((candidate) => candidate.exchange === exchange)?.[count] ?? 0
