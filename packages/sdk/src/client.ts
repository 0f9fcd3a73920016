import type {
  Arbitrage,
  ArbitrageQuery,
  Candles,
  CandlesQuery,
  Convert,
  ConvertQuery,
  Depth,
  DepthQuery,
  Fixings,
  FixingsQuery,
  FormulaPreview,
  FormulaPrice,
  FormulaQuery,
  History,
  HistoryQuery,
  IndexQuery,
  MarketInfo,
  MethodPrices,
  MethodsQuery,
  OpenApiDocument,
  Orderbook,
  OrderbookOfAll,
  OrderbookQuery,
  Overview,
  PaymentMethods,
  Premium,
  PremiumQuery,
  PriceAt,
  PriceQuery,
  Quality,
  QualityQuery,
  Quote,
  QuoteQuery,
  Rates,
  RatesQuery,
  ReferenceIndex,
  Seasonality,
  SeasonalityQuery,
  Sources,
  SourcesQuery,
  Stats,
  StatsQuery,
  StreamQuery,
  Usage,
  UsageQuery,
  UsageReport,
} from '@p2p-rates/contract'
import type { APIPromise } from './api-promise.js'
import { type Boards, createBoards } from './boards.js'
import { type Ports, systemPorts } from './clock-and-random-ports.js'
import type { EveryEndpoint, PathOf } from './every-endpoint.js'
import { createInboxes, type Inboxes } from './inboxes.js'
import type { P2POptions, RequestOptions } from './options.js'
import type { Method } from './prepare-request.js'
import { createRules, type Rules } from './rules.js'
import { createSend, createTypedSend, type Send, type TypedSend } from './send.js'
import { readSettings, type Settings } from './settings.js'
import { openStream, type RateStream, type StreamOptions } from './stream.js'
import { createWebhooks, type Webhooks } from './webhooks.js'

export type {
  AdDemands,
  AdFilterQuery,
  AdTrust,
  Arbitrage,
  ArbitrageQuery,
  AvailableSupply,
  BestPrice,
  Candle,
  Candles,
  CandlesQuery,
  ConfidenceAnswer,
  Convert,
  ConvertCost,
  ConvertCosts,
  ConvertLeg,
  ConvertQuery,
  ConvertUnfilled,
  CurrencyOverview,
  DayQuality,
  DaysPremium,
  Deal,
  Depth,
  DepthQuery,
  ExchangeName as ExchangeId,
  ExchangeRates,
  FiatInfo,
  Fill,
  Fixing,
  Fixings,
  FixingsQuery,
  FormulaBasis,
  FormulaFields,
  FormulaPoint,
  FormulaPreview,
  FormulaPrice,
  FormulaQuery,
  History,
  HistoryPoint,
  HistoryQuery,
  IndexQuery,
  MarketInfo,
  MethodPrice,
  MethodPrices,
  MethodsQuery,
  Official,
  Ohlc,
  OpenApiDocument,
  Orderbook,
  OrderbookOfAll,
  OrderbookQuery,
  Overview,
  PaymentMethods,
  PlanCapabilities,
  PlanName,
  Premium,
  PremiumQuery,
  PriceAt,
  PriceQuery,
  Quality,
  QualityQuery,
  Quote,
  QuoteQuery,
  Rail,
  Rates,
  RatesExtra,
  RatesQuery,
  ReasonFigure,
  RecentError,
  ReferenceIndex,
  SeasonalHour,
  Seasonality,
  SeasonalityQuery,
  SeasonalWeekday,
  SeriesGap,
  SeriesName,
  SeriesQuality,
  SizePrice,
  SmallestTrade,
  SmallestTrades,
  Source,
  SourceFreshness,
  SourceState,
  Sources,
  SourcesQuery,
  Stats,
  StatsQuery,
  StreamQuery,
  TradePlan,
  Unfilled,
  Usage,
  UsageExtra,
  UsageOfDay,
  UsageOfKey,
  UsageQuery,
  UsageReport,
  WireAd as Ad,
  WireOpportunity as Opportunity,
  WirePaymentMethod as PaymentMethod,
} from '@p2p-rates/contract'

/**
 * Peer-to-peer prices of USDT. BUY is always what you pay when you buy, SELL what you get when you sell.
 *
 * @example
 * const p2p = new P2P({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'p2p_...' })
 * const { best_buy, best_sell } = await p2p.rates({ fiat: 'UAH' })
 */
