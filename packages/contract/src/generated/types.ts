// Written by `pnpm generate`.

import type {
  Confidence,
  ConfidenceReason,
  FaultKind,
  Fiat,
  FormulaBase,
  MethodClass,
  NoFormulaPriceReason,
  NoIntervalReason,
  ReasonCode,
  Rounding,
  Side,
  UnfilledReason,
  Verdict,
} from '@p2p-rates/core'
import type { asset, BarInterval } from '@p2p-rates/core/internal'
import type { ExchangeName, LooseEnum, SeriesName } from '../endpoint/wire-types.js'
import type { ErrorCode } from '../errors/error-codes.js'

/** Available exchanges and currencies, and the limits of the caller’s plan. */
export type MarketInfo = {
  /** Always USDT. */
  readonly asset: typeof asset
  readonly exchanges: readonly ExchangeName[]
  readonly fiats: readonly FiatInfo[]
  readonly plan: PlanCapabilities
  /** Record of the caller that prices are for if the question says nothing else; see `my_orders`. */
  readonly usual_caller: CallerRecord
}

export type FiatInfo = {
  /** Currency code. */
  readonly code: LooseEnum<Fiat>
  readonly name: string
}

export type PlanCapabilities = {
  readonly name: LooseEnum<PlanName>
  /** Requests per calendar month (UTC). */
  readonly monthly_quota: number
  /** Requests in any 60 seconds. */
  readonly requests_per_minute: number
  /** Largest `rows` of the order book. */
  readonly orderbook_rows: number
  /** Largest `hours` of history and candles. */
  readonly history_hours: number
  /** Names of the endpoints the plan may call, sorted. */
  readonly features: readonly string[]
}

export type PlanName = 'Free' | 'Starter' | 'Pro' | 'Business'

/** Record that a caller can show to advertisers. */
export type CallerRecord = {
  /** Orders completed on the exchange. */
  readonly orders: number
  /** Percentage of orders completed. */
  readonly completion_pct: number
  /** Age of the account on the exchange, in days. */
  readonly account_days: number
  /** True for a caller who meets other requirements, such as documents. */
  readonly verified: boolean
}

/** Best reliable prices of one currency. */
export type Rates = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** Receive time of the newest price used, UTC. */
  readonly updated_at: string
  /** The lowest reliable price at which you buy USDT. */
  readonly best_buy: BestPrice
  /** The highest reliable price at which you sell USDT. */
  readonly best_sell: BestPrice
  /** Profit in percent of buying on one exchange and selling on another, before fees; negative for a loss. */
  readonly cross_exchange_spread_pct: number | null
  readonly exchanges: readonly ExchangeRates[]
  /** Confidence in each side. Only with `include=confidence`. */
  readonly confidence?: {
    readonly buy: HeadlineConfidence
    readonly sell: HeadlineConfidence
  }
  /** Bounds of the price paid on each side. Only with `include=interval`. */
  readonly interval?: {
    readonly buy: PriceInterval
    readonly sell: PriceInterval
  }
  /** Prices by payment method if they differ; empty if one price holds for all. Only with `include=rails`. */
  readonly rails?: {
    readonly buy: readonly Rail[]
    readonly sell: readonly Rail[]
  }
  /** Person for whom these prices are. Only with `include=profile`. */
  readonly profile?: Profile
  /** Best prices with another record, on the same exchanges. Only with `include=profile`. */
  readonly steps?: readonly CallerStep[]
  /** The exchanges are simulations: these prices never existed. Only with `include`. */
  readonly simulated?: true
}

export type BestPrice = {
  /** Fiat per USDT. */
  readonly price: number
  /** Exchange identifier. */
  readonly exchange: ExchangeName
}

/** One exchange with at least one reliable side. */
export type ExchangeRates = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** You buy USDT at this price; null without a reliable one. */
  readonly buy: number | null
  /** You sell USDT at this price; null without a reliable one. */
  readonly sell: number | null
  /** Ads behind `buy`. */
  readonly buy_ads: number
  /** Ads behind `sell`. */
  readonly sell_ads: number
}

/** Confidence in the best price of one side, and a more reliable price if it is low. */
export type HeadlineConfidence = {
  /** Level of confidence in this price. */
  readonly level: LooseEnum<Confidence>
  /** Reasons for doubt, empty if there are none. New words may be added. */
  readonly reasons: readonly LooseEnum<ConfidenceReason>[]
  /** Best price with higher confidence. Only if this confidence is low and another exchange has such a price. */
  readonly surer?: {
    /** Fiat per USDT. */
    readonly price: number
    /** Exchange identifier. */
    readonly exchange: ExchangeName
    /** Level of confidence in this price. */
    readonly level: LooseEnum<Confidence>
  }
}

/** The price paid by a caller who tries ad after ad until an advertiser completes the order, in 9 of 10 cases. */
export type PriceInterval = {
  /** Price if every advertiser completes the order; null without ads. */
  readonly price: number | null
  /** Lower bound of the price paid; null if no bound can be given. */
  readonly low: number | null
  /** Upper bound of the price paid; null if no bound can be given. */
  readonly high: number | null
  /** Share of cases in which the price paid is within the bounds. */
  readonly coverage: number
  /**
   * Source of the probabilities. simulation: fitted to simulated markets. record: also compared with the best
   * prices that this server published in the last 7 days, for this currency and level of confidence, if they are
   * at least 100.
   */
  readonly basis: LooseEnum<'simulation' | 'record'>
  /** Probability in percent that the first advertiser completes the order. */
  readonly first_honoured_pct: number | null
  /**
   * Why there are no bounds. no_price: no ad. too_few_ads: the list ends before 9 of 10 cases. doubtful_market:
   * the market contradicts itself. several_trades: the amount takes more than 3 trades, or does not fit.
   */
  readonly reason: LooseEnum<NoIntervalReason> | null
}

/** Best price of a group of payment methods that trade at another price level. */
export type Rail = {
  readonly methods: readonly string[]
  /** Fiat per USDT. */
  readonly price: number
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Ads behind `price`. */
  readonly ads: number
}

/** Person for whom the prices of the answer are. */
export type Profile = {
  /** Orders completed on the exchange. */
  readonly orders: number
  /** Percentage of orders completed. */
  readonly completion_pct: number
  /** Age of the account on the exchange, in days. */
  readonly account_days: number
  /** True for a caller who meets other requirements, such as documents. */
  readonly verified: boolean
  /** Exchanges with an account; null for all. */
  readonly exchanges: readonly ExchangeName[] | null
  /** Payment methods; null for all. */
  readonly methods: readonly string[] | null
}

/** Best prices of a caller with another record; null without a usable ad. */
export type CallerStep = {
  readonly caller: LooseEnum<CallerName>
  /** Orders completed on the exchange. */
  readonly orders: number
  /** Percentage of orders completed. */
  readonly completion_pct: number
  /** Age of the account on the exchange, in days. */
  readonly account_days: number
  /** True for a caller who meets other requirements, such as documents. */
  readonly verified: boolean
  readonly best_buy: BestPrice | null
  readonly best_sell: BestPrice | null
}

export type CallerName = 'newcomer' | 'usual' | 'experienced'

export type RatesQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Only these exchanges; all of them when absent. Several are separated by commas, or the parameter is repeated. */
  readonly exchange?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Only ads with this payment method, judged among themselves. Part of a name in any case, or an alias of
   * payment-methods; a canonical id matches only that method. With several, an ad must accept at least one.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly payment_method?: string | readonly string[] | undefined
  /**
   * Additions, separated by commas: `confidence`, the confidence in each side with the reasons for doubt;
   * `interval`, the bounds of the price that you really pay in 9 of 10 cases; `rails`, prices by payment method if
   * they differ; `profile`, the person for whom the prices are, and the best prices with another record.
   */
  readonly include?:
    | 'confidence'
    | 'interval'
    | 'rails'
    | 'profile'
    | readonly ('confidence' | 'interval' | 'rails' | 'profile')[]
    | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** Ads of one side of one exchange or of all, the best price for the caller first. */
export type Orderbook = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** The exchange, or `all`. */
  readonly exchange: ExchangeName | 'all'
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** Value of the parameter `payment_method`, or null. */
  readonly payment_method: string | null
  /** Number of ads in this answer. */
  readonly count: number
  readonly counts?: OrderbookCounts
  /**
   * Receive time of the newest ad, UTC; null if the exchange does not trade the currency. Only with
   * `include=updated_at`.
   */
  readonly updated_at?: string | null
  /** Exchanges that trade the currency and have no fresh ads; `sources` says why. Only with `exchange=all`. */
  readonly missing_exchanges?: readonly ExchangeName[]
  readonly ads: readonly WireAd[]
  /** Remote collector that read the ad; absent if this server read it. */
  readonly via?: 'remote'
  /** True if a second collector confirmed the reading. Best prices use only confirmed readings. */
  readonly checked?: boolean
}

/** Number of ads that match, before the list is cut to `rows`. Only with `include=counts`. */
export type OrderbookCounts = {
  readonly ads: number
  readonly trusted: number
  /** Trusted and usable by a normal caller. */
  readonly eligible: number
}

export type WireAd = {
  /** Only with `exchange=all`. */
  readonly exchange?: ExchangeName
  /** Fiat per USDT. */
  readonly price: number
  /** Smallest order in fiat. */
  readonly min_amount: number
  /** Largest order in fiat. */
  readonly max_amount: number
  readonly payment_methods: readonly string[]
  /** Null if the exchange does not publish it. */
  readonly completed_orders: number | null
  /** Percent of orders completed; null if the exchange does not publish it. */
  readonly completion_rate: number | null
  /** Name as the advertiser wrote it: untrusted text. */
  readonly nickname: string
  /** True if price and record are plausible together. */
  readonly trusted: boolean
  /** USDT that the advertiser still has. Only with `include=trust`. */
  readonly available_usdt?: number | null
  /** True if the exchange verified the advertiser. Only with `include=trust`. */
  readonly merchant?: boolean | null
  /** Plausibility of price and record, 0 to 1. Only with `include=trust`. */
  readonly score?: number
  /** Reasons for the score, most important first. Only with `include=trust`. */
  readonly reasons?: readonly LooseEnum<ReasonCode>[]
  /** Comparison behind each reason that concerns the price. Only with `include=trust`. */
  readonly reason_figures?: readonly ReasonFigure[]
  /** Trusted and usable by a normal caller. Only with `include=trust`. */
  readonly eligible?: boolean
  /**
   * Requirements for taking the ad; null if the exchange publishes none. `reasons` names those that the caller
   * cannot meet. Only with `include=trust` or `include=demands`.
   */
  readonly demands?: AdDemands | null
  /** True if the caller meets the requirements of the ad. Only with `include=demands`; not in CSV. */
  readonly takes_you?: boolean
  /** Receive time of the ad, UTC. Only with `include=trust`. */
  readonly observed_at?: string
  /** Web page of the ad or its advertiser. Only with `include=trust`. */
  readonly url?: string | null
  /** Remote collector that read the ad; absent if this server read it. */
  readonly via?: 'remote'
  /** True if a second collector confirmed the reading. Best prices use only confirmed readings. */
  readonly checked?: boolean
}

/** Difference between the price of an ad and a reference price. */
export type ReasonFigure = {
  readonly reason: LooseEnum<ReasonCode>
  /**
   * Reference of the comparison: the market’s middle (`unit_error`, `price_outlier`, `price_attractive`,
   * `stuck_at_top`, `stale`), the next trusted prices (`isolated`), or the prices of the opposite side
   * (`crosses_market`).
   */
  readonly against: number
  /** Distance of the ad’s price from the reference, in percent; negative if lower. */
  readonly difference_pct: number
}

export type AdDemands = {
  readonly min_orders: number | null
  readonly min_completion_pct: number | null
  readonly min_account_days: number | null
  /** Other requirements, such as documents, a video or a country. */
  readonly verified: boolean
}

export type OrderbookQuery = {
  /** The exchange, exactly as `markets` spells it, or `all` for the ads of all of them in one list. */
  readonly exchange: ExchangeName | 'all'
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /**
   * Number of ads, best prices first, trusted or not (see `trusted`). Larger values are lowered to the limit of
   * the plan. With `exchange=all` the limit applies per exchange. Default: `10`.
   */
  readonly rows?: number | undefined
  /**
   * Part of a payment method name in any case, or an alias of payment-methods; a canonical id matches only that
   * method. With several, an ad must accept at least one. Empty means no filter. Several are separated by commas,
   * or the parameter is repeated.
   */
  readonly payment_method?: string | readonly string[] | undefined
  /**
   * Payment methods to ignore, named like `payment_method`. An ad that accepts another method is kept. Several are
   * separated by commas, or the parameter is repeated.
   */
  readonly exclude_method?: string | readonly string[] | undefined
  /** `true`: only ads of advertisers that the exchange has verified. `false` changes nothing. */
  readonly merchant?: boolean | undefined
  /**
   * Minimum number of completed orders, as the exchange counts them. An ad is left out if the exchange does not
   * publish this.
   */
  readonly min_orders?: number | undefined
  /** Minimum percentage of completed orders. An ad is left out if the exchange does not publish this. */
  readonly min_completion_pct?: number | undefined
  /** `true`: only ads whose price and record are plausible together. `false` changes nothing. */
  readonly trusted?: boolean | undefined
  /** Only ads that take this whole fiat amount in one order, within limits and stock. */
  readonly amount?: number | undefined
  /**
   * Additions, separated by commas: `trust`, stock, verification, score, reasons with their figures, eligibility,
   * demands, time and link of every ad, and `via` and `checked` if a remote collector read them; `demands`,
   * demands of every ad, and `takes_you` if you meet them; `counts`, number of ads that match; `updated_at`, the
   * receive time of the newest ad.
   */
  readonly include?:
    | 'trust'
    | 'demands'
    | 'counts'
    | 'updated_at'
    | readonly ('trust' | 'demands' | 'counts' | 'updated_at')[]
    | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** Current buy price compared with the last day and week. */
export type Stats = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** Requested series, if it is not `best`. */
  readonly exchange?: SeriesName
  /** The best price at which you buy USDT now. */
  readonly best_buy_now: number
  /** Receive time of the newest price behind `best_buy_now`, UTC. Only with `include=updated_at`. */
  readonly updated_at?: string | null
  /** Average over 24 hours. */
  readonly avg_24h: number
  /** Average over 7 days. */
  readonly avg_7d: number
  /** Minimum over 24 hours, without single outliers. */
  readonly min_24h: number
  /** Percent by which the current price is above its 24-hour average. */
  readonly delta_vs_24h_pct: number
  /** Percent by which the current price is above its 7-day average. */
  readonly delta_vs_7d_pct: number
  /** Current price compared with its usual movement: `high` is expensive for a buyer. */
  readonly verdict: LooseEnum<Verdict>
  /** Hours that are reliably cheaper, the cheapest first; often none. */
  readonly cheapest_hours_kyiv: readonly CheapHour[]
  /** Price points of the last 7 days behind these figures. */
  readonly data_points: number
}

