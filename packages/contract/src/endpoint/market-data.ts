import {
  type ExchangeId,
  type Fiat,
  type MarketRates,
  minTradeSize,
  type TrustedMarket,
  type TrustRules,
  type WantedMethods,
} from '@p2p-rates/core'
import type { ProfitablePair } from '@p2p-rates/core/internal'
import type { ErrorResponse } from '../errors/error-codes.js'
import { noPriceProblem } from '../errors/smallest-trade.js'
import type { Endpoint, QueryOf } from './define-endpoint.js'
import type { Input, Inputs, ValuesOf } from './input.js'

/** Current state of one currency: on a server, or in a client that asks the exchanges itself. */
export interface MarketData {
  readonly fiat: string
  readonly market: TrustedMarket
  /** Best prices, unrounded. */
  readonly rates: MarketRates
  readonly rules: TrustRules
  /** Exchange pairs that are profitable, with the start of that period; empty without stored history. */
  readonly paying: readonly ProfitablePair[]
  readonly isSimulated: boolean
  /** The ads that can be paid in these ways, judged among themselves. */
  ofMethods(methods: WantedMethods): TrustedMarket
  /** The exchanges that are read and trade this currency. */
  expected(): readonly ExchangeId[]
  isUntraded(exchange: ExchangeId): boolean
  unavailable(exchange?: ExchangeId): ErrorResponse
}

export type Success<Answer> = { readonly answer: Answer } | Rejected
export type Rejected = { readonly problem: ErrorResponse }

/** Reason why fresh ads give no price: all need more than a normal caller trades, or none is trusted. */
export function noPrice({ fiat, market, rules, unavailable }: MarketData): ErrorResponse {
  const least = { buy: minTradeSize(market, 'BUY', rules), sell: minTradeSize(market, 'SELL', rules) }
  return least.buy === null && least.sell === null ? unavailable() : noPriceProblem(fiat, least)
}

export const onlyExchanges = (market: TrustedMarket, exchanges: readonly ExchangeId[] | undefined): TrustedMarket =>
  exchanges === undefined
    ? market
    : { ...market, boards: market.boards.filter(({ exchange }) => exchanges.includes(exchange)) }

export const onlyOne = (exchanges: readonly ExchangeId[] | undefined): ExchangeId | undefined =>
  exchanges?.length === 1 ? exchanges[0] : undefined

export type MarketEndpoint = {
  readonly endpoint: Endpoint<unknown, Inputs, FiatInputs>
  readonly answer: (query: ValuesOf<FiatInputs>, known: MarketData) => Success<unknown>
}
type FiatInputs = Inputs & { readonly fiat: Input<Fiat> }

export const marketEndpoint = <Answer, E extends Endpoint<Answer, Inputs, FiatInputs>>(
  endpoint: E & Endpoint<Answer, Inputs, FiatInputs>,
  answer: (query: QueryOf<E>, known: MarketData) => Success<Answer>,
): MarketEndpoint =>
  // Readers hand on only values that this endpoint's own schemas have read.
  ({ endpoint, answer: answer as MarketEndpoint['answer'] })
