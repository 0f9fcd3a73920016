import { fiats as allFiats, type ExchangeId, exchangeIds, type Fiat, type Side } from '@p2p-rates/core'
import { type CrossedFiats, currencies, roundPrice, tradedCurrencies } from './world/currencies.js'
import { createWalks, type PriceWalk } from './world/price-walk.js'

export type HistoryPoint = {
  readonly fiat: Fiat
  readonly exchange: ExchangeId
  /** `null` where no ad stood. */
  readonly buy: number | null
  readonly sell: number | null
  readonly buyAds: number
  readonly sellAds: number
  /** Around which people quote. */
  readonly centre: { readonly buy: number; readonly sell: number }
}

export type HistoryCycle = { readonly atMs: number; readonly points: readonly HistoryPoint[] }

export type HistoryOptions = {
  readonly seed: number
  readonly fromMs: number
  /** Not included. */
  readonly toMs: number
  readonly stepMs?: number
  readonly fiats?: readonly Fiat[]
  readonly exchanges?: readonly ExchangeId[]
  readonly crossed?: CrossedFiats
  /** As in `SimulatorOptions`. */
  readonly leadMs?: number
}

/**
 * The past of the same world, cycle by cycle. Read off the price walk without building boards: thirty days take
 * seconds.
 *
 * @example
 * for (const { atMs, points } of generateHistory({ seed: 7, fromMs, toMs })) await store.append(atMs, points)
 */
export function* generateHistory(options: HistoryOptions): Generator<HistoryCycle> {
  const { seed, toMs, stepMs = 300_000, fiats = allFiats, exchanges = exchangeIds } = options
  const walks = createWalks(seed, options.crossed, options.leadMs)
  const markets = fiats.flatMap((fiat) =>
    exchanges
      .filter((exchange) => tradedCurrencies.get(exchange)?.fiats.includes(fiat) === true)
      .map((exchange) => ({ fiat, exchange, walk: walks(exchange, fiat) })),
  )
  for (let atMs = Math.ceil(options.fromMs / stepMs) * stepMs; atMs < toMs; atMs += stepMs)
    yield { atMs, points: markets.map((market) => pointAt(market, atMs)) }
}

type HistoryMarket = { readonly fiat: Fiat; readonly exchange: ExchangeId; readonly walk: PriceWalk }

function pointAt({ fiat, exchange, walk }: HistoryMarket, atMs: number): HistoryPoint {
  const buyAds = walk.adCount(atMs, 'BUY')
  const sellAds = walk.adCount(atMs, 'SELL')
  return {
    fiat,
    exchange,
    buy: bestPrice(walk, fiat, 'BUY', buyAds, atMs),
    sell: bestPrice(walk, fiat, 'SELL', sellAds, atMs),
    buyAds: usableOf(buyAds),
    sellAds: usableOf(sellAds),
    centre: { buy: Math.exp(walk.centre(atMs, 'BUY')), sell: Math.exp(walk.centre(atMs, 'SELL')) },
  }
}

/** About 70 % of the ads that are read, at most 50, are trusted and for normal amounts. */
const usableOf = (ads: number): number => Math.ceil(0.7 * Math.min(50, ads))

function bestPrice(walk: PriceWalk, fiat: Fiat, side: Side, ads: number, atMs: number): number | null {
  if (ads === 0) return null
  const lead = (expectedLead(ads) + walk.front(atMs, side)) * walk.raggedness
  return roundPrice(Math.exp(walk.centre(atMs, side) - (side === 'BUY' ? lead : -lead)), currencies[fiat].decimals)
}

/** Usual lead of the best of this many honest quotes over the centre, in units of raggedness. */
const expectedLead = (ads: number): number => 2.2 * (1 - 1 / (1 + 0.45 * (ads - 1)))