export type CheapHour = {
  /** Hour of the day, Kyiv time. */
  readonly hour: number
  /** Negative: cheaper than the average hour. */
  readonly delta_pct: number
}

export type StatsQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /**
   * An exchange, `best` for the best price across all of them at each moment, or `index` for the reference index.
   * Default: `best`.
   */
  readonly exchange?: SeriesName | undefined
  /** Adds `updated_at`, the receive time of the newest price behind `best_buy_now`. */
  readonly include?: 'updated_at' | readonly 'updated_at'[] | undefined
}

/** Oldest first. A slot without data is absent; thinning keeps the highs and lows. */
export type History = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** An exchange, `best` or `index`. */
  readonly exchange: SeriesName
  /** Depth used, in hours. */
  readonly hours: number
  readonly points: readonly HistoryPoint[]
}

export type HistoryPoint = {
  /** Start of the 5-minute slot, UTC. */
  readonly t: string
  /** You buy USDT at this price; null without a reliable one. */
  readonly buy: number | null
  /** You sell USDT at this price; null without a reliable one. */
  readonly sell: number | null
}

export type HistoryQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /**
   * An exchange, `best` for the best price across all of them at each moment, or `index` for the reference index.
   * Default: `best`.
   */
  readonly exchange?: SeriesName | undefined
  /** Depth in hours, lowered to the limit of the plan if larger. Default: `24`. */
  readonly hours?: number | undefined
  /** Points in the answer. More than 1000 is lowered to 1000. Default: `300`. */
  readonly max_points?: number | undefined
  /** Format of the answer: JSON, or the same rows as CSV that is safe to open in a spreadsheet. Default: `json`. */
  readonly format?: 'json' | 'csv' | undefined
}

/** Opportunities with a positive gross spread, highest net profit first. */
export type Arbitrage = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** Amount of the round trip, in fiat. */
  readonly amount: number
  /** Cost of moving USDT between exchanges. With `auto`, the cost where none is known. */
  readonly transfer_fee_usdt: number
  /** Receive time of the newest price, UTC; null if no ad can be used. Only with `include=updated_at`. */
  readonly updated_at?: string | null
  readonly opportunities: readonly WireOpportunity[]
  /**
   * Opportunities on a single exchange where buyers pay more than sellers ask. No USDT is moved and no fee is
   * charged. Only with `include=same_exchange`.
   */
  readonly same_exchange?: readonly WireOpportunity[] | undefined
}

/** Buy on one exchange, sell on another. */
export type WireOpportunity = {
  /** Exchange where you buy USDT. */
  readonly buy_exchange: ExchangeName
  /** Exchange where you sell USDT. */
  readonly sell_exchange: ExchangeName
  /** Average paid per USDT. */
  readonly buy_price: number
  /** Average received per USDT. */
  readonly sell_price: number
  /** Gain before the transfer fee. */
  readonly gross_spread_pct: number
  /** Gain after the transfer fee; may be negative. */
  readonly net_profit_pct: number
  /** Profit in fiat after the transfer fee; may be negative. */
  readonly net_profit: number
  /** Smallest and largest order in fiat where you buy. */
  readonly buy_limits: readonly [min: number, max: number]
  /** Smallest and largest order in fiat where you sell. */
  readonly sell_limits: readonly [min: number, max: number]
  readonly buy_methods: readonly string[]
  readonly sell_methods: readonly string[]
  /**
   * Start of the current profitable period of this pair, UTC. The server tests 50, 250, 1,000 and 5,000 USDT and
   * uses the size nearest to the amount. The fee is 1 USDT, or 0 on one exchange. Null if not profitable. Only
   * with `include=age`.
   */
  readonly since?: string | null
  /** Confidence in the best price of each of the two exchanges. Only with `include=confidence`. */
  readonly confidence?: {
    readonly buy: ConfidenceAnswer
    readonly sell: ConfidenceAnswer
  }
  readonly transfer?: ChosenTransfer
}

/** Confidence in a price, with the reasons for doubt. */
export type ConfidenceAnswer = {
  /** Level of confidence in this price. */
  readonly level: LooseEnum<Confidence>
  /** Reasons for doubt, empty if there are none. New words may be added. */
  readonly reasons: readonly LooseEnum<ConfidenceReason>[]
}

/** Transfer between two exchanges. Only with `transfer_fee_usdt=auto`. */
export type ChosenTransfer = {
  /**
   * open: `network` is the cheapest open network. closed: each known network is closed. unknown: no open network
   * with a known fee.
   */
  readonly state: LooseEnum<'open' | 'closed' | 'unknown'>
  /** Null unless `state` is open. */
  readonly network: string | null
  /** Fee used in the calculation: that of `network`, or 1 without a network. */
  readonly fee_usdt: number
  /** Smallest withdrawal; null if unknown. */
  readonly least_usdt: number | null
  /** Networks that are closed at one of both exchanges. */
  readonly closed_networks: readonly string[]
  /** Time of the withdrawal fee, UTC. A manual figure has only a day. */
  readonly observed_at: string | null
  /** exchange: read from the exchange of the withdrawal. manual: entered by hand. */
  readonly source: LooseEnum<NetworkSource> | null
  /** True if a manual figure is older than 90 days, or one read from an exchange older than 3 days. */
  readonly stale: boolean | null
}

export type NetworkSource = 'exchange' | 'manual'

export type ArbitrageQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Amount of the round trip, in fiat. Default: `1000`. */
  readonly amount?: number | undefined
  /**
   * Cost of moving USDT between exchanges, in USDT. `auto`: the fee of the cheapest open network of `transfers`,
   * or 1 where it is unknown. Default: `1`.
   */
  readonly transfer_fee_usdt?: 'auto' | number | undefined
  /**
   * Minimum gain in USDT that justifies one more trade. The default is 3 minutes at 5 USDT an hour. Default:
   * `0.25`.
   */
  readonly trade_worth_usdt?: number | undefined
  /**
   * Additions, separated by commas: `same_exchange`, opportunities on a single exchange; `age`, the start of the
   * profitable period of each pair; `updated_at`, the receive time of the newest price; `confidence`, that of the
   * best price on each exchange.
   */
  readonly include?:
    | 'same_exchange'
    | 'age'
    | 'updated_at'
    | 'confidence'
    | readonly ('same_exchange' | 'age' | 'updated_at' | 'confidence')[]
    | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** Plan of the caller and its usage this month. */
export type Usage = {
  /** The first characters of the key this request was made with. */
  readonly key_prefix: string
  readonly plan: LooseEnum<PlanName>
  /** Requests per calendar month (UTC). */
  readonly monthly_quota: number
  /** Requests counted in this month, over all keys of the account. */
  readonly used_this_month: number
  /** Requests in any 60 seconds. */
  readonly requests_per_minute: number
}

export type StreamQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Adds `confidence`, the confidence in each side with the reasons for doubt. */
  readonly include?: 'confidence' | readonly 'confidence'[] | undefined
}

export type OpenApiDocument = {
  readonly openapi: string
  readonly [field: string]: unknown
}

/** A webhook with its secret. Store the secret first. */
export type WebhookWithSecret = {
  readonly id: string
  /** The receiver, or `inbox:` and the id of an inbox. */
  readonly url: string
  /** Event that fires the webhook. */
  readonly event: LooseEnum<WebhookEventKind>
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** Only this exchange counts; null = all. */
  readonly exchange: ExchangeName | null
  /** Only ads with this method count; null = all. */
  readonly payment_method: string | null
  /** Percent for `spread`, otherwise a price. */
  readonly threshold: number
  /** Amount of the round trip, in fiat; only `spread` uses it. */
  readonly amount: number | null
  /** Distance that the value must move back before firing again; null = default. */
  readonly hysteresis: number | null
  /** Fiat amount whose average price is compared; null = the best price. */
  readonly fill_amount: number | null
  /** Minimum confidence of a price that may fire; null = medium. */
  readonly min_confidence: LooseEnum<Confidence> | null
  /** Seconds that the value must stay beyond the threshold; null = 0. */
  readonly hold_seconds: number | null
  /**
   * Daily time in which nothing is sent, such as `23:00-08:00`, in the zone `tz`. If the threshold is reached in
   * it, one event with the newest data follows afterwards. Null = none.
   */
  readonly quiet_hours: string | null
  /**
   * Time of day, in the zone `tz`, at which a `digest` of the best prices is sent, such as `08:00`. Null = no
   * digest.
   */
  readonly digest_time: string | null
  /** IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time. */
  readonly tz: string
  /** Time from which the webhook no longer fires. It stays listed, as `expired`. Null = never. */
  readonly expires_at: string | null
  readonly description: string | null
  readonly enabled: boolean
  readonly disabled_reason: LooseEnum<DisabledReason> | null
  readonly consecutive_failures: number
  /** UTC. */
  readonly created_at: string
  readonly last_delivery: LastDelivery | null
  /** Time until which the old secret also signs; null with one secret. */
  readonly old_secret_expires_at: string | null
  /** Shown only in this answer. Absent if an Idempotency-Key replays an earlier answer. */
  readonly secret?: string
}

export type WebhookEventKind = 'spread' | 'best_buy' | 'best_sell'

export type DisabledReason = 'failures' | 'gone' | 'user' | 'plan' | 'blocked' | 'refused' | 'stopped' | 'expired'

export type LastDelivery = {
  /** HTTP status of the receiver, or null. */
  readonly status: number | null
  /** UTC. */
  readonly at: string
}

export type NewWebhookFields = {
  /**
   * HTTPS address of the receiver, on port 443 or above 1023, without user name. It must be public. Or `inbox:`
   * and the id of a confirmed inbox.
   */
  readonly url: string
  /**
   * spread: the net profit of the best opportunity, in percent, rises to the threshold. best_buy: the best price
   * to buy falls to it. best_sell: the best price to sell rises to it.
   */
  readonly event: WebhookEventKind
  /** Percent for `spread`, otherwise a price. */
  readonly threshold: number
  /**
   * Amount of the round trip, in fiat. Required for `spread`. Other events ignore it and have `null`; they take
   * `fill_amount`.
   */
  readonly amount?: number | undefined
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Only the prices of this exchange count. */
  readonly exchange?: ExchangeName | undefined
  /**
   * Part of a payment method name in any case, or an alias of payment-methods; a canonical id matches only that
   * method. Empty means no filter.
   */
  readonly payment_method?: string | undefined
  /** Distance that the value must move back before the webhook can fire again. */
  readonly hysteresis?: number | undefined
  /**
   * For `best_buy` and `best_sell`: compare the average price of this fiat amount, as `quote` finds it, instead of
   * the best price. An amount that cannot be filled does not reach the threshold.
   */
  readonly fill_amount?: number | undefined
  /** Minimum confidence of a price that may fire; medium when absent. */
  readonly min_confidence?: 'medium' | 'high' | undefined
  /** Seconds that the value must stay beyond the threshold before the webhook fires; 0 or absent = immediately. */
  readonly hold_seconds?: number | undefined
  /**
   * Daily time in which nothing is sent, such as `23:00-08:00`, in the zone `tz`. If the threshold is reached in
   * it, one event with the newest data follows afterwards.
   */
  readonly quiet_hours?: string | undefined
  /** Time of day, in the zone `tz`, at which a `digest` of the best prices is sent, such as `08:00`. */
  readonly digest_time?: string | undefined
  /** IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time. Default: `UTC`. */
  readonly tz?: string | undefined
  /** Time from which the webhook no longer fires. It stays listed, as `expired`. */
  readonly expires_at?: string | undefined
  /** A note for yourself. */
  readonly description?: string | undefined
}

export type WebhookList = {
  readonly webhooks: readonly Webhook[]
}

/** A registered callback. */
export type Webhook = {
  readonly id: string
  /** The receiver, or `inbox:` and the id of an inbox. */
  readonly url: string
  /** Event that fires the webhook. */
  readonly event: LooseEnum<WebhookEventKind>
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** Only this exchange counts; null = all. */
  readonly exchange: ExchangeName | null
  /** Only ads with this method count; null = all. */
  readonly payment_method: string | null
  /** Percent for `spread`, otherwise a price. */
  readonly threshold: number
  /** Amount of the round trip, in fiat; only `spread` uses it. */
  readonly amount: number | null
  /** Distance that the value must move back before firing again; null = default. */
  readonly hysteresis: number | null
  /** Fiat amount whose average price is compared; null = the best price. */
  readonly fill_amount: number | null
  /** Minimum confidence of a price that may fire; null = medium. */
  readonly min_confidence: LooseEnum<Confidence> | null
  /** Seconds that the value must stay beyond the threshold; null = 0. */
  readonly hold_seconds: number | null
  /**
   * Daily time in which nothing is sent, such as `23:00-08:00`, in the zone `tz`. If the threshold is reached in
   * it, one event with the newest data follows afterwards. Null = none.
   */
  readonly quiet_hours: string | null
  /**
   * Time of day, in the zone `tz`, at which a `digest` of the best prices is sent, such as `08:00`. Null = no
   * digest.
   */
  readonly digest_time: string | null
  /** IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time. */
  readonly tz: string
  /** Time from which the webhook no longer fires. It stays listed, as `expired`. Null = never. */
  readonly expires_at: string | null
  readonly description: string | null
  readonly enabled: boolean
  readonly disabled_reason: LooseEnum<DisabledReason> | null
  readonly consecutive_failures: number
  /** UTC. */
  readonly created_at: string
  readonly last_delivery: LastDelivery | null
  /** Time until which the old secret also signs; null with one secret. */
  readonly old_secret_expires_at: string | null
}

