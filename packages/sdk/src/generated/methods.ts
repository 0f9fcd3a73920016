// Written by `pnpm generate`.

import type {
  Arbitrage,
  ArbitrageQuery,
  Candles,
  CandlesQuery,
  Convert,
  ConvertQuery,
  CreatedInbox,
  Delivery,
  DeliveryList,
  Depth,
  DepthQuery,
  Fair,
  FairQuery,
  FixingInputs,
  Fixings,
  FixingsQuery,
  FormulaPreview,
  FormulaPreviewQuery,
  FormulaPrice,
  FormulaQuery,
  History,
  HistoryQuery,
  InboxList,
  IndexQuery,
  MarketInfo,
  MethodPrices,
  MethodsQuery,
  NewInbox,
  NewPriceBoard,
  NewRule,
  NewWebhook,
  OpenApiDocument,
  Orderbook,
  OrderbookOfAll,
  OrderbookQuery,
  Overview,
  PaymentMethods,
  Premium,
  PremiumQuery,
  PriceAt,
  PriceBoardChange,
  PriceBoardList,
  PricePage,
  PriceQuery,
  PriceRule,
  Quality,
  QualityQuery,
  Quote,
  QuoteQuery,
  Rates,
  RatesQuery,
  ReferenceIndex,
  RuleChange,
  RuleList,
  RulePrice,
  Seasonality,
  SeasonalityQuery,
  SecretRotation,
  Sources,
  SourcesQuery,
  Stats,
  StatsQuery,
  TrackRecord,
  TrackRecordQuery,
  Transfers,
  TransfersQuery,
  Usage,
  UsageQuery,
  UsageReport,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookWithSecret,
} from '@p2p-rates/contract'
import type { APIPromise } from '../api-promise.js'
import type { RequestOptions } from '../options.js'
import type { Ask } from '../send.js'
import { type WebhookHelpers, webhookHelpers } from '../webhook-helpers.js'

/** Signed callbacks when a price or the best opportunity reaches a threshold. */
export type Webhooks = WebhookHelpers & {
  /**
   * Register a webhook. Registers a signed callback that fires when a value crosses the threshold. The secret is
   * shown only in this answer: store it first. The secret is missing if the first answer was lost and the request
   * repeated. `rotateSecret` with `overlap_hours: 0` then
   * gives a new one. Pro plan.
   *
   * @example
   * const { id, secret } = await p2p.webhooks.create({ url: 'https://example.com/hook', event: 'best_buy', threshold: 41 })
   */
  create(body: NewWebhook, options?: RequestOptions): APIPromise<WebhookWithSecret>
  /** All webhooks of the account. Returns the webhooks of the account, oldest first. Pro plan. */
  list(options?: RequestOptions): APIPromise<WebhookList>
  /** One webhook. Returns the settings of the webhook, whether it is enabled, and its last delivery. Pro plan. */
  get(id: string, options?: RequestOptions): APIPromise<Webhook>
  /**
   * Change, enable or disable a webhook. Absent fields stay unchanged. `null` resets a field to the value it has
   * if creation omits it. Enabling resets the failure count; events missed meanwhile are not sent. Pro plan.
   */
  update(id: string, body: WebhookChange, options?: RequestOptions): APIPromise<Webhook>
  /** Delete a webhook. Stops all sending and deletes the delivery log. Pro plan. */
  delete(id: string, options?: RequestOptions): APIPromise<void>
  /**
   * Send a ping. Sends a signed `ping` to the receiver once. A failed ping is not counted, and a ping does not
   * wait for other events. At most 10 pings and resends an hour per webhook. A request while a ping is waiting
   * returns that ping. Pro plan.
   */
  test(id: string, options?: RequestOptions): APIPromise<Delivery>
  /**
   * Replace the secret. Returns a new secret, shown only in this answer. Until `old_secret_expires_at` the header
   * `webhook-signature` carries both signatures and `X-Service-Signature` uses the old secret, so that no event is
   * missed. `activate-secret` ends this immediately. With `overlap_hours` 0 only the new secret signs: use it for
   * a leaked or lost secret. Give `unwrapWebhook` both secrets, or call `activateSecret` as soon as your receiver
   * knows the new one. Pro plan.
   *
   * @example
   * const { secret } = await p2p.webhooks.rotateSecret(id, { overlap_hours: 2 })
   */
  rotateSecret(id: string, body?: SecretRotation, options?: RequestOptions): APIPromise<WebhookWithSecret>
  /**
   * Sign with the new secret alone. Ends a rotation: the old secret stops signing. Call it when your receiver
   * knows the new secret. Without a rotation, the call changes nothing. Pro plan.
   */
  activateSecret(id: string, options?: RequestOptions): APIPromise<Webhook>
  /**
   * List deliveries and their results. Returns the newest 100 deliveries of the last 30 days, newest first. Older
   * deliveries are deleted. Pro plan.
   */
  deliveries(id: string, options?: RequestOptions): APIPromise<DeliveryList>
  /**
   * Send a delivery again. Sends the same id and bytes with a new time and signature. The next attempt of a
   * delivery that still waits is made at once. At most 10 pings and resends an hour per webhook. Pro plan.
   */
  resend(id: string, deliveryId: string, options?: RequestOptions): APIPromise<Delivery>
}

