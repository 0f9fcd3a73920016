export type { Ad, Board, Market, RemoteReading, TakerDemands } from './ad.js'
export { opportunities, sameExchangeOpportunities } from './arbitrage/opportunities.js'
export type { ArbitrageRequest, Opportunity } from './arbitrage/round-trips.js'
export type { AvailableSupply } from './book/available-supply.js'
export { type BestPrice, bestPrice } from './book/best-price.js'
export {
  type Conversion,
  type ConversionCosts,
  type ConversionLeg,
  type ConversionRequest,
  conversion,
  conversionCosts,
  type FromTo,
} from './book/conversion.js'
export { type Depth, type DepthRequest, depth } from './book/depth.js'
export type { Execution, UnfilledReason } from './book/execution.js'
export type { Amount, Fill } from './book/fill-greedily.js'
export { type PlanCosts, type TradePlan, usualCosts } from './book/plan-trades.js'
export { type Quote, type QuoteRequest, quote } from './book/quote.js'
export { centralBanks } from './central-banks/all.js'
export { effectiveRate } from './central-banks/effective-rate.js'
export type { OfficialList, OfficialRate, OfficialSource } from './central-banks/official-source.js'
export { type ExchangeId, type Fiat, fiatNames, fiats, type Side, sides } from './currencies-and-sides.js'
export * from './exchanges/all.js'
export { createExchanges, type Exchanges, keyedExchanges } from './exchanges/create-exchanges.js'
export {
  type AdFacts,
  type Dictionary,
  defineExchange,
  type Exchange,
  noNames,
  type PageRequest,
  type RowContext,
  type Schema,
  type WireRequest,
} from './exchanges/define-exchange.js'
export { exchangeDefect } from './exchanges/exchange-definition-defect.js'
export { faultUnless } from './exchanges/fault-unless-success-code.js'
export type { PageReading, Rejection } from './exchanges/read-page.js'
export { type PageContext, readPage } from './exchanges/read-page.js'
export type { SignableRequest, SignedWire, Signing } from './exchanges/signed-wire.js'
export { type Fault, type FaultKind, isFault } from './fault.js'
export { type AdFilter, filterAds, noFilter } from './filter/ad-filter.js'
export type { WantedMethods } from './filter/wanted-methods.js'
export type { NoIntervalReason, PriceInterval } from './honour/price-interval.js'
export { nearestMethod } from './payments/known-method.js'
export { canonicalMethod, type MethodContext } from './payments/match-method.js'
export type { MethodClass } from './payments/methods/method-table.js'
export { type PaymentMethod, paymentMethods } from './payments/payment-method-dictionary.js'
export type { Rounding } from './pricing/decimal.js'
export { type FormulaPrice, formulaPrice, type NoFormulaPriceReason } from './pricing/formula-price.js'
export type { FormulaStep } from './pricing/formula-steps.js'
export { type Formula, type FormulaArithmetic, type FormulaBase, plainArithmetic } from './pricing/formula-type.js'
export { crossExchangeSpreadPct } from './rates/cross-exchange-spread.js'
export { type MethodPrice, type MethodPrices, methodPrices } from './rates/method-prices.js'
export { minTradeSize, type SmallestTrade } from './rates/min-trade-size.js'
export { type ExchangeRates, type MarketRates, type OverallBest, rates } from './rates/rates.js'
export type { SurerPrice } from './rates/surer-price.js'
/** Schemas that turn text into numbers, for the `row` of an exchange: `numberText.decimal`, `numberText.count`. */
export * as numberText from './read-number-text.js'
export { type MarketIndex, marketIndex } from './reference/market-index.js'
export type { CheapHour } from './stats/cheapest-hours.js'
export { marketStats, type Stats, type StatsInput } from './stats/stats.js'
export type { Verdict } from './stats/verdict-and-volatility.js'
export type { Caller } from './trust/caller.js'
export { judgeFiltered, judgeForMethods } from './trust/judge-filtered.js'
export { judgeMarket } from './trust/judge-market.js'
export {
  type Confidence,
  type ConfidenceReason,
  type Consensus,
  type FrontRecord,
  type JudgedAd,
  type Reason,
  type ReasonCode,
  reasonCodes,
  type SideConfidence,
  type TrustedBoard,
  type TrustedMarket,
  type TrustMemory,
} from './trust/judgement.js'
export { normalRules, type TrustRules } from './trust/trust-rules.js'
