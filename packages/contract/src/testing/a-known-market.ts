import { type Board, judgeMarket, normalRules, rates } from '@p2p-rates/core'
import type { KnownMarket } from '../known-market.js'

/** What is known of hryvnias when these boards are all there is. */
export const aKnownMarket = (boards: readonly Board[], more: Partial<KnownMarket> = {}): KnownMarket => {
  const market = judgeMarket('UAH', boards)
  return {
    fiat: 'UAH',
    market,
    rates: rates(market),
    rules: normalRules,
    isSimulated: false,
    ofMethod: () => market,
    isUntraded: () => false,
    unavailable: (exchange) => ({ code: 'data_unavailable', message: `Nothing of ${exchange ?? 'anybody'}.` }),
    ...more,
  }
}