export type WebhookChange = {
  /**
   * HTTPS address of the receiver, on port 443 or above 1023, without user name. It must be public. Or `inbox:`
   * and the id of a confirmed inbox.
   */
  readonly url?: string | undefined
  /** Percent for `spread`, otherwise a price. */
  readonly threshold?: number | undefined
  /**
   * Amount of the round trip, in fiat. Required for `spread`. Other events ignore it and have `null`; they take
   * `fill_amount`. Null resets it.
   */
  readonly amount?: number | null | undefined
  /** As in `webhooks.create`; null compares the best price again. */
  readonly fill_amount?: number | null | undefined
  /** As in `webhooks.create`; null means medium. */
  readonly min_confidence?: 'medium' | 'high' | null | undefined
  /** As in `webhooks.create`; null fires immediately. */
  readonly hold_seconds?: number | null | undefined
  /** As at creation; null resets it. */
  readonly quiet_hours?: string | null | undefined
  /** As at creation; null resets it. */
  readonly digest_time?: string | null | undefined
  /** As at creation; null resets it. */
  readonly tz?: string | null | undefined
  /** As at creation; null resets it. */
  readonly expires_at?: string | null | undefined
  /** `true` also forgets past failures. */
  readonly enabled?: boolean | undefined
  /** A note for yourself; null removes it. */
  readonly description?: string | null | undefined
}

/** One event on its way to a receiver, with its newest attempt. */
export type Delivery = {
  readonly id: string
  readonly webhook_id: string
  readonly event: LooseEnum<WebhookEventKind | 'digest' | 'ping'>
  /** UTC. */
  readonly created_at: string
  /** superseded: a newer event took its place. */
  readonly state: LooseEnum<DeliveryState>
  readonly attempts: number
  /** UTC. */
  readonly next_attempt_at: string | null
  /** UTC. */
  readonly last_attempt_at: string | null
  /** HTTP status of the receiver, or null. */
  readonly last_status: number | null
  /** Reason for a missing status, such as timeout, tls, no_public_address or network. */
  readonly last_fault: string | null
  readonly last_duration_ms: number | null
}

export type DeliveryState = 'pending' | 'delivered' | 'superseded' | 'exhausted' | 'cancelled'

export type SecretRotation = {
  /** Hours during which the old secret also signs; 0 = only the new one. Default: `24`. */
  readonly overlap_hours?: number | undefined
}

export type DeliveryList = {
  readonly deliveries: readonly Delivery[]
}

export type InboxList = {
  readonly inboxes: readonly Inbox[]
  /** Kinds of inboxes that this server supports. */
  readonly kinds: readonly LooseEnum<InboxKind>[]
}

/** Mail address, Telegram chat, ntfy topic, or Discord or Slack channel that alerts can be sent to. */
export type Inbox = {
  readonly id: string
  readonly kind: LooseEnum<InboxKind>
  /**
   * Mail address, name of the chat, or host of a topic or webhook, whose whole address is secret; null until a
   * chat is linked.
   */
  readonly name: string | null
  readonly language: LooseEnum<InboxLanguage>
  /**
   * waiting: the recipient has not confirmed. blocked: the chat has blocked the bot. refused: the mail server or
   * the service rejects the address permanently. stopped: the recipient has unsubscribed.
   */
  readonly state: LooseEnum<InboxState>
  /** UTC. */
  readonly created_at: string
}

export type InboxKind = 'email' | 'telegram' | 'ntfy' | 'discord' | 'slack'

export type InboxLanguage = 'en' | 'uk'

export type InboxState = 'waiting' | 'confirmed' | 'blocked' | 'refused' | 'stopped'

export type CreatedInbox = {
  readonly id: string
  readonly kind: LooseEnum<InboxKind>
  /**
   * Mail address, name of the chat, or host of a topic or webhook, whose whole address is secret; null until a
   * chat is linked.
   */
  readonly name: string | null
  readonly language: LooseEnum<InboxLanguage>
  /**
   * waiting: the recipient has not confirmed. blocked: the chat has blocked the bot. refused: the mail server or
   * the service rejects the address permanently. stopped: the recipient has unsubscribed.
   */
  readonly state: LooseEnum<InboxState>
  /** UTC. */
  readonly created_at: string
  /** Code that links a chat, shown once; null for other kinds, which get a link in the first message. */
  readonly start: InboxStart | null
}

/** Code that links a chat, shown once. */
export type InboxStart = {
  /** Code to send to the bot as `/start CODE`. */
  readonly code: string
  /** Link that opens the bot with the code. */
  readonly link: string | null
  /** UTC. */
  readonly ends_at: string
}

export type NewInbox = {
  /** Kind of inbox. */
  readonly kind: InboxKind
  /**
   * Mail address, in any case; https address of an ntfy topic, or of a Discord or Slack webhook, kept secret; left
   * out for a chat.
   */
  readonly address?: string | undefined
  /** Language of the messages. Default: `en`. */
  readonly language?: InboxLanguage | undefined
}

/** Real cost or proceeds of an amount, trade by trade: the recommended plan. */
export type Quote = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** Requested amount, in fiat. */
  readonly amount: number | null
  /** Requested amount, in USDT. */
  readonly amount_usdt: number | null
  /** Receive time of the newest price used, UTC; null if no ad can be used. */
  readonly updated_at: string | null
  /** Cost of moving USDT between two exchanges. */
  readonly transfer_fee_usdt: number
  /** Minimum gain in USDT that justifies one more trade. */
  readonly trade_worth_usdt: number
  /** Average price in fiat per USDT; null without fills. */
  readonly average_price: number | null
  /** Worst price in fiat per USDT. */
  readonly worst_price: number | null
  readonly total_fiat: number
  readonly total_usdt: number
  /** The trades to make. */
  readonly fills: readonly Fill[]
  /** Amount that could not be filled, in the unit of the request, and the reason. */
  readonly unfilled: Unfilled | null
  /**
   * Ways to trade the whole amount. The first is the simplest: fewest trades and transfers, weighted by cost. Each
   * further plan gains more than it costs, and more than every plan before it. Up to three trades, each is the
   * best for its number of trades and exchanges. Empty if the whole amount cannot be traded.
   */
  readonly plans: readonly TradePlan[]
  readonly confidence: ConfidenceAnswer
  /** Bounds of the average price paid. Only with `include=interval`. */
  readonly interval?: PriceInterval
  /** The same amount on one exchange alone. */
  readonly alternatives: readonly QuoteAlternative[]
}

export type Fill = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  readonly nickname: string
  /** Fiat per USDT. */
  readonly price: number
  readonly fiat: number
  readonly usdt: number
  /** Smallest order the ad takes, in fiat. */
  readonly min_amount: number
  /** Largest order the ad takes, in fiat. */
  readonly max_amount: number
  readonly payment_methods: readonly string[]
  /** null if the exchange does not publish it. */
  readonly completed_orders: number | null
  /** Percent of orders completed; null if the exchange does not publish it. */
  readonly completion_pct: number | null
  /** Web page of the ad or its advertiser. */
  readonly url: string | null
}

export type Unfilled = {
  readonly amount: number
  /**
   * no_ads: there are no ads. below_minimum: the minimum of every ad is larger. not_enough_depth: all ads together
   * offer less.
   */
  readonly reason: LooseEnum<UnfilledReason>
  /** The smallest amount that can be traded, if no ad takes a normal amount. */
  readonly smallest_trade?: SmallestTrade
}

/** The smallest amount that can be traded, if no ad takes a normal amount. */
export type SmallestTrade = {
  readonly from_usdt: number
  readonly from_fiat: number
  /** Fiat per USDT. */
  readonly price: number
  /** Exchange identifier. */
  readonly exchange: ExchangeName
}

/** One way to trade the whole amount. */
export type TradePlan = {
  /** True for the plan whose trades are at the top of the answer. */
  readonly recommended: boolean
  /** Number of trades. */
  readonly trades: number
  /** Exchanges to trade on, in order of the trades. */
  readonly exchanges: readonly ExchangeName[]
  /** Gain over the first plan. Fiat is converted at the price of the first plan. */
  readonly gain_usdt: number
  /**
   * Extra cost over the first plan: `trade_worth_usdt` for each further trade and `transfer_fee_usdt` for each
   * further exchange.
   */
  readonly cost_usdt: number
  /** Cost of moving USDT between its exchanges. */
  readonly transfer_usdt: number
  /** Average price in fiat per USDT; null without fills. */
  readonly average_price: number | null
  /** Worst price in fiat per USDT. */
  readonly worst_price: number | null
  readonly total_fiat: number
  readonly total_usdt: number
  /** The trades to make. */
  readonly fills: readonly Fill[]
}

export type QuoteAlternative = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Average price in fiat per USDT; null without fills. */
  readonly average_price: number | null
  /** Worst price in fiat per USDT. */
  readonly worst_price: number | null
  readonly total_fiat: number
  readonly total_usdt: number
  /** The trades to make. */
  readonly fills: readonly Fill[]
  /** Amount that could not be filled, in the unit of the request, and the reason. */
  readonly unfilled: Unfilled | null
}

export type QuoteQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /** Amount in fiat. Give either `amount` or `amount_usdt`, not both. */
  readonly amount?: number | undefined
  /** Amount in USDT. Give either `amount` or `amount_usdt`, not both. */
  readonly amount_usdt?: number | undefined
  /**
   * Part of a payment method name in any case, or an alias of payment-methods; a canonical id matches only that
   * method. With several, an ad must accept at least one. Empty means no filter. Several are separated by commas,
   * or the parameter is repeated.
   */
  readonly payment_method?: string | readonly string[] | undefined
  /**
   * Payment methods to ignore, named like `payment_method`. An ad that accepts another method is kept. Several are
   * separated by commas, or the parameter is repeated.
   */
  readonly exclude_method?: string | readonly string[] | undefined
  /** `true`: only ads of advertisers that the exchange has verified. `false` changes nothing. */
  readonly merchant?: boolean | undefined
  /**
   * Minimum number of completed orders, as the exchange counts them. An ad is left out if the exchange does not
   * publish this.
   */
  readonly min_orders?: number | undefined
  /** Minimum percentage of completed orders. An ad is left out if the exchange does not publish this. */
  readonly min_completion_pct?: number | undefined
  /** `true`: only ads whose price and record are plausible together. `false` changes nothing. */
  readonly trusted?: boolean | undefined
  /** Only these exchanges; all of them when absent. Several are separated by commas, or the parameter is repeated. */
  readonly exchange?: ExchangeName | readonly ExchangeName[] | undefined
  /** Cost of moving USDT between exchanges, in USDT. Default: `1`. */
  readonly transfer_fee_usdt?: number | undefined
  /**
   * Minimum gain in USDT that justifies one more trade. The default is 3 minutes at 5 USDT an hour. Default:
   * `0.25`.
   */
  readonly trade_worth_usdt?: number | undefined
  /** Addition: `interval`, the bounds of the average price that you really pay in 9 of 10 cases. */
  readonly include?: 'interval' | readonly 'interval'[] | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

export type Sources = {
  readonly sources: readonly Source[]
}

/** State of one exchange for one currency. */
export type Source = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /**
   * live: used. stale: too old. frozen: nothing moves. blocked: it refuses us. empty: no ads. unsupported: it does
   * not trade this currency. held_out: implausible.
   */
  readonly state: LooseEnum<SourceState>
  /** Explanation for people, if something is wrong. */
  readonly reason: string | null
  /** Last receive time of its ads, UTC. */
  readonly observed_at: string | null
  readonly age_seconds: number | null
  /** Ads of both sides. */
  readonly ads: number
  readonly trusted_ads: number
  readonly last_error: SourceError | null
  /** UTC. */
  readonly next_attempt_at: string | null
  /** The exchange is a simulation: these prices never existed. */
  readonly simulated: boolean
  /** Remote collector that read the ad; absent if this server read it. */
  readonly via?: 'remote'
  /** True if a second collector confirmed the reading. Best prices use only confirmed readings. */
  readonly checked?: boolean
}

export type SourceState = 'live' | 'stale' | 'frozen' | 'blocked' | 'empty' | 'unsupported' | 'held_out'

export type SourceError = {
  readonly kind: LooseEnum<FaultKind>
  readonly message: string
  /** UTC. */
  readonly failed_at: string
}

export type SourcesQuery = {
  /** Only this currency; all when absent. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Only this exchange; all when absent. */
  readonly exchange?: ExchangeName | undefined
}

/** Dictionary that recognises payment methods. */
export type PaymentMethods = {
  readonly payment_methods: readonly WirePaymentMethod[]
}

export type WirePaymentMethod = {
  /** Id that every `payment_method` parameter accepts. */
  readonly id: string
  readonly name: string
  readonly class: LooseEnum<MethodClass>
  /** ISO 3166 codes of its countries; empty = anywhere. */
  readonly countries: readonly string[]
  /** Other spellings, on any exchange. */
  readonly aliases: readonly string[]
  /** Names used by single exchanges. */
  readonly exchange_aliases: readonly ExchangeAliases[]
}

export type ExchangeAliases = {
  readonly exchange: string
  readonly aliases: readonly string[]
}

/** Oldest first. An interval without data is absent. */
export type Candles = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** An exchange, `best` or `index`. */
  readonly exchange: SeriesName
  readonly interval: LooseEnum<BarInterval>
  /** Depth used, in hours. */
  readonly hours: number
  readonly candles: readonly Candle[]
}

export type Candle = {
  /** Start of the interval, UTC. */
  readonly t: string
  /** Buying price per USDT; null without a reliable price. */
  readonly buy: Ohlc | null
  /** Selling price per USDT; null without a reliable price. */
  readonly sell: Ohlc | null
  /** Ads behind the last buy price; null without one, and for the index. Only with `include=ads`. */
  readonly buy_ads?: number | null
  /** Ads behind the last sell price; null without one, and for the index. Only with `include=ads`. */
  readonly sell_ads?: number | null
  /**
   * Confidence in the index at the end of the interval; null for other series, whose confidence is not recorded.
   * Only with `include=confidence`.
   */
  readonly confidence?: RecordedConfidence | null
}

export type Ohlc = {
  /** Fiat per USDT. */
  readonly open: number
  /** Fiat per USDT. */
  readonly high: number
  /** Fiat per USDT. */
  readonly low: number
  /** Fiat per USDT. */
  readonly close: number
}

/** Confidence in a recorded price. */
export type RecordedConfidence = {
  /** Level of confidence in this price. */
  readonly level: LooseEnum<Confidence>
  /** Null, because the record keeps only the level. */
  readonly reasons: null
}

