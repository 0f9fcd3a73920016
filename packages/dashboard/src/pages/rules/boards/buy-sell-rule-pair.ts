import type { PriceRule } from '@p2p-rates/contract'

/** The selling and the buying price of one currency; empty where an account has only one of both. */
export function buySellRulePair(rules: readonly PriceRule[]): readonly PriceRule[] {
  const selling = rules.find(({ side }) => side === 'BUY')
  const buying = rules.find(({ side, fiat }) => side === 'SELL' && fiat === selling?.fiat)
  return selling === undefined || buying === undefined ? [] : [selling, buying]
}
