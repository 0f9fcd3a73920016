import type { ExchangeId } from '../currencies-and-sides.js'

type TwoPrices = { readonly exchange: ExchangeId; readonly buy: number | null; readonly sell: number | null }

/** Best result, in percent, of buying on one exchange and selling on another; `null` without such a pair. */
export function crossExchangeSpreadPct(exchanges: readonly TwoPrices[]): number | null {
  let best: number | null = null
  for (const { exchange, buy } of exchanges) {
    if (buy === null) continue
    for (const other of exchanges) {
      if (other.exchange === exchange || other.sell === null) continue
      const spread = (other.sell / buy - 1) * 100
      if (best === null || spread > best) best = spread
    }
  }
  return best
}
