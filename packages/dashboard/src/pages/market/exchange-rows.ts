import type { Rates, Source } from '@p2p-rates/contract'

export type ExchangeRow = ReturnType<typeof exchangeRows>[number]

/** Exchanges of a currency. An exchange appears with only a source state or only a price, too. */
export function exchangeRows(rates: Rates | null, sources: readonly Source[]) {
  const priced = new Map(rates?.exchanges.map((one) => [one.exchange, one]))
  const known = new Map(sources.map((one) => [one.exchange, one]))
  return [...new Set([...known.keys(), ...priced.keys()])].map((exchange) => {
    const price = priced.get(exchange)
    const source = known.get(exchange)
    return {
      exchange,
      state: source?.state ?? 'live',
      reason: source?.reason ?? null,
      observedAtMs: timeOf(source?.observed_at),
      nextAttemptAtMs: timeOf(source?.next_attempt_at),
      buy: price?.buy ?? null,
      sell: price?.sell ?? null,
      buyAds: price?.buy_ads ?? 0,
      sellAds: price?.sell_ads ?? 0,
      isBestBuy: rates?.best_buy.exchange === exchange,
      isBestSell: rates?.best_sell.exchange === exchange,
    }
  })
}

const timeOf = (text: string | null | undefined): number | null => (text == null ? null : Date.parse(text))
