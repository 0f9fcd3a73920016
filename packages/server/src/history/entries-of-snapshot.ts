import { bestOfAll, indexOfAll } from '@p2p-rates/contract'
import { marketIndex, pointOfIndex, slotOf, slotStartMs } from '@p2p-rates/core'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { HistoryEntry } from './history-store.js'

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

const adsBehind = (
  exchanges: MarketSnapshot['rates']['exchanges'],
  exchange: string | undefined,
  count: 'buyAds' | 'sellAds',
): number => exchanges.find((candidate) => candidate.exchange === exchange)?.[count] ?? 0