export type CandlesQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /**
   * An exchange, `best` for the best price across all of them at each moment, or `index` for the reference index.
   * Default: `best`.
   */
  readonly exchange?: SeriesName | undefined
  /** Length of one candle. Default: `1h`. */
  readonly interval?: BarInterval | undefined
  /** Depth in hours, lowered to the limit of the plan if larger. Default: `24`. */
  readonly hours?: number | undefined
  /**
   * Additions, separated by commas: `ads`, the number of ads behind the last price of each side; `confidence`,
   * that of the index, recorded for no other series. CSV gets extra columns.
   */
  readonly include?: 'ads' | 'confidence' | readonly ('ads' | 'confidence')[] | undefined
  /** Format of the answer: JSON, or the same rows as CSV that is safe to open in a spreadsheet. Default: `json`. */
  readonly format?: 'json' | 'csv' | undefined
}

/** Requests of the account. Days without requests have no line. */
export type UsageReport = {
  /** By day and endpoint, the oldest day first. */
  readonly days: readonly UsageOfDay[]
  /** The same lines for each key. */
  readonly keys: readonly UsageOfKey[]
  /** Errors of the last 24 hours since the server started, most frequent first. Only with `include=recent_errors`. */
  readonly recent_errors?: readonly RecentError[]
}

export type UsageOfDay = {
  /** A UTC day. */
  readonly day: string
  /** The name of the endpoint, such as `rates` or `webhooks.create`. */
  readonly endpoint: string
  /** Answered requests, successful or not. */
  readonly requests: number
  /** Requests that count against the monthly quota. */
  readonly counted: number
  /** Requests answered with an error. */
  readonly errors: number
  /** Requests rejected with 429, not included in `requests`. */
  readonly limited: number
}

export type UsageOfKey = {
  /** The first characters of the key. */
  readonly key_prefix: string
  /** A UTC day. */
  readonly day: string
  /** The name of the endpoint, such as `rates` or `webhooks.create`. */
  readonly endpoint: string
  /** Answered requests, successful or not. */
  readonly requests: number
  /** Requests that count against the monthly quota. */
  readonly counted: number
  /** Requests answered with an error. */
  readonly errors: number
  /** Requests rejected with 429, not included in `requests`. */
  readonly limited: number
}

export type RecentError = {
  /** Error code, as in `detail.code` of the answers. */
  readonly code: LooseEnum<ErrorCode>
  /** The name of the endpoint, such as `rates` or `webhooks.create`. */
  readonly endpoint: string
  /** The parameter or field that was wrong, where it is one of the endpoint's own. */
  readonly param: string | null
  /** Nearest valid name or value, as in `detail.suggestion` of the answers. */
  readonly suggestion: string | null
  readonly count: number
  /** Time of the last occurrence, UTC. */
  readonly last_at: string
}

export type UsageQuery = {
  /** UTC days, including today. More than 90 is lowered to 90. Default: `30`. */
  readonly days?: number | undefined
  /** Adds `recent_errors`: errors of the last 24 hours, by code. */
  readonly include?: 'recent_errors' | readonly 'recent_errors'[] | undefined
}

/** Prices that `quote` gives for amounts from 50 to 10,000 USDT. */
export type Depth = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** Null for all exchanges together. */
  readonly exchange: ExchangeName | null
  /** Value of the parameter `payment_method`, or null. */
  readonly payment_method: string | null
  /** Receive time of the newest price used, UTC; null if no ad can be used. */
  readonly updated_at: string | null
  /** Smallest amount first. */
  readonly sizes: readonly SizePrice[]
  readonly on_offer: AvailableSupply
  readonly confidence: ConfidenceAnswer
}

/** Cost or proceeds of one amount. */
export type SizePrice = {
  readonly amount_usdt: number
  /** Average price in fiat per USDT. Null unless the whole amount can be traded. */
  readonly average_price: number | null
  /** Worst price in fiat per USDT. Null unless the whole amount can be traded. */
  readonly worst_price: number | null
  /** Null unless the whole amount can be traded. */
  readonly total_fiat: number | null
  /** Number of trades; 0 unless the whole amount can be traded. */
  readonly trades: number
  /** Exchanges to trade on, in order of the trades. */
  readonly exchanges: readonly ExchangeName[]
  /** USDT that could not be filled, and the reason. */
  readonly unfilled: Unfilled | null
}

/** USDT available from a set of ads. */
export type AvailableSupply = {
  readonly ads: number
  /** USDT that their advertisers still have, or their largest order if the exchange does not publish it. */
  readonly available_usdt: number
  /** USDT available with one order per ad: the largest amount that can be filled. */
  readonly at_once_usdt: number
}

export type DepthQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /** Only this exchange; all of them together when absent. */
  readonly exchange?: ExchangeName | undefined
  /**
   * Part of a payment method name in any case, or an alias of payment-methods; a canonical id matches only that
   * method. With several, an ad must accept at least one. Empty means no filter. Several are separated by commas,
   * or the parameter is repeated.
   */
  readonly payment_method?: string | readonly string[] | undefined
  /**
   * Payment methods to ignore, named like `payment_method`. An ad that accepts another method is kept. Several are
   * separated by commas, or the parameter is repeated.
   */
  readonly exclude_method?: string | readonly string[] | undefined
  /** `true`: only ads of advertisers that the exchange has verified. `false` changes nothing. */
  readonly merchant?: boolean | undefined
  /**
   * Minimum number of completed orders, as the exchange counts them. An ad is left out if the exchange does not
   * publish this.
   */
  readonly min_orders?: number | undefined
  /** Minimum percentage of completed orders. An ad is left out if the exchange does not publish this. */
  readonly min_completion_pct?: number | undefined
  /** `true`: only ads whose price and record are plausible together. `false` changes nothing. */
  readonly trusted?: boolean | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** The price by payment method. */
export type MethodPrices = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** Receive time of the newest price used, UTC; null if no ad can be used. */
  readonly updated_at: string | null
  /** Best price first. */
  readonly methods: readonly MethodPrice[]
  /** Ads for a normal order that accept only unknown payment methods. */
  readonly unnamed_ads: number
}

/** Payment method, and the ads for a normal order that accept it. */
export type MethodPrice = {
  /** Canonical id, accepted as `payment_method` everywhere. */
  readonly id: string
  readonly name: string
  readonly class: LooseEnum<MethodClass>
  /** The best trusted price, in fiat per USDT. */
  readonly price: number
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Ads behind `price`. */
  readonly ads: number
  /** USDT that their advertisers still have, or their largest order if the exchange does not publish it. */
  readonly available_usdt: number
}

export type MethodsQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /** Only ads that take this whole fiat amount in one order, within limits and stock. */
  readonly amount?: number | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** Value of one USDT over all exchanges. */
export type ReferenceIndex = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** The middle between `buy` and `sell`. */
  readonly value: number
  /** Typical buying price. In a crossed market it is below `sell`. */
  readonly buy: number
  /** Typical selling price. */
  readonly sell: number
  readonly confidence: ConfidenceAnswer
  /** Number of exchanges in the index. */
  readonly sources: number
  /** Version of the method. */
  readonly method: string
  /** Receive time of the newest price used, UTC. */
  readonly updated_at: string
  /** Official US dollar rate; null if none is known. */
  readonly official: Official | null
  /** Premium of `value` over the official rate, in percent. */
  readonly premium_pct: number | null
  /** Change of the index in 24 hours, in percent; null without a recorded value. */
  readonly change_24h_pct: number | null
  /**
   * USDT/USD; null without a reading of the last hour. No price is corrected by it, so `premium_pct` contains it,
   * too.
   */
  readonly usdt_usd: UsdtUsd | null
  /** Sentence that cites the index. */
  readonly cite: string
}

/** Official rate of a central bank for one US dollar. */
export type Official = {
  /** Fiat per US dollar. */
  readonly rate: number
  /** Name of the central bank. */
  readonly source: string
  /** Day of the rate. */
  readonly day: string
}

/** Last price of USDT in US dollars on a spot exchange. No price is corrected by it. */
export type UsdtUsd = {
  /** US dollars per USDT. */
  readonly rate: number
  /** Name of the spot exchange. */
  readonly source: string
  /** Receive time, UTC. */
  readonly observed_at: string
}

export type IndexQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
}

/** Index of each day around noon UTC. */
export type Fixings = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** First requested day. */
  readonly from: string
  /** Last requested day. */
  readonly to: string
  /** Entries in order of creation. A corrected day appears again. */
  readonly fixings: readonly Fixing[]
}

/** Index of one day. Entries never change; a correction is a new entry. */
export type Fixing = {
  /** Position in the chain of the currency. */
  readonly number: number
  /** A UTC day. */
  readonly day: string
  /** The median of the index from 11:30 to 12:30 UTC. Null if `withheld`. */
  readonly value: number | null
  /** Confidence of the index. Null for a correction, because an operator entered its value. Null if `withheld`. */
  readonly confidence: RecordedConfidence | null
  /** Number of exchanges in the index. Null for a correction, because an operator entered its value. */
  readonly sources: number | null
  /** Number of slots used, of the 12 in that hour. Null for a correction, because an operator entered its value. */
  readonly slots: number | null
  /** Version of the method. */
  readonly method: string
  /** Creation time, UTC. */
  readonly made_at: string
  /** Reason for this correction; null for the original fixing of the day. */
  readonly correction: string | null
  /**
   * Exchanges that were unreadable, if they usually have more than a quarter of the weight: the day has no value.
   * Null if there is a value.
   */
  readonly withheld: readonly string[] | null
  /** Notice of a new method; null without one. */
  readonly method_next: NextFixing | null
  /** SHA-256 in hex over the inputs as canonical JSON; null if the entry has no recorded inputs. */
  readonly inputs_digest: string | null
  /** The last USDT/USD that was read from 11:30 to 12:30 UTC; null without one. The value is not corrected by it. */
  readonly usdt_usd: UsdtUsd | null
  /** Digest of the previous entry; null for the first. */
  readonly previous_digest: string | null
  /**
   * SHA-256 in hex over this entry as canonical JSON (RFC 8785), with `asset` and `fiat`, the level as
   * `confidence`, without this field, and without `withheld`, `method_next`, `inputs_digest` and `usdt_usd` if
   * they are null.
   */
  readonly digest: string
}

/** Value of the next method, published with 5 fixings before the change. */
export type NextFixing = {
  /** Version of the method. */
  readonly method: string
  /** Null if withheld. */
  readonly value: number | null
}

export type FixingsQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** The first day; 29 days before `to` when absent. */
  readonly from?: string | undefined
  /** The last day; today when absent. */
  readonly to?: string | undefined
}

/** Daily premium of the index over the official rate. */
export type Premium = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** First requested day. */
  readonly from: string
  /** Last requested day. */
  readonly to: string
  /** The oldest first. A day without a fixing is absent. */
  readonly days: readonly DaysPremium[]
}

export type DaysPremium = {
  /** A UTC day. */
  readonly day: string
  /** Fixing of the day, or its newest correction. */
  readonly index: number
  /** Official rate in force; null if none is recorded. */
  readonly official: Official | null
  /** Percent by which the index was above the official rate. */
  readonly premium_pct: number | null
}

export type PremiumQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** The first day; 29 days before `to` when absent. */
  readonly from?: string | undefined
  /** The last day; today when absent. */
  readonly to?: string | undefined
}

/** Conversion from one currency to another through USDT, with all costs. */
export type Convert = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly from: LooseEnum<Fiat>
  /** Currency code. */
  readonly to: LooseEnum<Fiat>
  /** Amount you pay, in `from`. */
  readonly amount: number
  /** Receive time of the older leg’s newest price, UTC; null if a leg has no usable ad. */
  readonly updated_at: string | null
  /** Amount you receive, in `to`. Null unless the whole amount can be converted. */
  readonly received: number | null
  /** Units of `to` per unit of `from`, after all costs listed here. Null unless the whole amount can be converted. */
  readonly rate: number | null
  /** Value of one `from` in `to` by the reference indices of both currencies. */
  readonly index_rate: number | null
  /** Value of one `from` in `to` by central bank rates; null if one is missing. */
  readonly official_rate: number | null
  /**
   * Percent by which `rate` is below `index_rate`: the sum of `costs`. A negative value is a gain. Null if `costs`
   * is.
   */
  readonly cost_pct: number | null
  /** Percent by which `rate` is below `official_rate`. */
  readonly cost_vs_official_pct: number | null
  /** Null unless the whole amount can be converted and both indices are known. */
  readonly costs: ConvertCosts | null
  /** Transfer fee in USDT; 0 if both legs are on one exchange. */
  readonly transfer_fee_usdt: number
  /** Null if nothing is moved. Only with `transfer_fee_usdt=auto`. */
  readonly transfer?: ChosenTransfer | null
  /** First leg: buying USDT. */
  readonly buy: ConvertLeg | null
  /** Second leg: selling the USDT left after the transfer. */
  readonly sell: ConvertLeg | null
  /** Reason why the whole amount cannot be converted. */
  readonly unfilled: ConvertUnfilled | null
  readonly official: {
    readonly from: Official | null
    readonly to: Official | null
  }
  /** Confidence of the weaker leg. */
  readonly confidence: ConfidenceAnswer
}

export type ConvertCosts = {
  /** Premium of the buying price over the index. */
  readonly buy: ConvertCost
  /** Cost of the transfer. */
  readonly transfer: ConvertCost
  /** Discount of the selling price below the index. */
  readonly sell: ConvertCost
}

export type ConvertCost = {
  /** Cost in the source currency; a negative value is a gain. */
  readonly amount: number
  /** Cost in percent of the amount. */
  readonly pct: number
}

export type ConvertLeg = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Average price in fiat per USDT; null without fills. */
  readonly average_price: number | null
  /** Worst price in fiat per USDT. */
  readonly worst_price: number | null
  readonly total_fiat: number
  readonly total_usdt: number
  /** The trades to make. */
  readonly fills: readonly Fill[]
}

export type ConvertUnfilled = {
  readonly leg: LooseEnum<'buy' | 'sell'>
  /** Amount not converted: in `from` for the first leg, in USDT for the second. */
  readonly amount: number
  /**
   * no_ads: there are no ads. below_minimum: the minimum of every ad is larger. not_enough_depth: all ads together
   * offer less. below_fee: the transfer fee exceeds the amount bought.
   */
  readonly reason: LooseEnum<'no_ads' | 'below_minimum' | 'not_enough_depth' | 'below_fee'>
}