const createWebhooks = (ask: Ask): Webhooks => ({
  ...webhookHelpers,
  create: (body, options) => ask('POST', '/webhooks', { body, idempotent: true }, options),
  list: (options) => ask('GET', '/webhooks', {}, options),
  get: (id, options) => ask('GET', '/webhooks/{id}', { params: { id } }, options),
  update: (id, body, options) => ask('PATCH', '/webhooks/{id}', { params: { id }, body }, options),
  delete: (id, options) => ask('DELETE', '/webhooks/{id}', { params: { id } }, options),
  test: (id, options) => ask('POST', '/webhooks/{id}/test', { params: { id }, idempotent: true }, options),
  rotateSecret: (id, body = {}, options) =>
    ask('POST', '/webhooks/{id}/rotate-secret', { params: { id }, body, idempotent: true }, options),
  activateSecret: (id, options) =>
    ask('POST', '/webhooks/{id}/activate-secret', { params: { id }, idempotent: true }, options),
  deliveries: (id, options) => ask('GET', '/webhooks/{id}/deliveries', { params: { id } }, options),
  resend: (id, deliveryId, options) =>
    ask(
      'POST',
      '/webhooks/{id}/deliveries/{delivery_id}/resend',
      { params: { id, delivery_id: deliveryId }, idempotent: true },
      options,
    ),
})

/** Mail addresses and chats that webhooks can go to. */
export type Inboxes = {
  /**
   * All inboxes of the account. Returns the mail addresses, chats and channels to which the server can send
   * alerts, oldest first. Pro plan.
   */
  list(options?: RequestOptions): APIPromise<InboxList>
  /**
   * Add a mail address, a chat or a channel. A chat is linked by `/start CODE` to the bot; every other kind gets a
   * link in its first message. Both expire after 24 hours. Once confirmed, webhooks can send there with the `url`
   * `inbox:ID`. At most 5 first messages an hour. If a topic or channel is already confirmed, its inbox is
   * returned. Rejected if the operator has not set up this kind. Pro plan.
   *
   * @example
   * const { id, start } = await p2p.inboxes.create({ kind: 'telegram', language: 'uk' })
   * console.log(`Open ${start?.link}, then create a webhook with the url inbox:${id}`)
   */
  create(body: NewInbox, options?: RequestOptions): APIPromise<CreatedInbox>
  /** Delete an inbox. Disables the webhooks that send to it. Pro plan. */
  delete(id: string, options?: RequestOptions): APIPromise<void>
}

const createInboxes = (ask: Ask): Inboxes => ({
  list: (options) => ask('GET', '/inboxes', {}, options),
  create: (body, options) => ask('POST', '/inboxes', { body }, options),
  delete: (id, options) => ask('DELETE', '/inboxes/{id}', { params: { id } }, options),
})