export class P2P implements EveryEndpoint {
  readonly webhooks: Webhooks
  readonly inboxes: Inboxes
  readonly rules: Rules
  readonly boards: Boards
  readonly #settings: Settings
  readonly #ports: Ports
  readonly #send: Send
  readonly #ask: TypedSend

  /** @param ports Time and chance, for tests only. */
  constructor(options: P2POptions = {}, ports: Ports = systemPorts) {
    this.#settings = readSettings(options)
    this.#ports = ports
    this.#send = createSend(this.#settings, ports)
    this.#ask = createTypedSend(this.#send)
    this.webhooks = createWebhooks(this.#ask)
    this.inboxes = createInboxes(this.#ask)
    this.rules = createRules(this.#ask)
    this.boards = createBoards(this.#ask)
  }

  /** Exchanges and currencies that can be asked for, and what your plan allows. */
  markets(options?: RequestOptions): APIPromise<MarketInfo> {
    return this.#get('/markets', undefined, options)
  }

  /**
   * The best reliable price on each exchange and across all of them.
   *
   * @example
   * const { best_buy } = await p2p.rates({ fiat: 'PLN' })
   * console.log(`You buy at ${best_buy.price} on ${best_buy.exchange}`)
   */
  rates(query?: RatesQuery, options?: RequestOptions): APIPromise<Rates> {
    return this.#get('/rates', query, options)
  }

  /**
   * All currencies at once, one line each: best prices, index, change in a day, age.
   *
   * @example
   * const { currencies } = await p2p.overview()
   * for (const { fiat, index, change_24h_pct } of currencies) console.log(fiat, index ?? 'nothing fresh', change_24h_pct)
   */
  overview(options?: RequestOptions): APIPromise<Overview> {
    return this.#get('/overview', undefined, options)
  }

  /**
   * Live ads of one side of one exchange or of `all`, the best price for you first. `include: 'trust'` adds the reasons
   * why each is trusted or not. Filters by amount, payment methods and advertisers narrow the list.
   *
   * @example
   * const { ads } = await p2p.orderbook({ exchange: 'binance', side: 'SELL', payment_method: 'mono' })
   * const mine = await p2p.orderbook({ exchange: 'all', amount: 20_000, exclude_method: ['wise'], min_orders: 100 })
   * for (const { exchange, price } of mine.ads) console.log(exchange, price)
   */
  orderbook(query: OrderbookQuery & { readonly exchange: 'all' }, options?: RequestOptions): APIPromise<OrderbookOfAll>
  orderbook(query: OrderbookQuery, options?: RequestOptions): APIPromise<Orderbook>
  orderbook(query: OrderbookQuery, options?: RequestOptions): APIPromise<Orderbook> {
    return this.#get('/orderbook', query, options)
  }

  /**
   * Actual cost or proceeds of an amount, with the ads to take and the average price. `plans` begins with the simplest
   * plan and adds the gain from more trades and exchanges.
   *
   * @example
   * const { average_price, fills } = await p2p.quote({ side: 'BUY', amount: 50_000 })
   * const { plans, updated_at } = await p2p.quote({ amount: 50_000, trade_worth_usdt: 1 })
   */
  quote(query: QuoteQuery, options?: RequestOptions): APIPromise<Quote> {
    return this.#get('/quote', query, options)
  }

  /**
   * From one currency to another through USDT: what arrives, through which ads, and every cost. Starter plan.
   *
   * @example
   * const { received, cost_pct, costs } = await p2p.convert({ from: 'UAH', to: 'KZT', amount: 10_000 })
   */
  convert(query: ConvertQuery, options?: RequestOptions): APIPromise<Convert> {
    return this.#get('/convert', query, options)
  }

  /**
   * Average prices for 50 to 10,000 USDT, and the total supply of the trusted ads. Starter plan.
   *
   * @example
   * const { sizes } = await p2p.depth({ side: 'SELL', payment_method: ['monobank', 'privatbank'] })
   * for (const { amount_usdt, average_price } of sizes) console.log(amount_usdt, average_price ?? 'not enough')
   */
  depth(query?: DepthQuery, options?: RequestOptions): APIPromise<Depth> {
    return this.#get('/depth', query, options)
  }

  /**
   * The best price of each way to pay, the best of them first. Starter plan.
   *
   * @example
   * const { methods } = await p2p.methods({ fiat: 'UAH', side: 'BUY' })
   * for (const { name, price, exchange } of methods) console.log(`${name}: ${price} on ${exchange}`)
   */
  methods(query?: MethodsQuery, options?: RequestOptions): APIPromise<MethodPrices> {
    return this.#get('/methods', query, options)
  }

  /**
   * The reference index: one figure over all exchanges that no single ad decides, and a sentence to cite it by.
   *
   * @example
   * const { value, confidence, cite } = await p2p.index({ fiat: 'UAH' })
   */
  index(query?: IndexQuery, options?: RequestOptions): APIPromise<ReferenceIndex> {
    return this.#get('/index', query, options)
  }

  /**
   * The index of each day around noon UTC, fixed for good: each is chained to the one before it. `verifyFixings` checks
   * the chain.
   *
   * @example
   * const { fixings } = await p2p.fixings({ fiat: 'UAH', from: '2026-11-01', to: '2026-11-30' })
   */
  fixings(query?: FixingsQuery, options?: RequestOptions): APIPromise<Fixings> {
    return this.#get('/index/fixings', query, options)
  }

  /**
   * By how much the index lay above what a central bank says a dollar costs, day by day.
   *
   * @example
   * const { days } = await p2p.premium({ fiat: 'UAH', from: '2026-11-01' })
   * for (const { day, premium_pct } of days) console.log(day, premium_pct ?? 'no official rate')
   */
  premium(query?: PremiumQuery, options?: RequestOptions): APIPromise<Premium> {
    return this.#get('/index/premium', query, options)
  }

  /**
   * A price by formula, without saving it: a base of the market, offsets, rounding and bounds. Pro plan.
   *
   * @example
   * const { value, explanation } = await p2p.formula({ base: 'nth', n: 3, exchanges: ['binance', 'okx'], offset: -0.05 })
   */
  formula(query?: FormulaQuery, options?: RequestOptions): APIPromise<FormulaPrice> {
    return this.#get('/formula', query, options)
  }

  /**
   * Prices of a formula over the last 7 days, from the recorded slots. Pro plan.
   *
   * @example
   * const { lowest, highest, recorded_slots } = await p2p.formulaPreview({ base: 'median', offset_pct: 1.5, floor: 41
   * })
   */
  formulaPreview(query?: FormulaQuery, options?: RequestOptions): APIPromise<FormulaPreview> {
    return this.#get('/formula/preview', query, options)
  }

  /** Price compared with the last day and week, and the cheapest hours. Starter plan. */
  stats(query?: StatsQuery, options?: RequestOptions): APIPromise<Stats> {
    return this.#get('/stats', query, options)
  }

  /**
   * For each hour of the week, in any time zone, how far the price usually lies above or below its own week, without the
   * trend. Starter plan.
   *
   * @example
   * const { weekdays } = await p2p.seasonality({ fiat: 'UAH', tz: 'Europe/Warsaw' })
   * const sundayNoon = weekdays[6]?.hours[12]?.delta_pct
   */
  seasonality(query?: SeasonalityQuery, options?: RequestOptions): APIPromise<Seasonality> {
    return this.#get('/seasonality', query, options)
  }

  /**
   * Best prices on a 5-minute grid, of one exchange or the best across all; as text with `format: 'csv'`. Pro plan.
   *
   * @example
   * const { points } = await p2p.history({ exchange: 'best', hours: 72 })
   */
  history(
    query?: HistoryQuery & { readonly format?: 'json' | undefined },
    options?: RequestOptions,
  ): APIPromise<History>
  /** The same points as lines of CSV. */
  history(query: HistoryQuery & { readonly format: 'csv' }, options?: RequestOptions): APIPromise<string>
  /** The same points, in a format known only at run time. */
  history(query?: HistoryQuery, options?: RequestOptions): APIPromise<History | string>
  history(query?: HistoryQuery, options?: RequestOptions): APIPromise<History | string> {
    return this.#get('/history', query, options)
  }

  /**
   * Recorded price of 1 USDT in the 5-minute slot of an instant. Without a record the price is null, and `reason` says
   * why. Starter plan.
   *
   * @example
   * const { buy, slot, reason } = await p2p.price({ fiat: 'UAH', at: '2026-03-14T14:05+02:00' })
   * console.log(buy === null ? `no price: ${reason}` : `${buy} UAH in the five minutes from ${slot}`)
   */
  price(query: PriceQuery, options?: RequestOptions): APIPromise<PriceAt> {
    return this.#get('/price', query, options)
  }

  /**
   * Open, high, low and close of the best prices; as text with `format: 'csv'`. Pro plan.
   *
   * @example
   * const { candles } = await p2p.candles({ interval: '1h', hours: 48, include: 'ads' })
   */
  candles(
    query?: CandlesQuery & { readonly format?: 'json' | undefined },
    options?: RequestOptions,
  ): APIPromise<Candles>
  /** The same candles as lines of CSV. */
  candles(query: CandlesQuery & { readonly format: 'csv' }, options?: RequestOptions): APIPromise<string>
  /** The same candles, in a format known only at run time. */
  candles(query?: CandlesQuery, options?: RequestOptions): APIPromise<Candles | string>
  candles(query?: CandlesQuery, options?: RequestOptions): APIPromise<Candles | string> {
    return this.#get('/candles', query, options)
  }

  /**
   * Ways to buy on one exchange and sell on another, the best net profit first; it may be negative. Pro plan.
   *
   * @example
   * const { opportunities } = await p2p.arbitrage({ amount: 20_000, transfer_fee_usdt: 1, include: 'age' })
   * for (const { buy_exchange, sell_exchange, since } of opportunities) console.log(buy_exchange, sell_exchange, since)
   */
  arbitrage(query?: ArbitrageQuery, options?: RequestOptions): APIPromise<Arbitrage> {
    return this.#get('/arbitrage', query, options)
  }

  /** Plan of your key, and its usage in this month. */
  me(options?: RequestOptions): APIPromise<Usage> {
    return this.#get('/me', undefined, options)
  }

  /**
   * Requests of all your keys, by day, endpoint and key.
   *
   * @example
   * const { days } = await p2p.usage({ days: 7 })
   * const refused = days.reduce((sum, { limited }) => sum + limited, 0)
   */
  usage(query?: UsageQuery, options?: RequestOptions): APIPromise<UsageReport> {
    return this.#get('/usage', query, options)
  }

  /** State of each exchange that supplies prices. */
  sources(query?: SourcesQuery, options?: RequestOptions): APIPromise<Sources> {
    return this.#get('/sources', query, options)
  }

  /**
   * Completeness and freshness of a currency's record, its longest gaps with their reasons, and its incidents.
   *
   * @example
   * const { series, gaps } = await p2p.quality({ fiat: 'UAH', days: 30 })
   * for (const { exchange, share_pct } of series) console.log(exchange, share_pct)
   */
  quality(query?: QualityQuery, options?: RequestOptions): APIPromise<Quality> {
    return this.#get('/quality', query, options)
  }

  /** The dictionary by which payment methods are recognised. */
  paymentMethods(options?: RequestOptions): APIPromise<PaymentMethods> {
    return this.#get('/payment-methods', undefined, options)
  }

  /** The OpenAPI 3.1 description of the whole service. */
  openapi(options?: RequestOptions): APIPromise<OpenApiDocument> {
    return this.#get('/openapi.json', undefined, options)
  }

  /**
   * Rates as they change. Connects when you begin to read, and again after every hourly close and every temporary
   * fault. Never gives the same data twice; a slow reader gets the newest. Ends when you leave the loop or abort the
   * signal. Throws errors that do not pass by themselves, such as a revoked key. Pro plan.
   *
   * @example
   * for await (const { best_buy, updated_at } of p2p.stream({ fiat: 'UAH' })) console.log(best_buy.price, updated_at)
   */
  stream(query: StreamQuery = {}, options: StreamOptions = {}): RateStream {
    return openStream(query, options, this.#settings, this.#ports)
  }

  /**
   * Calls an endpoint that this version has no method for.
   *
   * @example
   * const answer = await p2p.request<{ volume: number }>('GET', '/volume', { query: { fiat: 'UAH' } })
   */
  request<T = unknown>(
    method: Method,
    path: `/${string}`,
    { query, body, ...options }: RequestOptions & { readonly query?: object; readonly body?: unknown } = {},
  ): APIPromise<T> {
    return this.#send({ method, path, query, body }, options)
  }

  #get<P extends PathOf<'GET'>>(path: P, query: object | undefined, options: RequestOptions | undefined) {
    return this.#ask('GET', path, { query }, options)
  }
}
