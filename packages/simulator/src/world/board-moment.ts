import type { ExchangeId, Fiat, Side } from '@p2p-rates/core'
import type { PriceWalk } from './price-walk.js'

export type BoardMoment = {
  readonly seed: number
  readonly exchange: ExchangeId
  readonly fiat: Fiat
  readonly side: Side
  readonly walk: PriceWalk
  readonly atMs: number
}