/** Prices by rule: saved formulas, whose last good value is remembered. */
export type Rules = {
  /** All rules of the account. Returns the saved formulas, the oldest first. Pro plan. */
  list(options?: RequestOptions): APIPromise<RuleList>
  /**
   * Save a formula. Saves a formula under a name, at most 20 per account. The server also stores its last good
   * value across restarts. `formula/preview` shows beforehand the prices it would have given in the last 7 days.
   * `formula` prices a formula without saving it. Pro plan.
   *
   * @example
   * const { id } = await p2p.rules.create({ name: 'Desk', base: 'median', offset_pct: 1.5, step: 0.05, last_good_seconds: 3600 })
   */
  create(body: NewRule, options?: RequestOptions): APIPromise<PriceRule>
  /** One rule. Returns the saved formula. Pro plan. */
  get(id: string, options?: RequestOptions): APIPromise<PriceRule>
  /**
   * Change a rule. Absent fields stay unchanged. `null` resets a field to the value it has if creation omits it. A
   * changed formula deletes the last good value, because it belongs to the old formula. Pro plan.
   */
  update(id: string, body: RuleChange, options?: RequestOptions): APIPromise<PriceRule>
  /** Delete a rule. Deletes the rule and removes it from all boards that show it. Pro plan. */
  delete(id: string, options?: RequestOptions): APIPromise<void>
  /**
   * Current price of a rule. Price by the saved formula. Without a fresh price, returns the last good value with
   * `stale_since` and `reason`, up to the age the rule allows. After that, `value` is null. Pro plan.
   *
   * @example
   * const { value, stale_since, explanation } = await p2p.rules.price(id)
   * console.log(value ?? 'no price', stale_since === null ? 'fresh' : `as of ${stale_since}`, explanation)
   */
  price(id: string, options?: RequestOptions): APIPromise<RulePrice>
}

const createRules = (ask: Ask): Rules => ({
  list: (options) => ask('GET', '/rules', {}, options),
  create: (body, options) => ask('POST', '/rules', { body }, options),
  get: (id, options) => ask('GET', '/rules/{id}', { params: { id } }, options),
  update: (id, body, options) => ask('PATCH', '/rules/{id}', { params: { id }, body }, options),
  delete: (id, options) => ask('DELETE', '/rules/{id}', { params: { id } }, options),
  price: (id, options) => ask('GET', '/rules/{id}/price', { params: { id } }, options),
})

/** Price boards: public pages and pictures that show the prices of rules. */
export type Boards = {
  /** All price boards of the account. Returns the price boards of the account, oldest first. Pro plan. */
  list(options?: RequestOptions): APIPromise<PriceBoardList>
  /**
   * Create a public price board. Creates a page and a picture of rules for any website: `url` for an iframe,
   * `svg_url` as an image, `screen_url` for a shop window. Viewers need no key and use no quota. At most 20 per
   * account. Pro plan.
   *
   * @example
   * const { url } = await p2p.boards.create({ title: 'Our rates', rules: [id], tz: 'Europe/Kyiv' })
   * console.log(`<iframe src="${url}"></iframe>`)
   */
  create(body: NewPriceBoard, options?: RequestOptions): APIPromise<PricePage>
  /** One price board. Returns the settings of the board, without deleted rules. Pro plan. */
  get(id: string, options?: RequestOptions): APIPromise<PricePage>
  /**
   * Change a price board. Absent fields stay unchanged. `null` resets a field to the value it has if creation
   * omits it. The addresses of the board stay unchanged. Pro plan.
   */
  update(id: string, body: PriceBoardChange, options?: RequestOptions): APIPromise<PricePage>
  /** Delete a price board. Deletes the board; its addresses stop working. A new board gets new addresses. Pro plan. */
  delete(id: string, options?: RequestOptions): APIPromise<void>
}

