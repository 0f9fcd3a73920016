import type { ExchangeId, Side } from '../currencies-and-sides.js'
import type { SideConfidence, TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { type AvailableSupply, availableSupply } from './available-supply.js'
import type { Execution } from './execution.js'
import { planTrades } from './plan-trades.js'
import { usableBooks } from './usable-ads.js'

export const depthSizesUsdt = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

export type Depth = {
  readonly sizes: readonly { readonly usdt: number; readonly deal: Execution }[]
  readonly availableSupply: AvailableSupply
  readonly confidence: SideConfidence
}

export type DepthRequest = { readonly side: Side; readonly exchange?: ExchangeId | undefined }

/** Price by size, for amounts from 50 to 10,000 USDT. A larger amount may have a better price, since the best ads often need one. */
export function depth(market: TrustedMarket, request: DepthRequest, rules: TrustRules = normalRules): Depth {
  const { side, exchange } = request
  const ads = usableBooks(market, side, rules, exchange).flatMap((book) => book.ads)
  return {
    sizes: depthSizesUsdt.map((usdt) => ({ usdt, deal: planTrades(ads, side, { unit: 'usdt', value: usdt }).deal })),
    availableSupply: availableSupply(ads),
    confidence: market.confidence[side],
  }
}
