import { type Board, exchangeIds, judgeMarket, normalRules, rates } from '@p2p-rates/core'
import { judgeFor } from '@p2p-rates/core/internal'
import type { MarketData } from '../endpoint/market-data.js'
import type { ParsedAdFilter } from '../endpoints/prices/ad-filter.js'

export const someMarketData = (boards: readonly Board[], more: Partial<MarketData> = {}): MarketData => {
  const market = judgeMarket('UAH', boards)
  return {
    fiat: 'UAH',
    market,
    rates: rates(market),
    rules: normalRules,
    paying: [],
    isSimulated: false,
    ofMethods: (methods, caller = normalRules.caller) => judgeFor(market, { caller, methods }),
    expected: () => exchangeIds,
    isUntraded: () => false,
    unavailable: (exchange) => ({ code: 'data_unavailable', message: `Nothing of ${exchange ?? 'anybody'}.` }),
    ...more,
  }
}

export const noAdFilterParams: ParsedAdFilter = {
  payment_method: undefined,
  exclude_method: undefined,
  merchant: undefined,
  min_orders: undefined,
  min_completion_pct: undefined,
  trusted: undefined,
}

export const ratesParams = { fiat: 'UAH', exchange: undefined, payment_method: undefined, include: undefined } as const

export const costParams = { transfer_fee_usdt: 1, trade_worth_usdt: 0.25 } as const

/** A quote without an amount. */
export const quoteParams = {
  ...noAdFilterParams,
  ...costParams,
  fiat: 'UAH',
  side: 'BUY',
  exchange: undefined,
  include: undefined,
} as const