export type ConvertQuery = {
  /** Source currency, in any case. */
  readonly from: LooseEnum<Fiat>
  /** Target currency, in any case. */
  readonly to: LooseEnum<Fiat>
  /** Amount you pay, in `from`. */
  readonly amount: number
  /**
   * Payment methods of the first leg, named like `payment_method` of the order book; with several, an ad must
   * accept at least one. Several are separated by commas, or the parameter is repeated.
   */
  readonly from_method?: string | readonly string[] | undefined
  /**
   * Payment methods of the second leg, named like `payment_method` of the order book; with several, an ad must
   * accept at least one. Several are separated by commas, or the parameter is repeated.
   */
  readonly to_method?: string | readonly string[] | undefined
  /**
   * Cost of moving USDT between exchanges, in USDT. `auto`: the fee of the cheapest open network of `transfers`,
   * or 1 where it is unknown. Default: `1`.
   */
  readonly transfer_fee_usdt?: 'auto' | number | undefined
  /**
   * Minimum gain in USDT that justifies one more trade. The default is 3 minutes at 5 USDT an hour. Default:
   * `0.25`.
   */
  readonly trade_worth_usdt?: number | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** All currencies at once. */
export type Overview = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Time to which ages refer, UTC. */
  readonly generated_at: string
  /** All collected currencies, in the order of `markets`. */
  readonly currencies: readonly CurrencyOverview[]
}

/** All fields are null without fresh data. */
export type CurrencyOverview = {
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** The lowest reliable price at which you buy USDT. */
  readonly best_buy: BestPrice | null
  /** The highest reliable price at which you sell USDT. */
  readonly best_sell: BestPrice | null
  /** Confidence in each best price, with the reasons for doubt. */
  readonly confidence: {
    readonly buy: HeadlineConfidence
    readonly sell: HeadlineConfidence
  } | null
  /** Reference index, as in `index`. */
  readonly index: number | null
  /** Change of the index in 24 hours, in percent; null without a recorded value. */
  readonly change_24h_pct: number | null
  /** Confidence in the index. */
  readonly index_confidence: ConfidenceAnswer | null
  /** Receive time of the newest price used, UTC. */
  readonly updated_at: string | null
  /** Seconds from `updated_at` to `generated_at`. */
  readonly age_seconds: number | null
}

/** Price recorded in the 5-minute slot of an instant, never one from another slot. */
export type PriceAt = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** An exchange, `best` or `index`. */
  readonly exchange: SeriesName
  /** Requested instant, UTC. */
  readonly at: string
  /** Start of the 5-minute slot that holds it, UTC. */
  readonly slot: string
  /** You bought USDT at this price; null without a reliable one. */
  readonly buy: number | null
  /** You sold USDT at this price; null without a reliable one. */
  readonly sell: number | null
  /** Seconds from the start of the slot to the instant; null without a price. */
  readonly age_seconds: number | null
  /** Number of exchanges behind the price. */
  readonly sources: number
  /**
   * Reason for a missing price. gap: no reliable price was recorded in this slot, or none yet. future: the slot
   * has not begun. before_coverage: recording began later. beyond_plan: older than your plan allows.
   */
  readonly reason: LooseEnum<NoPriceReason> | null
}

export type NoPriceReason = 'gap' | 'future' | 'before_coverage' | 'beyond_plan'

export type PriceQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /**
   * The instant: ISO 8601 with a time zone, to the minute or finer, or Unix seconds. Write `+` as `%2B` in an
   * address; a space is accepted, too.
   */
  readonly at: string | number | Date
  /**
   * An exchange, `best` for the best price across all of them at each moment, or `index` for the reference index.
   * Default: `best`.
   */
  readonly exchange?: SeriesName | undefined
}

/** Completeness and freshness of the record of a currency, with incidents. */
export type Quality = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** Null for all exchanges. */
  readonly exchange: ExchangeName | null
  /** Days used. */
  readonly days: number
  /** Start of the first day, UTC. */
  readonly from_at: string
  /** Start of the current slot, UTC. */
  readonly to_at: string
  readonly series: readonly SeriesQuality[]
  /** Longest first, at most 20. */
  readonly gaps: readonly SeriesGap[]
  readonly freshness: readonly SourceFreshness[]
  /** Ongoing incidents first, then the newest. */
  readonly incidents: readonly Incident[]
}

/** Completeness of a series. */
export type SeriesQuality = {
  /** An exchange, `best` or `index`. */
  readonly exchange: SeriesName
  /** Start of its oldest slot with a price, or of its oldest day if that day has none; null without a record. */
  readonly recorded_from_at: string | null
  /** Closed 5-minute slots since recording began. */
  readonly slots: number
  /** Slots with a price. */
  readonly present: number
  /** Null without slots. */
  readonly share_pct: number | null
  readonly days: readonly DayQuality[]
}

/** A UTC day. */
export type DayQuality = {
  /** A UTC day. */
  readonly day: string
  /** Closed 5-minute slots since recording began. */
  readonly slots: number
  /** Slots with a price. */
  readonly present: number
  /** Null without slots. */
  readonly share_pct: number | null
}

/** Consecutive slots without a price. */
export type SeriesGap = {
  /** An exchange, `best` or `index`. */
  readonly exchange: SeriesName
  /** UTC. */
  readonly started_at: string
  /** Null while it continues. */
  readonly ended_at: string | null
  readonly seconds: number
  /**
   * State of the source in most minutes of the gap. no_price: it answered, but no price was reliable. unobserved:
   * this server did not check. unknown: older than the stored states.
   */
  readonly reason: LooseEnum<GapReason>
  /** Cause, if known. */
  readonly cause: LooseEnum<SourceCause> | null
}

export type GapReason =
  | 'stale'
  | 'frozen'
  | 'blocked'
  | 'empty'
  | 'unsupported'
  | 'held_out'
  | 'no_price'
  | 'unobserved'
  | 'unknown'

export type SourceCause =
  | 'timeout'
  | 'network'
  | 'tls'
  | 'dns'
  | 'rate_limited'
  | 'blocked'
  | 'unavailable'
  | 'bad_response'
  | 'too_large'
  | 'redirect'
  | 'schema_drift'
  | 'no_market'
  | 'implausible'
  | 'swapped_sides'

/** Age of the data of an exchange. */
export type SourceFreshness = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Number of checks, one per minute. */
  readonly checks: number
  /** Median age in seconds, to the minute; 660 means more than 10 minutes. */
  readonly p50_seconds: number | null
  /** 95th percentile of the age in seconds. */
  readonly p95_seconds: number | null
  /** Target interval between two requests to an exchange, in seconds. */
  readonly target_seconds: number
  /** Share of the checks with data no older than the target. */
  readonly within_target_pct: number | null
}

export type Incident = {
  /** State of the source. offline: no exchange was reachable. unobserved: this server did not check. */
  readonly kind: LooseEnum<IncidentKind>
  /** Null for all exchanges. */
  readonly exchange: ExchangeName | null
  /** Main cause, if known. */
  readonly cause: LooseEnum<SourceCause> | null
  /** Affected currencies. */
  readonly fiats: readonly LooseEnum<Fiat>[]
  /** UTC. */
  readonly started_at: string
  /** Null while it continues. */
  readonly ended_at: string | null
}

export type IncidentKind = 'stale' | 'frozen' | 'blocked' | 'held_out' | 'offline' | 'unobserved'

export type QualityQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Only this exchange; all of them, `best` and `index` when absent. */
  readonly exchange?: ExchangeName | undefined
  /** Days back, including today. More than 90 is lowered to 90. Default: `30`. */
  readonly days?: number | undefined
}

/** Usual best price of each hour compared with its own week. */
export type Seasonality = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** The zone of the weekdays and hours. */
  readonly tz: string
  /** Start of the records used, within your plan; equals the end if there are none. */
  readonly from_at: string
  /** End of the records used. */
  readonly to_at: string
  /**
   * Usual deviation of a single week from these figures; smaller differences mean little. Null if no hour has two
   * weeks.
   */
  readonly noise_pct: number | null
  /** Monday first. */
  readonly weekdays: readonly SeasonalWeekday[]
}

export type SeasonalWeekday = {
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number
  readonly hours: readonly SeasonalHour[]
}

export type SeasonalHour = {
  /** Hour of the day in `tz`. */
  readonly hour: number
  /** Percent above the middle of the surrounding week, negative if below; null without data. */
  readonly delta_pct: number | null
  /** Number of hours in the sample. */
  readonly count: number
}

export type SeasonalityQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** The IANA time zone of the weekdays and hours, summer time included. Default: `Europe/Kyiv`. */
  readonly tz?: string | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
}

/** A price by formula. */
export type FormulaPrice = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** The price; null if there is none, with the cause in `reason`. */
  readonly value: number | null
  readonly basis: FormulaBasis | null
  /** Receive time of the newest observation used, UTC. */
  readonly as_of: string | null
  /**
   * Reason why there is no price now. no_data: no fresh data of these exchanges. no_ads: no ad for a normal
   * caller. too_few_ads: fewer than `n`. amount_does_not_fit: the trusted ads cannot fill the amount.
   * not_positive: the offsets left no price above zero.
   */
  readonly reason: LooseEnum<NoFormulaPriceReason> | null
  /** Price after each step that changed it, starting with the base. */
  readonly steps: readonly FormulaStep[]
  /** The calculation as a sentence. */
  readonly explanation: string
}

/** Base price of a formula. */
export type FormulaBasis = {
  readonly base: LooseEnum<FormulaBase>
  /** Fiat per USDT. */
  readonly price: number
  /** Exchanges whose ads give the base price. */
  readonly exchanges: readonly ExchangeName[]
  readonly ads: number
  /** Confidence in the best price of this side. */
  readonly confidence: ConfidenceAnswer | RecordedConfidence
}

export type FormulaStep = {
  readonly step: LooseEnum<'base' | 'offset_pct' | 'offset' | 'rounding' | 'floor' | 'ceiling'>
  readonly price: number
}

export type FormulaQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /**
   * `best`: the best price for a normal caller. `nth`: ad number `n` from the best. `median`: the median of the
   * best prices of the exchanges. `size`: the average price of `amount`. Default: `best`.
   */
  readonly base?: FormulaBase | undefined
  /** Rank of the ad, counted from the best. Required for `nth`, not used otherwise. */
  readonly n?: number | undefined
  /** Amount in fiat. Required for `size`, not used otherwise. */
  readonly amount?: number | undefined
  /** Only these exchanges; all of them when absent. Several are separated by commas, or the parameter is repeated. */
  readonly exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Part of a payment method name in any case, or an alias; a canonical id matches only that method. An ad must
   * accept it. Several are separated by commas, or the parameter is repeated.
   */
  readonly payment_method?: string | readonly string[] | undefined
  /**
   * Payment methods to ignore, named like `payment_method`. Several are separated by commas, or the parameter is
   * repeated.
   */
  readonly exclude_method?: string | readonly string[] | undefined
  /** Percent added to the base; negative to subtract. */
  readonly offset_pct?: number | undefined
  /** Fiat added after the percent; negative to subtract. */
  readonly offset?: number | undefined
  /** Rounding step. If absent, the price gets its usual number of decimals. */
  readonly step?: number | undefined
  /** Rounding direction: to the nearest multiple, up or down. Default: `nearest`. */
  readonly rounding?: Rounding | undefined
  /** Lowest price, applied after rounding. */
  readonly floor?: number | undefined
  /** Highest price, applied after rounding; at least `floor`. */
  readonly ceiling?: number | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** Prices that a formula would have given in the last 7 days. */
export type FormulaPreview = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** UTC. */
  readonly from_at: string
  /** UTC. */
  readonly to_at: string
  /**
   * Length of a slot in minutes. 5 if recorded best prices are enough. 60 for `nth`, `size` and payment methods,
   * which need the market stored each hour.
   */
  readonly slot_minutes: number
  /** Number of slots in these days. */
  readonly slots: number
  /** Number of recorded slots. */
  readonly recorded_slots: number
  /** Fiat per USDT. */
  readonly lowest: number | null
  /** Fiat per USDT. */
  readonly highest: number | null
  /** Recorded slots in which the floor applied. */
  readonly at_floor: number
  /** Recorded slots in which the ceiling applied. */
  readonly at_ceiling: number
  /** Recorded slots without a price: too few ads, an amount that did not fit, or no price above zero. */
  readonly without_price: number
  /**
   * Oldest first: the highs and lows of each half hour, and the newest slot. Slots without a base price are
   * absent.
   */
  readonly points: readonly FormulaPoint[]
}

export type FormulaPoint = {
  /** Start of the slot, UTC. */
  readonly t: string
  /** Fiat per USDT. */
  readonly base: number
  /** Null if the offsets left no price above zero. */
  readonly value: number | null
}

export type FormulaPreviewQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /**
   * `best`: the best price for a normal caller. `nth`: ad number `n` from the best. `median`: the median of the
   * best prices of the exchanges. `size`: the average price of `amount`. Default: `best`.
   */
  readonly base?: FormulaBase | undefined
  /** Rank of the ad, counted from the best. Required for `nth`, not used otherwise. */
  readonly n?: number | undefined
  /** Amount in fiat. Required for `size`, not used otherwise. */
  readonly amount?: number | undefined
  /** Only these exchanges; all of them when absent. Several are separated by commas, or the parameter is repeated. */
  readonly exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Part of a payment method name in any case, or an alias; a canonical id matches only that method. An ad must
   * accept it. Several are separated by commas, or the parameter is repeated.
   */
  readonly payment_method?: string | readonly string[] | undefined
  /**
   * Payment methods to ignore, named like `payment_method`. Several are separated by commas, or the parameter is
   * repeated.
   */
  readonly exclude_method?: string | readonly string[] | undefined
  /** Percent added to the base; negative to subtract. */
  readonly offset_pct?: number | undefined
  /** Fiat added after the percent; negative to subtract. */
  readonly offset?: number | undefined
  /** Rounding step. If absent, the price gets its usual number of decimals. */
  readonly step?: number | undefined
  /** Rounding direction: to the nearest multiple, up or down. Default: `nearest`. */
  readonly rounding?: Rounding | undefined
  /** Lowest price, applied after rounding. */
  readonly floor?: number | undefined
  /** Highest price, applied after rounding; at least `floor`. */
  readonly ceiling?: number | undefined
}

export type RuleList = {
  readonly rules: readonly PriceRule[]
  readonly limit: number
}

