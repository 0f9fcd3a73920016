import type { ExchangeId } from '../vocabulary.js'
import { exchangeIds } from './all.js'

/** Sorts exchanges into the usual order; those not asked by default follow by name. */
export const inExchangeOrder = (a: ExchangeId, b: ExchangeId): number =>
  placeOf(a) - placeOf(b) || (a < b ? -1 : a > b ? 1 : 0)

const places = new Map(exchangeIds.map((id, place) => [id, place]))
const placeOf = (id: ExchangeId) => places.get(id) ?? places.size