const createBoards = (ask: Ask): Boards => ({
  list: (options) => ask('GET', '/boards', {}, options),
  create: (body, options) => ask('POST', '/boards', { body }, options),
  get: (id, options) => ask('GET', '/boards/{id}', { params: { id } }, options),
  update: (id, body, options) => ask('PATCH', '/boards/{id}', { params: { id }, body }, options),
  delete: (id, options) => ask('DELETE', '/boards/{id}', { params: { id } }, options),
})

/** Paths whose answers depend on the caller. */
export const callerPaths: ReadonlySet<string> = new Set([
  '/rates',
  '/orderbook',
  '/arbitrage',
  '/quote',
  '/depth',
  '/methods',
  '/convert',
  '/formula',
  '/fair',
])

/** The endpoints as methods. */
export type EndpointMethods = {
  readonly webhooks: Webhooks
  readonly inboxes: Inboxes
  readonly rules: Rules
  readonly boards: Boards
  /**
   * Exchanges, currencies and your plan. Returns the available exchanges and currencies, and the limits of the
   * key’s plan. The CSV has only the currencies.
   */
  markets(options?: RequestOptions): APIPromise<MarketInfo>
  /**
   * Best reliable buy and sell prices. Returns the best reliable price on each exchange and across all exchanges.
   * Without `payment_method`, ads with any payment method count. Data older than 10 minutes is never returned.
   *
   * @example
   * const { best_buy } = await p2p.rates({ fiat: 'PLN' })
   * console.log(`You buy at ${best_buy.price} on ${best_buy.exchange}`)
   */
  rates(query?: RatesQuery, options?: RequestOptions): APIPromise<Rates>
  /**
   * Live ads of one exchange, or of all. Returns the ads of one side of one exchange in a uniform shape, each with
   * its verdict. Untrusted ads are shown, too, unless `trusted=true`. Filters apply before the list is cut to
   * `rows`. An exchange that does not trade the currency has no ads. `exchange=all` lists the ads of all
   * exchanges, best price first. Each ad names its exchange, and `missing_exchanges` names exchanges without fresh
   * ads.
   *
   * @example
   * const { ads } = await p2p.orderbook({ exchange: 'binance', side: 'SELL', payment_method: 'mono' })
   * const mine = await p2p.orderbook({ exchange: 'all', amount: 20_000, exclude_method: ['wise'], min_orders: 100 })
   * for (const { exchange, price } of mine.ads) console.log(exchange, price)
   */
  orderbook(query: OrderbookQuery & { readonly exchange: 'all' }, options?: RequestOptions): APIPromise<OrderbookOfAll>
  orderbook(query: OrderbookQuery, options?: RequestOptions): APIPromise<Orderbook>
  /**
   * Averages, minimum, verdict, cheapest hours. Compares the current buy price with the last 24 hours and 7 days.
   * The price is the best across all exchanges, that of one exchange, or the index. Starter plan.
   */
  stats(query?: StatsQuery, options?: RequestOptions): APIPromise<Stats>
  /**
   * Price history. Returns recorded prices every 5 minutes: the best reliable prices of one exchange or across all
   * exchanges, or the reference index. Pro plan.
   *
   * @example
   * const { points } = await p2p.history({ exchange: 'best', hours: 72 })
   */
  history(
    query?: HistoryQuery & { readonly format?: 'json' | undefined },
    options?: RequestOptions,
  ): APIPromise<History>
  history(query: HistoryQuery & { readonly format: 'csv' }, options?: RequestOptions): APIPromise<string>
  history(query?: HistoryQuery, options?: RequestOptions): APIPromise<History | string>
  /**
   * Buy here, sell there. Returns pairs of exchanges: USDT costs less on the first than it sells for on the
   * second, within limits, stock, fee and payment methods. Each side uses one ad, or up to three if no pair of
   * single ads takes the amount with a profit: then prices are averages and limits are sums. The pairs use only
   * trusted ads. The answer has at most 30 pairs. Pro plan.
   *
   * @example
   * const { opportunities } = await p2p.arbitrage({ amount: 20_000, transfer_fee_usdt: 1, include: 'age' })
   * for (const { buy_exchange, sell_exchange, since } of opportunities) console.log(buy_exchange, sell_exchange, since)
   */
  arbitrage(query?: ArbitrageQuery, options?: RequestOptions): APIPromise<Arbitrage>
  /**
   * Your plan and usage. Returns plan, limits and usage of the current month. Answers even when the monthly quota
   * is used up.
   */
  me(options?: RequestOptions): APIPromise<Usage>
  /**
   * This document. The OpenAPI 3.1 description of the whole interface, generated from the schemas that the service
   * enforces.
   */
  openapi(options?: RequestOptions): APIPromise<OpenApiDocument>
  /**
   * Real cost or proceeds of an amount. Finds the trades for an amount among the trusted ads, within their limits
   * and stock. `plans` starts with the simplest way: one trade if one ad takes the whole amount. Plans with more
   * trades or exchanges follow if they gain more than they cost. The top of the answer is the recommended plan,
   * with the highest gain after costs. Starter plan.
   *
   * @example
   * const { average_price, fills } = await p2p.quote({ side: 'BUY', amount: 50_000 })
   * const { plans, updated_at } = await p2p.quote({ amount: 50_000, trade_worth_usdt: 1 })
   */
  quote(query: QuoteQuery, options?: RequestOptions): APIPromise<Quote>
  /**
   * State of each exchange. Returns for each exchange and currency its state, the age of its data, and the cause
   * of a failure.
   */
  sources(query?: SourcesQuery, options?: RequestOptions): APIPromise<Sources>
  /**
   * Payment methods by name, class and country. Returns one entry per payment method, with the names that
   * exchanges use.
   */
  paymentMethods(options?: RequestOptions): APIPromise<PaymentMethods>
  /**
   * Open, high, low and close of the best prices. One candle per interval and side. The first candle is complete,
   * even if it began before the requested time. At most 10000 candles; a longer depth is lowered. Pro plan.
   *
   * @example
   * const { candles } = await p2p.candles({ interval: '1h', hours: 48, include: 'ads' })
   */
  candles(
    query?: CandlesQuery & { readonly format?: 'json' | undefined },
    options?: RequestOptions,
  ): APIPromise<Candles>
  candles(query: CandlesQuery & { readonly format: 'csv' }, options?: RequestOptions): APIPromise<string>
  candles(query?: CandlesQuery, options?: RequestOptions): APIPromise<Candles | string>
  /**
   * Your requests by day, endpoint and key. Counts the requests of all keys of the account, at most 1 second late.
   * Answers even if the monthly quota is used up.
   *
   * @example
   * const { days } = await p2p.usage({ days: 7 })
   * const refused = days.reduce((sum, { limited }) => sum + limited, 0)
   */
  usage(query?: UsageQuery, options?: RequestOptions): APIPromise<UsageReport>
  /**
   * The price by size. Returns the price per USDT for amounts from 50 to 10,000 USDT, and the total supply of
   * trusted ads. Each size is calculated as by `quote`, within the limits and stock of every ad. A larger amount
   * may be cheaper per USDT, because the best ads often have high minimums. Starter plan.
   *
   * @example
   * const { sizes } = await p2p.depth({ side: 'SELL', payment_method: ['monobank', 'privatbank'] })
   * for (const { amount_usdt, average_price } of sizes) console.log(amount_usdt, average_price ?? 'not enough')
   */
  depth(query?: DepthQuery, options?: RequestOptions): APIPromise<Depth>
  /**
   * The price by payment method. For each payment method: its canonical name, the best price over all exchanges
   * for a normal caller, and the supply. A method is scored among its own ads once five advertisers accept it, as
   * elsewhere with `payment_method`. Methods without such an ad are not listed. Starter plan.
   *
   * @example
   * const { methods } = await p2p.methods({ fiat: 'UAH', side: 'BUY' })
   * for (const { name, price, exchange } of methods) console.log(`${name}: ${price} on ${exchange}`)
   */
  methods(query?: MethodsQuery, options?: RequestOptions): APIPromise<MethodPrices>
  /**
   * The reference index of a currency. One price over all exchanges that no single ad or exchange decides, with
   * its confidence and a sentence that cites it. Recorded every 5 minutes: `history`, `candles` and `stats` accept
   * `exchange=index`.
   *
   * @example
   * const { value, confidence, cite } = await p2p.index({ fiat: 'UAH' })
   */
  index(query?: IndexQuery, options?: RequestOptions): APIPromise<ReferenceIndex>
  /**
   * Daily index. One value per day: the median of the reference index from 11:30 to 12:30 UTC, created at 12:40.
   * At least 7 of the 12 slots must be recorded. Each entry carries the digest of the previous one, so a changed
   * past is detectable. A day is withheld if exchanges with more than a quarter of the usual weight were
   * unreadable. Entries never change; a correction is a new entry for the day. `verifyFixings` checks the chain.
   *
   * @example
   * const { fixings } = await p2p.fixings({ fiat: 'UAH', from: '2026-11-01', to: '2026-11-30' })
   */
  fixings(query?: FixingsQuery, options?: RequestOptions): APIPromise<Fixings>
  /**
   * Daily premium over the official rate. Premium of each day’s fixing over the official rate of a US dollar. On
   * days without a publication the last rate is used, and `official.day` is its day. For the current premium see
   * `index`.
   *
   * @example
   * const { days } = await p2p.premium({ fiat: 'UAH', from: '2026-11-01' })
   * for (const { day, premium_pct } of days) console.log(day, premium_pct ?? 'no official rate')
   */
  premium(query?: PremiumQuery, options?: RequestOptions): APIPromise<Premium>
  /**
   * Convert one currency to another through USDT. Finds the exchanges that deliver the most: buys USDT on one, and
   * sells it there or, after one transfer, on another. Uses trusted ads within their limits and stock, and plans
   * each leg as `quote` does. Lists every cost against the reference indices and the central bank rates. Fees of
   * your banks are not included. Starter plan.
   *
   * @example
   * const { received, cost_pct, costs } = await p2p.convert({ from: 'UAH', to: 'KZT', amount: 10_000 })
   */
  convert(query: ConvertQuery, options?: RequestOptions): APIPromise<Convert>
  /**
   * All currencies at once. Returns one line per currency: the best reliable prices with exchange and confidence,
   * and the reference index with its confidence and 24-hour change. Each line has the age of its data. One call
   * replaces one request per currency.
   *
   * @example
   * const { currencies } = await p2p.overview()
   * for (const { fiat, index, change_24h_pct } of currencies) console.log(fiat, index ?? 'nothing fresh', change_24h_pct)
   */
  overview(options?: RequestOptions): APIPromise<Overview>
  /**
   * The price at an instant. Price of one USDT at a past instant, for accounting: the best reliable prices, those
   * of one exchange, or the reference index. Returns the price recorded in the 5-minute slot of the instant. A
   * slot without a record has no price but a reason; other slots are never used. Starter plan.
   *
   * @example
   * const { buy, slot, reason } = await p2p.price({ fiat: 'UAH', at: '2026-03-14T14:05+02:00' })
   * console.log(buy === null ? `no price: ${reason}` : `${buy} UAH in the five minutes from ${slot}`)
   */
  price(query: PriceQuery, options?: RequestOptions): APIPromise<PriceAt>
  /**
   * Completeness and freshness of the record. For each series of a currency: the 5-minute slots with a price on
   * each day, and the longest gaps with reasons. For each exchange: the age of its data compared with the target.
   * Also lists incidents. Calculated from records only, without manual edits.
   *
   * @example
   * const { series, gaps } = await p2p.quality({ fiat: 'UAH', days: 30 })
   * for (const { exchange, share_pct } of series) console.log(exchange, share_pct)
   */
  quality(query?: QualityQuery, options?: RequestOptions): APIPromise<Quality>
  /**
   * Cheap and expensive hours of the week. For each hour of the week, in any time zone: the usual difference
   * between the best price and the median price of the week around it. Includes the size of the sample. The trend
   * is removed: a market that only rises has no cheap Monday. Recalculated every hour. Starter plan.
   *
   * @example
   * const { weekdays } = await p2p.seasonality({ fiat: 'UAH', tz: 'Europe/Warsaw' })
   * const sundayNoon = weekdays[6]?.hours[12]?.delta_pct
   */
  seasonality(query?: SeasonalityQuery, options?: RequestOptions): APIPromise<Seasonality>
  /**
   * A price by formula, without saving it. Starts with a market price: the best, the n-th best, the median of the
   * exchanges, or the average for an amount. Then adds an offset in percent and one in fiat, rounds, and applies
   * floor and ceiling, in exact decimals. `rules.create` saves the same formula. Pro plan.
   *
   * @example
   * const { value, explanation } = await p2p.formula({ base: 'nth', n: 3, exchanges: ['binance', 'okx'], offset: -0.05 })
   */
  formula(query?: FormulaQuery, options?: RequestOptions): APIPromise<FormulaPrice>
  /**
   * Prices that a formula would have given in the last 7 days. Applies a formula to recorded prices before it is
   * saved. The step is 5 minutes if the best price of each exchange is enough. It is 1 hour for `nth`, `size` and
   * payment methods. They use one stored market per hour, with its scores of that time; `recorded_slots` counts
   * these. Pro plan.
   *
   * @example
   * const { lowest, highest, recorded_slots } = await p2p.formulaPreview({ base: 'median', offset_pct: 1.5, floor: 41
   * })
   */
  formulaPreview(query?: FormulaPreviewQuery, options?: RequestOptions): APIPromise<FormulaPreview>
  /**
   * Inputs of a fixing. Everything that the fixing of a day was computed from: middle price and evidence of each
   * exchange in each slot, and the state that the fixing before it handed on. The fixing carries the digest of its
   * inputs, so anyone can compute it again. Fails with `not_found` if the day has no fixing with recorded inputs.
   *
   * @example
   * const { inputs } = await p2p.fixingInputs('UAH', '2026-11-25')
   */
  fixingInputs(fiat: string, day: string, options?: RequestOptions): APIPromise<FixingInputs>
  /**
   * Best prices that were still there later. This server compares the best prices that it published with its later
   * looks, and counts. By confidence, exchange, currency and day: how many ads were still there at the next look
   * and after 15 and 60 minutes, how many trusted ads were bait with hindsight, and how often the bounds of
   * `include=interval` held. Looks that are missing or more than 10 minutes late (15 for the next look) answer
   * nothing.
   *
   * @example
   * const { all } = await p2p.trackRecord({ fiat: 'UAH', days: 30 })
   * console.log(all.after_15_minutes.share_pct, 'of', all.after_15_minutes.cases)
   */
  trackRecord(query?: TrackRecordQuery, options?: RequestOptions): APIPromise<TrackRecord>
  /**
   * An offered price against the market. Compares an offered price with the trusted ads that you can take for the
   * amount. With low confidence or fewer than 3 such ads, the verdict is `unknown`.
   *
   * @example
   * const { verdict, explanation } = await p2p.fair({ price: 41.9, side: 'BUY', amount: 20_000 })
   */
  fair(query: FairQuery, options?: RequestOptions): APIPromise<Fair>
  /**
   * Networks between two exchanges. Returns the networks on which USDT moves from one exchange to another, with
   * state and withdrawal fee. The server reads KuCoin, and HTX if it is one of its exchanges, once a day. Other
   * exchanges show fees only to account holders, so their figures are entered by hand from public sources, with
   * their day. `source`, `observed_at` and `stale` are about the withdrawal; deposits at exchanges that the server
   * does not read are entered by hand, too. A network is absent if one end is unknown.
   *
   * @example
   * const { transfers } = await p2p.transfers({ from: 'kucoin', to: 'bybit' })
   * for (const { network, open, fee_usdt } of transfers) console.log(network, open ? fee_usdt : 'closed')
   */
  transfers(query?: TransfersQuery, options?: RequestOptions): APIPromise<Transfers>
}