/** Formula saved under a name. */
export type PriceRule = {
  readonly id: string
  readonly name: string
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  readonly base: LooseEnum<FormulaBase>
  readonly n: number | null
  readonly amount: number | null
  /** All exchanges if empty. */
  readonly exchanges: readonly ExchangeName[]
  readonly payment_methods: readonly string[]
  readonly exclude_methods: readonly string[]
  readonly offset_pct: number
  readonly offset: number
  readonly step: number | null
  readonly rounding: LooseEnum<Rounding>
  /** Fiat per USDT. */
  readonly floor: number | null
  /** Fiat per USDT. */
  readonly ceiling: number | null
  /** Maximum age in seconds of the last good value. */
  readonly last_good_seconds: number
  /** UTC. */
  readonly created_at: string
}

export type NewRule = {
  /** Name of the rule, for people. */
  readonly name: string
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /**
   * `best`: the best price for a normal caller. `nth`: ad number `n` from the best. `median`: the median of the
   * best prices of the exchanges. `size`: the average price of `amount`. Default: `best`.
   */
  readonly base?: FormulaBase | undefined
  /** Rank of the ad, counted from the best. Required for `nth`, not used otherwise. */
  readonly n?: number | undefined
  /** Amount in fiat. Required for `size`, not used otherwise. */
  readonly amount?: number | undefined
  /** Only these exchanges; all of them when absent. */
  readonly exchanges?: readonly ExchangeName[] | undefined
  /**
   * Parts of payment method names, or aliases; a canonical id matches only that method. An ad must accept at least
   * one.
   */
  readonly payment_methods?: readonly string[] | undefined
  /** Payment methods to ignore, named like `payment_methods`. */
  readonly exclude_methods?: readonly string[] | undefined
  /** Percent added to the base; negative to subtract. */
  readonly offset_pct?: number | undefined
  /** Fiat added after the percent; negative to subtract. */
  readonly offset?: number | undefined
  /** Rounding step. If absent, the price gets its usual number of decimals. */
  readonly step?: number | undefined
  /** Rounding direction: to the nearest multiple, up or down. Default: `nearest`. */
  readonly rounding?: Rounding | undefined
  /** Lowest price, applied after rounding. */
  readonly floor?: number | undefined
  /** Highest price, applied after rounding; at least `floor`. */
  readonly ceiling?: number | undefined
  /**
   * Maximum age in seconds of the last good value that replaces a missing price, counted from its observation; 0
   * disables it. Fresh data may itself be up to 10 minutes old. Default: `0`.
   */
  readonly last_good_seconds?: number | undefined
}

export type RuleChange = {
  /** Name of the rule, for people. */
  readonly name?: string | undefined
  /** As at creation; null resets it. */
  readonly fiat?: LooseEnum<Fiat> | null | undefined
  /** As at creation; null resets it. */
  readonly side?: Side | null | undefined
  /** As at creation; null resets it. */
  readonly base?: FormulaBase | null | undefined
  /** As at creation; null resets it. */
  readonly n?: number | null | undefined
  /** As at creation; null resets it. */
  readonly amount?: number | null | undefined
  /** As at creation; null resets it. */
  readonly exchanges?: readonly ExchangeName[] | null | undefined
  /** As at creation; null resets it. */
  readonly payment_methods?: readonly string[] | null | undefined
  /** As at creation; null resets it. */
  readonly exclude_methods?: readonly string[] | null | undefined
  /** As at creation; null resets it. */
  readonly offset_pct?: number | null | undefined
  /** As at creation; null resets it. */
  readonly offset?: number | null | undefined
  /** As at creation; null resets it. */
  readonly step?: number | null | undefined
  /** As at creation; null resets it. */
  readonly rounding?: Rounding | null | undefined
  /** As at creation; null resets it. */
  readonly floor?: number | null | undefined
  /** As at creation; null resets it. */
  readonly ceiling?: number | null | undefined
  /**
   * Maximum age in seconds of the last good value that replaces a missing price, counted from its observation; 0
   * disables it. Fresh data may itself be up to 10 minutes old. Null resets it.
   */
  readonly last_good_seconds?: number | null | undefined
}

/** Current price of a rule. */
export type RulePrice = {
  /** The id of the rule. */
  readonly rule: string
  readonly name: string
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** The price; null if there is none, with the cause in `reason`. */
  readonly value: number | null
  readonly basis: FormulaBasis | null
  /** Receive time of the newest observation used, UTC. */
  readonly as_of: string | null
  /**
   * Reason why there is no price now. no_data: no fresh data of these exchanges. no_ads: no ad for a normal
   * caller. too_few_ads: fewer than `n`. amount_does_not_fit: the trusted ads cannot fill the amount.
   * not_positive: the offsets left no price above zero.
   */
  readonly reason: LooseEnum<NoFormulaPriceReason> | null
  /** Price after each step that changed it, starting with the base. */
  readonly steps: readonly FormulaStep[]
  /** The calculation as a sentence. */
  readonly explanation: string
  /** Last value calculated from fresh data; null before the first, and after a change of the formula. */
  readonly last_good: LastGood | null
  /** Receive time of the newest data behind the last good value; given if there is no fresh price. */
  readonly stale_since: string | null
}

export type LastGood = {
  /** Fiat per USDT. */
  readonly value: number
  /** Receive time of the newest observation used, UTC. */
  readonly as_of: string
  /** Time until which it may replace a fresh value, UTC. */
  readonly valid_until_at: string
}

export type PriceBoardList = {
  readonly boards: readonly PricePage[]
  readonly limit: number
}

/** Public page with the prices of an account’s rules. */
export type PricePage = {
  /** Anyone with this id can see the board. */
  readonly id: string
  readonly title: string
  /** Ids of rules of the account, in the order in which they are shown. Deleted rules are removed. */
  readonly rules: readonly string[]
  readonly language: LooseEnum<BoardLanguage>
  /** IANA time zone of the times shown, with daylight saving time. */
  readonly tz: string
  readonly theme: LooseEnum<BoardTheme>
  /** Accent colour: `#` and six hexadecimal digits. Null for none. */
  readonly accent: string | null
  /** Page for an iframe; needs no key and no script. */
  readonly url: string
  /** Page with large prices, for a screen in a shop window. */
  readonly screen_url: string
  /** SVG picture, for sites that allow no iframe. */
  readonly svg_url: string
  /** UTC. */
  readonly created_at: string
}

export type BoardLanguage = 'en' | 'uk'

export type BoardTheme = 'light' | 'dark' | 'auto'

export type NewPriceBoard = {
  /** Title above the prices. */
  readonly title: string
  /** Ids of rules of the account, in the order in which they are shown. */
  readonly rules: readonly string[]
  /** Language of the board. Default: `en`. */
  readonly language?: BoardLanguage | undefined
  /** IANA time zone of the times shown, with daylight saving time. Default: `UTC`. */
  readonly tz?: string | undefined
  /** Light, dark, or the setting of the viewer’s device. Default: `auto`. */
  readonly theme?: BoardTheme | undefined
  /** Accent colour: `#` and six hexadecimal digits. Null for none. */
  readonly accent?: string | null | undefined
}

export type PriceBoardChange = {
  /** Title above the prices. */
  readonly title?: string | undefined
  /** Ids of rules of the account, in the order in which they are shown. */
  readonly rules?: readonly string[] | undefined
  /** Language of the board. Null resets it. */
  readonly language?: BoardLanguage | null | undefined
  /** IANA time zone of the times shown, with daylight saving time. Null resets it. */
  readonly tz?: string | null | undefined
  /** Light, dark, or the setting of the viewer’s device. Null resets it. */
  readonly theme?: BoardTheme | null | undefined
  /** Accent colour: `#` and six hexadecimal digits. Null for none. */
  readonly accent?: string | null | undefined
}

/** Account of the logged-in user. */
export type AccountInfo = {
  readonly id: string
  readonly email: string
  /** True if the account may manage accounts, plans and invites. */
  readonly is_admin: boolean
  /** UTC. */
  readonly created_at: string
  readonly plan: LooseEnum<PlanName>
  /** Requests with keys per calendar month (UTC). */
  readonly monthly_quota: number
  /** Requests counted in this month, over all keys of the account. */
  readonly used_this_month: number
  /** Requests with keys in any 60 seconds. */
  readonly requests_per_minute: number
  /** True if log-in needs a code in addition to the password. */
  readonly second_factor: boolean
  /** True if the operator takes requests for another plan. */
  readonly takes_plan_requests: boolean
}

export type LogInFields = {
  /** E-mail address, in any case. */
  readonly email: string
  /** Password of the account. */
  readonly password: string
  /** Six digits of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
}

export type SessionsCreateByLinkBody = {
  /** Text after the # of the link. */
  readonly token: string
}

export type SessionList = {
  /** Newest first. */
  readonly sessions: readonly AccountSession[]
  /** Newest first. */
  readonly recent_log_ins: readonly RecentLogIn[]
}

/** Session of a logged-in browser. */
export type AccountSession = {
  readonly id: string
  /** UTC. */
  readonly created_at: string
  /** Last use, updated once an hour. */
  readonly last_used_at: string
  /** UTC. */
  readonly ends_at: string
  /** Client address at log-in without its last part; null for sessions of earlier releases. */
  readonly network: string | null
  /** True for the session of this request. */
  readonly is_current: boolean
}

/** Log-in attempt. */
export type RecentLogIn = {
  /** UTC. */
  readonly attempted_at: string
  /** Client address without its last part. */
  readonly network: string | null
  /** False if the password was wrong. */
  readonly succeeded: boolean
}

export type AccountUpdateBody = {
  /** Current password. */
  readonly current_password: string
  /** New password. */
  readonly new_password: string
}

export type AccountDeleteBody = {
  /** Password of the account. */
  readonly current_password: string
}

/** Number of keys, webhooks and inboxes of an account. */
export type GrantedAccess = {
  /** Live API keys. */
  readonly keys: number
  readonly webhooks: number
  /** Mail addresses and chats that receive alerts. */
  readonly inboxes: number
}

export type FactorProposal = {
  /** Secret in Base 32, for typing into an app. */
  readonly secret: string
  /** `otpauth` address that opens an authenticator app. */
  readonly link: string
}

export type RecoveryCodes = {
  /** Ten single-use codes in case the app is lost. They are shown only in this answer. */
  readonly recovery_codes: readonly string[]
}

export type SecondFactorTurnOnBody = {
  /** The proposed secret. */
  readonly secret: string
  /** Six digits of the authenticator app, or a recovery code. */
  readonly code: string
  /** Password of the account. */
  readonly current_password: string
}

export type SecondFactorTurnOffBody = {
  /** Password of the account. */
  readonly current_password: string
  /** Six digits of the authenticator app, or a recovery code. */
  readonly code: string
}

/** First admin, with a first key. */
export type NewAdmin = {
  readonly id: string
  readonly email: string
  /** True if the account may manage accounts, plans and invites. */
  readonly is_admin: boolean
  /** UTC. */
  readonly created_at: string
  readonly plan: LooseEnum<PlanName>
  /** Requests with keys per calendar month (UTC). */
  readonly monthly_quota: number
  /** Requests counted in this month, over all keys of the account. */
  readonly used_this_month: number
  /** Requests with keys in any 60 seconds. */
  readonly requests_per_minute: number
  /** True if log-in needs a code in addition to the password. */
  readonly second_factor: boolean
  /** True if the operator takes requests for another plan. */
  readonly takes_plan_requests: boolean
  readonly first_key: CreatedKey
}

/** A new key. The key itself is shown only in this answer. */
export type CreatedKey = {
  readonly id: string
  /** Null if the operator created it without one. */
  readonly name: string | null
  /** Its first 12 characters. */
  readonly prefix: string
  /** UTC. */
  readonly created_at: string
  /** Last use to the minute, UTC; null if never used. */
  readonly last_used_at: string | null
  /** Null if the key is live. */
  readonly revoked_at: string | null
  /** The key, shown only here. */
  readonly key: string
}

export type SetupFields = {
  /** Text after the # of the link. */
  readonly token: string
  /** E-mail address, in any case. */
  readonly email: string
  /** New password. */
  readonly password: string
}

export type Registration = {
  /** closed: no one can register. invite: registration needs an invite. open: anyone can register. */
  readonly mode: LooseEnum<RegistrationMode>
  /** True if this server sends mail: registration and password resets then use a mailed link. */
  readonly by_mail: boolean
}

export type RegistrationMode = 'closed' | 'invite' | 'open'

export type NewAccount = {
  /** E-mail address, in any case. */
  readonly email: string
  /** New password. */
  readonly password: string
  /** Text after the # of the invite link. */
  readonly invite?: string | undefined
}

export type NewAccountByLink = {
  /** Text after the # of the link. */
  readonly token: string
  /** New password. */
  readonly password: string
}

export type RegistrationMailsCreateBody = {
  /** E-mail address, in any case. */
  readonly email: string
  /** Language of the mail; English if absent. */
  readonly language?: InboxLanguage | undefined
}

export type PasswordResetsPreviewBody = {
  /** Text after the # of the link. */
  readonly token: string
}

export type PasswordResetsCreateBody = {
  /** Text after the # of the link. */
  readonly token: string
  /** New password. */
  readonly new_password: string
  /** If true, keys, webhooks and inboxes stay; otherwise, the reset deletes them. */
  readonly keep_access?: boolean | undefined
}

export type ResetMailsCreateBody = {
  /** E-mail address, in any case. */
  readonly email: string
  /** Language of the mail; English if absent. */
  readonly language?: InboxLanguage | undefined
}

export type InboxConfirmed = {
  /** Address that now receives alerts. */
  readonly name: string
}

export type InboxConfirmationsCreateBody = {
  /** Text after the # of the link. */
  readonly token: string
}

export type InboxStopsCreateBody = {
  /** Text at the end of the link. */
  readonly id: string
}

export type KeyList = {
  /** Oldest first; revoked keys stay for 30 days. */
  readonly keys: readonly AccountKey[]
}

/** A key of an account, without the key itself. */
export type AccountKey = {
  readonly id: string
  /** Null if the operator created it without one. */
  readonly name: string | null
  /** Its first 12 characters. */
  readonly prefix: string
  /** UTC. */
  readonly created_at: string
  /** Last use to the minute, UTC; null if never used. */
  readonly last_used_at: string | null
  /** Null if the key is live. */
  readonly revoked_at: string | null
}

export type KeysCreateBody = {
  /** Name that distinguishes keys. */
  readonly name: string
}

export type KeysUpdateBody = {
  /** Name that distinguishes keys. */
  readonly name: string
}

