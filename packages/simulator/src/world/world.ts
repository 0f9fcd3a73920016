import type { ExchangeId, Fiat, Side } from '@p2p-rates/core'
import { attackOffers } from './attack-offers.js'
import type { CrossedFiats } from './currencies.js'
import { honestOffers } from './honest-offers.js'
import type { Offer } from './offer-and-person.js'
import { createWalks, type PriceWalk, type Walks } from './price-walk.js'

export type MarketKey = { readonly exchange: ExchangeId; readonly fiat: Fiat; readonly side: Side }

/**
 * A market that never existed, as a pure function of a seed and the time: any instant can be asked for, in any order,
 * and always looks the same.
 */
export type World = {
  readonly seed: number
  readonly walks: Walks
  readonly board: (market: MarketKey, atMs: number) => readonly Offer[]
}

export function createWorld(seed: number, crossed?: CrossedFiats, leadMs = 0): World {
  const walks = createWalks(seed, crossed)
  return {
    seed,
    walks: createWalks(seed, crossed, leadMs),
    board: ({ exchange, fiat, side }, atMs) => {
      const moment = { seed, exchange, fiat, side, walk: walks(exchange, fiat), atMs: atMs + leadMs }
      return [...honestOffers(moment), ...attackOffers(moment)].sort(byPrice(side))
    },
  }
}

/** Best price for the caller first; among equals the order never changes between two looks. */
const byPrice = (side: Side) => (a: Offer, b: Offer) =>
  (side === 'BUY' ? a.price - b.price : b.price - a.price) || a.seed - b.seed

export function createBoardCache(world: World): World['board'] {
  const boards = new Map<string, readonly Offer[]>()
  let instant = Number.NaN
  return (market, atMs) => {
    if (atMs !== instant) boards.clear()
    instant = atMs
    const key = `${market.exchange}:${market.fiat}:${market.side}`
    const board = boards.get(key) ?? world.board(market, atMs)
    boards.set(key, board)
    return board
  }
}

export type BoardMoment = MarketKey & { readonly seed: number; readonly walk: PriceWalk; readonly atMs: number }
