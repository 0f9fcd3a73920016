/** Both prices are fiat per USDT, averaged over the fills of their leg: one is paid, the other received. */
export type Prices = { readonly buy: number; readonly sell: number }

export type Profit = {
  /** USDT bought, before the transfer fee. */
  readonly usdt: number
  readonly outFiat: number
  readonly netProfit: number
  readonly netProfitPct: number
}

export function netProfit(amountFiat: number, prices: Prices, feeUsdt: number): Profit {
  const usdt = amountFiat / prices.buy
  const outFiat = (usdt - feeUsdt) * prices.sell
  const net = outFiat - amountFiat
  return { usdt, outFiat, netProfit: net, netProfitPct: (100 * net) / amountFiat }
}

export const grossSpreadPct = ({ buy, sell }: Prices): number => 100 * (sell / buy - 1)