export type RecentRequestList = {
  /** Newest first. */
  readonly requests: readonly RecentRequest[]
}

export type RecentRequest = {
  /** UTC. */
  readonly requested_at: string
  readonly method: string
  /** Path without the query. */
  readonly path: string
  readonly status: number
  /** Response time in milliseconds; null for a wrong key. */
  readonly took_ms: number | null
  /** Client address without its last part. */
  readonly address: string
  /** The first characters of the key. */
  readonly key_prefix: string
  /** Error code as in `detail.code`; null if the request succeeded. */
  readonly code: LooseEnum<ErrorCode> | null
}

/** States of the exchanges over time, as this server saw them. */
export type SourceHistory = {
  readonly window: LooseEnum<HistorySpan>
  /** Null for all currencies together. */
  readonly fiat: LooseEnum<Fiat> | null
  /** Start of the first slot, UTC. */
  readonly from_at: string
  /** End of the last slot, UTC; it may be in the future. */
  readonly to_at: string
  readonly slot_seconds: number
  /** Last check by this server, to the minute; null if there was none. */
  readonly observed_at: string | null
  readonly exchanges: readonly ExchangeHistory[]
  /** Incidents: ongoing ones first, those with the most currencies at the top; then the newest. */
  readonly incidents: readonly Incident[]
  readonly currencies: readonly PriceAvailability[]
  readonly server: ServerStatus
}

export type HistorySpan = '24h' | '30d'

export type ExchangeHistory = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** All slots of the window, the oldest first. */
  readonly parts: readonly StripPart[]
  /** Percentage of scheduled requests that were answered; null if none were scheduled. */
  readonly answered_pct: number | null
  readonly longest_gap: Gap | null
}

export type StripPart = {
  /** State as in `sources`. partly: part of the time or some of the currencies. Null if this server did not check. */
  readonly state: LooseEnum<SlotState> | null
  /** Number of consecutive equal slots. */
  readonly slots: number
}

export type SlotState = 'live' | 'stale' | 'frozen' | 'blocked' | 'empty' | 'unsupported' | 'held_out' | 'partly'

/** Period without usable data. */
export type Gap = {
  /** UTC. */
  readonly started_at: string
  /** Null while it continues. */
  readonly ended_at: string | null
  readonly seconds: number
}

export type PriceAvailability = {
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** True if there is a buying price. */
  readonly buy: boolean
  /** True if there is a selling price. */
  readonly sell: boolean
}

export type ServerStatus = {
  readonly version: string
  /** Interval between requests for each currency. */
  readonly cycle_seconds: number
  /** Currencies with an interval of their own. */
  readonly own_cycles: readonly {
    /** Currency code. */
    readonly fiat: LooseEnum<Fiat>
    readonly cycle_seconds: number
  }[]
  /** True if prices can be stored. */
  readonly storage_works: boolean
  /** Time of the first recorded price. */
  readonly history_from_at: string | null
  readonly open_streams: number
  /** Archive of scored markets; null if the operator keeps none. */
  readonly archive: ArchiveStatus | null
}

export type ArchiveStatus = {
  /** True if markets can be archived. */
  readonly works: boolean
  readonly days: number
  readonly bytes: number
}

export type SourceHistoryQuery = {
  /** 24h: 96 slots of a quarter of an hour. 30d: 120 slots of six hours. Default: `24h`. */
  readonly window?: HistorySpan | undefined
  /** Only this currency; without `fiat`, all currencies together. */
  readonly fiat?: LooseEnum<Fiat> | undefined
}

export type Sparklines = {
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** The list has only exchanges with prices. */
  readonly exchanges: readonly Sparkline[]
}

export type Sparkline = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  readonly points: readonly SparklinePoint[]
}

export type SparklinePoint = {
  /** Start of the 5-minute slot, UTC. */
  readonly t: string
  /** Null without a reliable price. */
  readonly buy: number | null
}

export type SparklinesQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
}

export type PlanRequested = {
  /** True if the operator was notified. */
  readonly told: boolean
  /** E-mail address of the operator. */
  readonly contact: string | null
}

export type PlanRequestsCreateBody = {
  /** A plan. */
  readonly plan: LooseEnum<PlanName>
  /** Reason, for the operator. */
  readonly note?: string | undefined
}

export type AdminAccountList = {
  /** Newest first. */
  readonly accounts: readonly AdminAccount[]
  /** Value of `after` for the next page; null on the last page. */
  readonly next: string | null
}

/** An account as admins see it. */
export type AdminAccount = {
  readonly id: string
  readonly name: string
  /** Null for an account without log-in, created for its keys only. */
  readonly email: string | null
  readonly is_admin: boolean
  readonly plan: LooseEnum<PlanName>
  /** UTC. */
  readonly created_at: string
  readonly live_keys: number
  readonly used_this_month: number
  /** Last use of a key or a session, updated once a day; null if never. */
  readonly last_seen_at: string | null
}

export type AdminAccountsQuery = {
  /** Part of the id, the name or the e-mail address, in any case. */
  readonly q?: string | undefined
  /** Number of accounts. More than 100 is lowered to 100. Default: `50`. */
  readonly limit?: number | undefined
  /** Value of `next` in the previous page. */
  readonly after?: string | undefined
}

export type AdminUpdateAccountBody = {
  /** A plan. */
  readonly plan: LooseEnum<PlanName>
}

/** Single-use link with which the holder of the account sets a new password. */
export type ResetLink = {
  /** Shown only in this answer. */
  readonly link: string
  /** UTC. */
  readonly expires_at: string
}

export type AdminPlanList = {
  readonly plans: readonly AdminPlan[]
}

/** Limits of a plan, as this operator has set them. */
export type AdminPlan = {
  readonly name: LooseEnum<PlanName>
  readonly monthly_quota: number
  readonly requests_per_minute: number
  readonly orderbook_rows: number
  readonly history_hours: number
  readonly webhooks: number
  readonly streams: number
  /** Names of the endpoints that the plan includes, sorted. */
  readonly features: readonly string[]
}

export type AdminSources = {
  /** State of the requests to each exchange. */
  readonly exchanges: readonly ExchangeCondition[]
  readonly sources: readonly Source[]
}

/** State of the requests to an exchange. */
export type ExchangeCondition = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /**
   * asked: normal requests. left_alone: no requests until `next_attempt_at`. probing: one request tests whether
   * the exchange answers again.
   */
  readonly state: LooseEnum<ConditionState>
  /** Fault that caused the last pause. */
  readonly cause: LooseEnum<FaultKind> | null
  /** Description of the fault; null if the fault happened before the server started. */
  readonly message: string | null
  /** Number of consecutive pauses. */
  readonly times: number
  /** Time of the next request. */
  readonly next_attempt_at: string | null
  /** Pace of the requests; 1 is the usual pace. */
  readonly pace: number
}

export type ConditionState = 'asked' | 'left_alone' | 'probing'

export type InviteList = {
  /** Newest first. */
  readonly invites: readonly Invite[]
}

/** Link with which one person can register. */
export type Invite = {
  readonly id: string
  /** Plan of the account created with it. */
  readonly plan: LooseEnum<PlanName>
  /** Name of the invited person. */
  readonly note: string | null
  /** UTC. */
  readonly created_at: string
  /** UTC. */
  readonly expires_at: string
  /** Null if unused. */
  readonly used_at: string | null
}

/** A new invite. The link is shown only in this answer. */
export type CreatedInvite = {
  readonly id: string
  /** Plan of the account created with it. */
  readonly plan: LooseEnum<PlanName>
  /** Name of the invited person. */
  readonly note: string | null
  /** UTC. */
  readonly created_at: string
  /** UTC. */
  readonly expires_at: string
  /** Null if unused. */
  readonly used_at: string | null
  /** Shown only in this answer. */
  readonly link: string
}

export type AdminCreateInviteBody = {
  /** Plan of the account that is created with the invite. Default: `Free`. */
  readonly plan?: LooseEnum<PlanName> | undefined
  /** Name of the invited person. */
  readonly note?: string | undefined
  /** Days until the invite expires. Default: `7`. */
  readonly valid_days?: number | undefined
}

export type Liveness = {
  readonly status: 'ok'
  /** Version of the server. */
  readonly version: string
}

export type Readiness = {
  readonly status: 'ok'
}

/** Name of the service and links to its interface. */
export type ServiceInfo = {
  readonly name: string
  /** Version of the server. */
  readonly version: string
  readonly summary: string
  /** Ways to send a key. */
  readonly authentication: string
  /** Addresses by name. */
  readonly links: Readonly<Record<string, string>>
}

/** Inputs of one fixing. */
export type FixingInputs = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** A UTC day. */
  readonly day: string
  /** Position of the fixing in the chain of the currency. */
  readonly number: number
  readonly inputs: RecordedInputs
  /** SHA-256 in hex over `inputs` as canonical JSON (RFC 8785). */
  readonly inputs_digest: string
}

/** Everything that a fixing is computed from. */
export type RecordedInputs = {
  /** Version of the method. */
  readonly method: string
  /** Earlier fixings that have published the value of the next method, too. */
  readonly notice: number
  /** State of the exchanges before this fixing. Empty before the first. */
  readonly usual: readonly UsualSource[]
  /** The recorded 5-minute slots, oldest first. */
  readonly slots: readonly FixingSlot[]
}

export type UsualSource = {
  /** The exchange. */
  readonly exchange: string
  /** Days on which it took part, at most 30. */
  readonly days: number
  /** Usual share of the weight. */
  readonly share: number
}

export type FixingSlot = {
  /** Start of the slot, UTC. */
  readonly at: string
  /** Confidence that the index had. */
  readonly confidence: Confidence
  /** Exchanges of the index in this slot. */
  readonly sources: readonly FixingSource[]
}

export type FixingSource = {
  /** The exchange. */
  readonly exchange: string
  /** Middle of the two centres of the exchange, unrounded. */
  readonly price: number
  /** Weight of the votes on its weaker side, unrounded. */
  readonly evidence: number
}

/** Later looks at the best prices that this server published. */
export type TrackRecord = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Null for all currencies. */
  readonly fiat: LooseEnum<Fiat> | null
  /** Null for the best prices of all exchanges together. */
  readonly exchange: ExchangeName | null
  /** Null for all levels. */
  readonly confidence: LooseEnum<Confidence> | null
  /** Days used, today included. */
  readonly days: number
  /** First of these days with a record, UTC. */
  readonly recorded_from: string | null
  readonly all: TrackCounts
  /** High confidence first. */
  readonly by_confidence: readonly ConfidenceTrack[]
  /** Best prices of each exchange by itself. */
  readonly by_exchange: readonly ExchangeTrack[]
  readonly by_fiat: readonly FiatTrack[]
  /** Oldest first. Days without a record are left out. */
  readonly by_day: readonly DayTrack[]
}

/** Counts of later looks at the best prices. */
export type TrackCounts = {
  /** Best prices published: the first of each side in every 5 minutes. */
  readonly published: number
  /** Still there when the exchange was read next: the same ad, at this price or a better one. */
  readonly next_look: TrackShare
  /** Still there at the first look after 15 minutes. */
  readonly after_15_minutes: TrackShare
  /** Still there at the first look after 60 minutes. */
  readonly after_60_minutes: TrackShare
  /**
   * Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no figure of it changed,
   * and takers took the same or a worse price of the same exchange meanwhile. Only ads whose exchange shows their
   * stock, and that are not the last, count as cases.
   */
  readonly bait: TrackShare
  /** The same for all trusted ads: the first 10 of each exchange and side, once an hour. */
  readonly trusted_bait: TrackShare
  /**
   * Best prices at the next look that were within the bounds of `include=interval`. Under an exchange, those of
   * its ads that were the best of all. Whether an advertiser completes an order cannot be seen.
   */
  readonly interval: TrackShare
  /**
   * Best prices at the next look that are still better than all ads behind the price centres. Counted if at least
   * 2 ads are better than the price centre of their exchange. Only for all exchanges together. Shares of the last
   * 7 days are the `record` of `include=interval`.
   */
  readonly front: TrackShare
}

/** Share of the best prices for which something holds. */
export type TrackShare = {
  /** Prices that a later look has answered. */
  readonly cases: number
  /** Cases in which it holds. */
  readonly count: number
  /** Null below 100 cases. */
  readonly share_pct: number | null
}

/** Best prices of one level of confidence. */
export type ConfidenceTrack = {
  /** Level of confidence in this price. */
  readonly confidence: LooseEnum<Confidence>
  /** Best prices published: the first of each side in every 5 minutes. */
  readonly published: number
  /** Still there when the exchange was read next: the same ad, at this price or a better one. */
  readonly next_look: TrackShare
  /** Still there at the first look after 15 minutes. */
  readonly after_15_minutes: TrackShare
  /** Still there at the first look after 60 minutes. */
  readonly after_60_minutes: TrackShare
  /**
   * Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no figure of it changed,
   * and takers took the same or a worse price of the same exchange meanwhile. Only ads whose exchange shows their
   * stock, and that are not the last, count as cases.
   */
  readonly bait: TrackShare
  /** The same for all trusted ads: the first 10 of each exchange and side, once an hour. */
  readonly trusted_bait: TrackShare
  /**
   * Best prices at the next look that were within the bounds of `include=interval`. Under an exchange, those of
   * its ads that were the best of all. Whether an advertiser completes an order cannot be seen.
   */
  readonly interval: TrackShare
  /**
   * Best prices at the next look that are still better than all ads behind the price centres. Counted if at least
   * 2 ads are better than the price centre of their exchange. Only for all exchanges together. Shares of the last
   * 7 days are the `record` of `include=interval`.
   */
  readonly front: TrackShare
}

/** Best prices of one exchange. */
export type ExchangeTrack = {
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Best prices published: the first of each side in every 5 minutes. */
  readonly published: number
  /** Still there when the exchange was read next: the same ad, at this price or a better one. */
  readonly next_look: TrackShare
  /** Still there at the first look after 15 minutes. */
  readonly after_15_minutes: TrackShare
  /** Still there at the first look after 60 minutes. */
  readonly after_60_minutes: TrackShare
  /**
   * Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no figure of it changed,
   * and takers took the same or a worse price of the same exchange meanwhile. Only ads whose exchange shows their
   * stock, and that are not the last, count as cases.
   */
  readonly bait: TrackShare
  /** The same for all trusted ads: the first 10 of each exchange and side, once an hour. */
  readonly trusted_bait: TrackShare
  /**
   * Best prices at the next look that were within the bounds of `include=interval`. Under an exchange, those of
   * its ads that were the best of all. Whether an advertiser completes an order cannot be seen.
   */
  readonly interval: TrackShare
  /**
   * Best prices at the next look that are still better than all ads behind the price centres. Counted if at least
   * 2 ads are better than the price centre of their exchange. Only for all exchanges together. Shares of the last
   * 7 days are the `record` of `include=interval`.
   */
  readonly front: TrackShare
}

