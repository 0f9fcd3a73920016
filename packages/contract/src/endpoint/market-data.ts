import {
  type Caller,
  type ExchangeId,
  type Fiat,
  type MarketRates,
  minTradeSize,
  rates as ratesOf,
  type TrustedMarket,
  type TrustRules,
  type WantedMethods,
} from '@p2p-rates/core'
import { allMethods, hasAccountOn, type ProfitablePair, type Transfer } from '@p2p-rates/core/internal'
import type { ErrorResponse } from '../errors/error-codes.js'
import { noPriceProblem } from '../errors/smallest-trade.js'
import { type AskedCaller, type callerInputs, callerOf, type QuestionOf } from './caller-inputs.js'
import type { Endpoint } from './define-endpoint.js'
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
  /** Networks between exchanges; absent if the question does not need them. */
  readonly transfers?: readonly Transfer[]
  /** The ads that can be paid in these ways, judged among themselves, for the caller of `rules` or for another one. */
  ofMethods(methods: WantedMethods, caller?: Caller): TrustedMarket
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

/** The market for the caller of the question. Returns `known` itself for the usual caller. */
export function forCaller(known: MarketData, asked: AskedCaller): MarketData {
  const caller = callerOf(asked, known.rules.caller)
  const oneOf = asked.my_methods ?? []
  if (caller === known.rules.caller && oneOf.length === 0) return known
  const ofMethods: MarketData['ofMethods'] = (methods, other = caller) =>
    known.ofMethods(methods.oneOf.length === 0 ? { ...methods, oneOf } : methods, other)
  const market = ofMethods(allMethods)
  return {
    ...known,
    market,
    rates: ratesOf(market),
    rules: { ...known.rules, caller },
    ofMethods,
    expected: () => known.expected().filter((exchange) => hasAccountOn(exchange, caller)),
    unavailable: (exchange = onlyOne(caller.exchanges ?? undefined)) => known.unavailable(exchange),
  }
}

export type MarketEndpoint = {
  readonly endpoint: Endpoint<unknown, Inputs, MarketInputs>
  readonly answer: (query: ValuesOf<MarketInputs>, known: MarketData) => Success<unknown>
}
type MarketInputs = Inputs & typeof callerInputs & { readonly fiat: Input<Fiat> }

/** An endpoint that answers from the market for its caller. */
export const marketEndpoint = <Answer, E extends Endpoint<Answer, Inputs, MarketInputs>>(
  endpoint: E & Endpoint<Answer, Inputs, MarketInputs>,
  answer: (query: QuestionOf<E>, known: MarketData) => Success<Answer>,
): MarketEndpoint => ({
  endpoint,
  // Readers hand on only values that this endpoint's own schemas have read.
  answer: (query, known) => answer(query as QuestionOf<E>, forCaller(known, query)),
})
