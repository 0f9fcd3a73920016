export { advertiserKey, newestObservationMs, offerKey } from './ad.js'
export { netProfit } from './arbitrage/net-profit.js'
export { type ProfitablePair, profitablePairs, profitableSince } from './arbitrage/profitable-pairs.js'
export { crossRate } from './book/conversion.js'
export { mergeBooks } from './book/sort-book.js'
export type { FiatsRate, OfficialReading } from './central-banks/read-official-rates.js'
export { asset } from './currencies-and-sides.js'
export { adDefect } from './exchanges/ad-defect.js'
export { usualExchanges, withKeyed, withNamed } from './exchanges/create-exchanges.js'
export { type ExchangeKeys, readExchangeKeys } from './exchanges/exchange-keys.js'
export { type HttpAnswer, readAnswer, readDictionary } from './exchanges/read-answer.js'
export { readJson } from './exchanges/read-json.js'
export { type SideCentres, sideCentres } from './exchanges/side-centres.js'
export { suspectGeoBlock } from './exchanges/suspect-geo-block.js'
export { faultKinds } from './fault.js'
export { allMethods, createWantedFilter, onlyMethod, wantsAllMethods } from './filter/wanted-methods.js'
export { downsample } from './history/downsample.js'
export { type Point, slotMs, slotOf, slotStartMs } from './history/point.js'
export { type Bar, type BarInterval, barIntervalMs, bars, type PriceBar } from './history/price-bars.js'
export {
  createSeries,
  gaps,
  pointAt,
  pointsAt,
  pricesPerUnit,
  type Range,
  rangeOf,
  readPoints,
  type Series,
  withRoomFor,
  writePoint,
} from './history/series.js'
export { minCases } from './honour/honour.js'
export { bestPriceInterval, intervalCoverage, noIntervalReasons } from './honour/price-interval.js'
export { nearestWord } from './nearest-word.js'
export { isKnownMethod } from './payments/known-method.js'
export { homeCountries, railOf } from './payments/match-method.js'
export { maxFilterLength } from './payments/method-filter.js'
export { methodClasses } from './payments/methods/method-table.js'
export { roundings } from './pricing/decimal.js'
export { type FormulaPoint, formulaHistory, needsMarkets, pointOfMarket } from './pricing/formula-history.js'
export { noFormulaPriceReasons } from './pricing/formula-price.js'
export { formulaStepNames } from './pricing/formula-steps.js'
export { formulaBases } from './pricing/formula-type.js'
export { createRandom, mix, type Random, seedFor } from './random.js'
export {
  compareOffer,
  type Offer,
  type OfferComparison,
  type OfferVerdict,
  offerVerdicts,
} from './rates/compare-offer.js'
export { type RailPrice, railPrices } from './rates/rail-prices.js'
export { updatedAtMs } from './rates/rates.js'
export { roundIndex, roundMoney, roundPct, roundPrice } from './rates/rounding.js'
export { readDecimal, readInteger } from './read-number-text.js'
export { createPageRecorder, type PageRecord, usedNames } from './recordings/record-page.js'
export { parseRecording, type Recording, readRecordedPage } from './recordings/recording.js'
export { canonicalJson } from './reference/canonical-json.js'
export { fixingOf, fixingWindow, isInFixingWindow } from './reference/fixing.js'
export {
  type FixingInputs,
  type FixingSlot,
  type FixingState,
  firstFixingState,
  fixingMethods,
  fixingOfInputs,
  nextFixingState,
  weightShares,
} from './reference/fixing-inputs.js'
export { pointOfIndex, readIndexPoint } from './reference/index-point.js'
export { indexMethod, indexSources } from './reference/market-index.js'
export type { SpotTicker, UsdtUsd, UsdtUsdReading } from './spot/spot-tickers.js'
export { rateSourceIds, spotTickers } from './spot/spot-tickers.js'
export { createLocalTime } from './stats/local-time.js'
export { median } from './stats/median.js'
export { type Seasonality, seasonality } from './stats/seasonality.js'
export { verdicts } from './stats/verdict-and-volatility.js'
export {
  bestSeries,
  type FollowedPrice,
  followPrices,
  type PublishedMarket,
  type TrackMeasure,
  type TrackOutcome,
  trackMeasures,
} from './track-record/follow-prices.js'
export { joinNetworks, type KnownNetworks, networkSources } from './transfers/known-networks.js'
export { manualNetworks } from './transfers/manual-networks.js'
export { type NetworkReader, type NetworkReading, networkReaders } from './transfers/network-readers.js'
export { generalFee, type TransferFee } from './transfers/transfer-fee.js'
export { between, cheapestTransfer, type Transfer, transfersOf } from './transfers/transfers.js'
export { experiencedCaller, hasAccountOn, newcomer, usualCaller } from './trust/caller.js'
export { meetsDemands } from './trust/gates.js'
export { demandedFigures, judgeFor, smallestEquivalent } from './trust/judge-for-caller.js'
export { boardKey, confidenceLevels, confidenceReasons, seenAtMs } from './trust/judgement.js'