/** Best prices in one currency. */
export type FiatTrack = {
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** Best prices published: the first of each side in every 5 minutes. */
  readonly published: number
  /** Still there when the exchange was read next: the same ad, at this price or a better one. */
  readonly next_look: TrackShare
  /** Still there at the first look after 15 minutes. */
  readonly after_15_minutes: TrackShare
  /** Still there at the first look after 60 minutes. */
  readonly after_60_minutes: TrackShare
  /**
   * Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no figure of it changed,
   * and takers took the same or a worse price of the same exchange meanwhile. Only ads whose exchange shows their
   * stock, and that are not the last, count as cases.
   */
  readonly bait: TrackShare
  /** The same for all trusted ads: the first 10 of each exchange and side, once an hour. */
  readonly trusted_bait: TrackShare
  /**
   * Best prices at the next look that were within the bounds of `include=interval`. Under an exchange, those of
   * its ads that were the best of all. Whether an advertiser completes an order cannot be seen.
   */
  readonly interval: TrackShare
  /**
   * Best prices at the next look that are still better than all ads behind the price centres. Counted if at least
   * 2 ads are better than the price centre of their exchange. Only for all exchanges together. Shares of the last
   * 7 days are the `record` of `include=interval`.
   */
  readonly front: TrackShare
}

/** Best prices published on one day. */
export type DayTrack = {
  /** A UTC day. */
  readonly day: string
  /** Best prices published: the first of each side in every 5 minutes. */
  readonly published: number
  /** Still there when the exchange was read next: the same ad, at this price or a better one. */
  readonly next_look: TrackShare
  /** Still there at the first look after 15 minutes. */
  readonly after_15_minutes: TrackShare
  /** Still there at the first look after 60 minutes. */
  readonly after_60_minutes: TrackShare
  /**
   * Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no figure of it changed,
   * and takers took the same or a worse price of the same exchange meanwhile. Only ads whose exchange shows their
   * stock, and that are not the last, count as cases.
   */
  readonly bait: TrackShare
  /** The same for all trusted ads: the first 10 of each exchange and side, once an hour. */
  readonly trusted_bait: TrackShare
  /**
   * Best prices at the next look that were within the bounds of `include=interval`. Under an exchange, those of
   * its ads that were the best of all. Whether an advertiser completes an order cannot be seen.
   */
  readonly interval: TrackShare
  /**
   * Best prices at the next look that are still better than all ads behind the price centres. Counted if at least
   * 2 ads are better than the price centre of their exchange. Only for all exchanges together. Shares of the last
   * 7 days are the `record` of `include=interval`.
   */
  readonly front: TrackShare
}

export type TrackRecordQuery = {
  /** Only this currency; all of them when absent. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Only the best prices of this exchange; those of all exchanges together when absent. */
  readonly exchange?: ExchangeName | undefined
  /** Only prices that were published with this confidence. */
  readonly confidence?: Confidence | undefined
  /** Days back, including today. More than 90 is lowered to 90. Default: `30`. */
  readonly days?: number | undefined
}

/** Comparison of an offered price with the market. */
export type Fair = {
  /** Always USDT. */
  readonly asset: typeof asset
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  /** BUY: the caller buys USDT. SELL: the caller sells USDT. */
  readonly side: Side
  /** Offered price. */
  readonly price: number
  /** Amount in fiat, or null. */
  readonly amount: number | null
  /** Value of the parameter `payment_method`, or null. */
  readonly payment_method: string | null
  /** Receive time of the newest price used, UTC; null if no ad can be used. */
  readonly updated_at: string | null
  /**
   * better, worse: the price differs from `against` by more than the usual spread of honest prices. fair: it does
   * not. too_good: so much better that the offer is most likely bait. unknown: the market does not allow a
   * verdict; see `reasons`.
   */
  readonly verdict: LooseEnum<OfferVerdict>
  /** Median price of the ads compared; null without any. */
  readonly against: number | null
  /** Difference of the offered price from `against`, in percent; negative if lower. */
  readonly difference_pct: number | null
  /** Ads among them whose price is better for you than the offer. */
  readonly cheaper_ads: number
  /** Trusted ads that you can take for this amount. */
  readonly ads: number
  readonly confidence: ConfidenceAnswer
  /**
   * Reasons for `unknown`, otherwise empty. no_ads: no trusted ad to compare with. few_ads: fewer than 3.
   * low_confidence: the confidence in the market price is low.
   */
  readonly reasons: readonly LooseEnum<NoVerdictReason>[]
  /** The comparison as a sentence. */
  readonly explanation: string
}

export type OfferVerdict = 'better' | 'fair' | 'worse' | 'too_good' | 'unknown'

export type NoVerdictReason = 'no_ads' | 'few_ads' | 'low_confidence'

export type FairQuery = {
  /** Currency code, in any case. Default: `UAH`. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to buyers. In any case. Default: `BUY`. */
  readonly side?: Side | undefined
  /** Offered price, in fiat per USDT. */
  readonly price: number
  /** Amount in fiat. Only ads that take the whole amount in one order are compared. */
  readonly amount?: number | undefined
  /**
   * Payment methods of the offer, named like `payment_method` of the order book. Several are separated by commas,
   * or the parameter is repeated.
   */
  readonly payment_method?: string | readonly string[] | undefined
  /** Orders that you have completed on the exchange. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_orders?: number | undefined
  /** Percentage of your orders that you completed. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_completion_pct?: number | undefined
  /** Age of your account on the exchange, in days. Default: the usual caller, see `usual_caller` of `markets`. */
  readonly my_account_days?: number | undefined
  /** `true`: you meet other requirements of advertisers, such as documents or a video. `false` changes nothing. */
  readonly my_verified?: boolean | undefined
  /**
   * Exchanges where you have an account. All prices of the answer are theirs. All if absent. Several are separated
   * by commas, or the parameter is repeated.
   */
  readonly my_exchanges?: ExchangeName | readonly ExchangeName[] | undefined
  /**
   * Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.
   * Several are separated by commas, or the parameter is repeated.
   */
  readonly my_methods?: string | readonly string[] | undefined
}

/** Networks on which USDT moves, by exchanges and network. */
export type Transfers = {
  /** Always USDT. */
  readonly asset: typeof asset
  readonly transfers: readonly WireTransfer[]
}

/** One network between two exchanges. */
export type WireTransfer = {
  /** Exchange of the withdrawal. */
  readonly from: ExchangeName
  /** Exchange of the deposit. */
  readonly to: ExchangeName
  /** Network, as exchanges name it. */
  readonly network: string
  /** True if `from` takes withdrawals and `to` takes deposits. */
  readonly open: boolean
  /** Withdrawal fee; null if unknown. */
  readonly fee_usdt: number | null
  /** Smallest withdrawal; null if unknown. */
  readonly least_usdt: number | null
  /** Time of the withdrawal fee, UTC. A manual figure has only a day. */
  readonly observed_at: string
  /** exchange: read from the exchange of the withdrawal. manual: entered by hand. */
  readonly source: LooseEnum<NetworkSource>
  /** True if a manual figure is older than 90 days, or one read from an exchange older than 3 days. */
  readonly stale: boolean
}

export type TransfersQuery = {
  /** Exchange of the withdrawal. All if absent. */
  readonly from?: ExchangeName | undefined
  /** Exchange of the deposit. All if absent. */
  readonly to?: ExchangeName | undefined
}

/** The value that reached the threshold, and how it moved. */
export type CrossingData = {
  readonly webhook_id: string
  /** Currency code. */
  readonly fiat: LooseEnum<Fiat>
  readonly threshold: number
  /** up: the value rose to the threshold. down: it fell to the threshold. */
  readonly direction: 'up' | 'down'
  /** The net profit in percent, or the price. */
  readonly value: number
  /** The value before; null for the first. */
  readonly previous_value: number | null
  /** UTC. */
  readonly updated_at: string
  /** Payment method of the webhook, if it has one: only ads with it counted. */
  readonly payment_method?: string
  /**
   * Present only if the value reached the threshold in quiet hours and has moved back since. The other fields then
   * describe the newest crossing in the quiet hours.
   */
  readonly after_quiet_hours?: {
    /** The value after the quiet hours; null if there is none. */
    readonly value: number | null
    /** UTC. */
    readonly updated_at: string
  }
  /** Present only if the exchanges are simulated: these prices never existed. */
  readonly simulated?: true
  /** Present only if an archive is replayed: these prices are past. */
  readonly replay?: true
}

/** The body of a delivery. The same bytes on every attempt. */
export type WebhookEvent = SpreadEvent | BestPriceEvent | DigestEvent | PingEvent

export type SpreadEvent = {
  readonly event: 'spread'
  readonly data: {
    readonly webhook_id: string
    /** Currency code. */
    readonly fiat: LooseEnum<Fiat>
    readonly threshold: number
    /** up: the value rose to the threshold. down: it fell to the threshold. */
    readonly direction: 'up' | 'down'
    /** The net profit in percent, or the price. */
    readonly value: number
    /** The value before; null for the first. */
    readonly previous_value: number | null
    /** UTC. */
    readonly updated_at: string
    /** Payment method of the webhook, if it has one: only ads with it counted. */
    readonly payment_method?: string
    /**
     * Present only if the value reached the threshold in quiet hours and has moved back since. The other fields then
     * describe the newest crossing in the quiet hours.
     */
    readonly after_quiet_hours?: {
      /** The value after the quiet hours; null if there is none. */
      readonly value: number | null
      /** UTC. */
      readonly updated_at: string
    }
    /** Present only if the exchanges are simulated: these prices never existed. */
    readonly simulated?: true
    /** Present only if an archive is replayed: these prices are past. */
    readonly replay?: true
    readonly amount: number
    readonly route: WireOpportunity
  }
  /** Event id, the same on every attempt. */
  readonly id: string
  /** UTC. */
  readonly created_at: string
}

export type BestPriceEvent = {
  readonly event: 'best_buy' | 'best_sell'
  readonly data: {
    readonly webhook_id: string
    /** Currency code. */
    readonly fiat: LooseEnum<Fiat>
    readonly threshold: number
    /** up: the value rose to the threshold. down: it fell to the threshold. */
    readonly direction: 'up' | 'down'
    /** The net profit in percent, or the price. */
    readonly value: number
    /** The value before; null for the first. */
    readonly previous_value: number | null
    /** UTC. */
    readonly updated_at: string
    /** Payment method of the webhook, if it has one: only ads with it counted. */
    readonly payment_method?: string
    /**
     * Present only if the value reached the threshold in quiet hours and has moved back since. The other fields then
     * describe the newest crossing in the quiet hours.
     */
    readonly after_quiet_hours?: {
      /** The value after the quiet hours; null if there is none. */
      readonly value: number | null
      /** UTC. */
      readonly updated_at: string
    }
    /** Present only if the exchanges are simulated: these prices never existed. */
    readonly simulated?: true
    /** Present only if an archive is replayed: these prices are past. */
    readonly replay?: true
    readonly best: BestPrice
    /** Amount in fiat whose average price is `value`, if the webhook sets one. */
    readonly fill_amount?: number
  }
  /** Event id, the same on every attempt. */
  readonly id: string
  /** UTC. */
  readonly created_at: string
}

/** Sent once a day if the webhook has a `digest_time`. */
export type DigestEvent = {
  readonly event: 'digest'
  readonly data: {
    readonly webhook_id: string
    /** Currency code. */
    readonly fiat: LooseEnum<Fiat>
    /** Best price to buy; null if there is no reliable price. */
    readonly buy: DigestPrice | null
    /** Best price to sell; null if there is no reliable price. */
    readonly sell: DigestPrice | null
    /** UTC. */
    readonly updated_at: string
    /** Present only if the exchanges are simulated: these prices never existed. */
    readonly simulated?: true
    /** Present only if an archive is replayed: these prices are past. */
    readonly replay?: true
  }
  /** Event id, the same on every attempt. */
  readonly id: string
  /** UTC. */
  readonly created_at: string
}

/** Best reliable price of one side, compared with the day before. */
export type DigestPrice = {
  /** Fiat per USDT. */
  readonly price: number
  /** Exchange identifier. */
  readonly exchange: ExchangeName
  /** Time at which the ads of the exchange were received, UTC. */
  readonly received_at: string
  /** Level of confidence in this price. */
  readonly confidence: LooseEnum<Confidence>
  /** Best price 24 hours before; null if none is recorded. */
  readonly day_ago: number | null
  /** Change since then in percent; null without `day_ago`. */
  readonly change_pct: number | null
}

/** Sent on request to test a receiver. */
export type PingEvent = {
  readonly event: 'ping'
  readonly data: {
    readonly webhook_id: string
  }
  /** Event id, the same on every attempt. */
  readonly id: string
  /** UTC. */
  readonly created_at: string
}

/** Trades that fill an amount, with their totals. */
export type Deal = {
  /** Average price in fiat per USDT; null without fills. */
  readonly average_price: number | null
  /** Worst price in fiat per USDT. */
  readonly worst_price: number | null
  readonly total_fiat: number
  readonly total_usdt: number
  /** The trades to make. */
  readonly fills: readonly Fill[]
  /** Amount that could not be filled, in the unit of the request, and the reason. */
  readonly unfilled: Unfilled | null
}

/** The body of every answer that is not a success. */
export type ErrorBody = {
  readonly detail: {
    /** Machine-readable; new codes may be added. */
    readonly code: string
    /** Explanation for people. */
    readonly message: string
    /** Name of the invalid parameter or body field, if there is one. */
    readonly param?: string
    /** Nearest valid name or value, if there is a close one. `message` contains it, too. */
    readonly suggestion?: string
    /** With `data_unavailable`: the smallest amount that ads accept, if none accepts a normal amount. */
    readonly smallest_trade?: SmallestTrades
  }
}

/** With `data_unavailable`: the smallest amount that ads accept, if none accepts a normal amount. */
export type SmallestTrades = {
  readonly buy: SmallestTrade | null
  readonly sell: SmallestTrade | null
}
