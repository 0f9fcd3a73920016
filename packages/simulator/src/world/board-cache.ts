import type { Offer } from './offer-and-person.js'
import type { World } from './world.js'

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