/** The comments of the methods are in their type, since a bundle carries those of a class. */
export const EndpointMethods: new (ask: Ask) => EndpointMethods = class {
  readonly webhooks: Webhooks
  readonly inboxes: Inboxes
  readonly rules: Rules
  readonly boards: Boards
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
    this.webhooks = createWebhooks(ask)
    this.inboxes = createInboxes(ask)
    this.rules = createRules(ask)
    this.boards = createBoards(ask)
  }

  markets(options?: RequestOptions) {
    return this.#get('/markets', undefined, options)
  }

  rates(query?: object, options?: RequestOptions) {
    return this.#get('/rates', query, options)
  }

  orderbook(query?: object, options?: RequestOptions) {
    return this.#get('/orderbook', query, options)
  }

  stats(query?: object, options?: RequestOptions) {
    return this.#get('/stats', query, options)
  }

  history(query?: object, options?: RequestOptions) {
    return this.#get('/history', query, options)
  }

  arbitrage(query?: object, options?: RequestOptions) {
    return this.#get('/arbitrage', query, options)
  }

  me(options?: RequestOptions) {
    return this.#get('/me', undefined, options)
  }

  openapi(options?: RequestOptions) {
    return this.#get('/openapi.json', undefined, options)
  }

  quote(query?: object, options?: RequestOptions) {
    return this.#get('/quote', query, options)
  }

  sources(query?: object, options?: RequestOptions) {
    return this.#get('/sources', query, options)
  }

  paymentMethods(options?: RequestOptions) {
    return this.#get('/payment-methods', undefined, options)
  }

  candles(query?: object, options?: RequestOptions) {
    return this.#get('/candles', query, options)
  }

  usage(query?: object, options?: RequestOptions) {
    return this.#get('/usage', query, options)
  }

  depth(query?: object, options?: RequestOptions) {
    return this.#get('/depth', query, options)
  }

  methods(query?: object, options?: RequestOptions) {
    return this.#get('/methods', query, options)
  }

  index(query?: object, options?: RequestOptions) {
    return this.#get('/index', query, options)
  }

  fixings(query?: object, options?: RequestOptions) {
    return this.#get('/index/fixings', query, options)
  }

  premium(query?: object, options?: RequestOptions) {
    return this.#get('/index/premium', query, options)
  }

  convert(query?: object, options?: RequestOptions) {
    return this.#get('/convert', query, options)
  }

  overview(options?: RequestOptions) {
    return this.#get('/overview', undefined, options)
  }

  price(query?: object, options?: RequestOptions) {
    return this.#get('/price', query, options)
  }

  quality(query?: object, options?: RequestOptions) {
    return this.#get('/quality', query, options)
  }

  seasonality(query?: object, options?: RequestOptions) {
    return this.#get('/seasonality', query, options)
  }

  formula(query?: object, options?: RequestOptions) {
    return this.#get('/formula', query, options)
  }

  formulaPreview(query?: object, options?: RequestOptions) {
    return this.#get('/formula/preview', query, options)
  }

  fixingInputs(fiat: string, day: string, options?: RequestOptions): APIPromise<FixingInputs> {
    return this.#ask('GET', '/index/fixings/{fiat}/{day}/inputs', { params: { fiat, day } }, options)
  }

  trackRecord(query?: object, options?: RequestOptions) {
    return this.#get('/track-record', query, options)
  }

  fair(query?: object, options?: RequestOptions) {
    return this.#get('/fair', query, options)
  }

  transfers(query?: object, options?: RequestOptions) {
    return this.#get('/transfers', query, options)
  }

  #get(path: string, query: object | undefined, options: RequestOptions | undefined): APIPromise<never> {
    return this.#ask('GET', path, { query }, options)
  }
}
