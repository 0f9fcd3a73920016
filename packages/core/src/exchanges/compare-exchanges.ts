import type { ExchangeId } from '../currencies-and-sides.js'
import { exchangeIds } from './all.js'

export const compareExchanges = (a: ExchangeId, b: ExchangeId): number =>
  placeOf(a) - placeOf(b) || (a < b ? -1 : a > b ? 1 : 0)

function placeOf(id: ExchangeId): number {
  const place = exchangeIds.indexOf(id)
  return place < 0 ? exchangeIds.length : place
}
