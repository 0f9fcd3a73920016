import { expectTypeOf } from 'vitest'
import {
  type Ad,
  type APIError,
  type APIPromise,
  type Candles,
  type Confidence,
  type ConfidenceReason,
  type ExchangeId,
  type FaultKind,
  type History,
  type HistoryQuery,
  type MarketInfo,
  type MethodClass,
  type Orderbook,
  type OrderbookOfAll,
  type OrderbookQuery,
  type P2P,
  type PaymentMethod,
  type Quote,
  type RateStream,
  type Rates,
  type RawResponse,
  type ReasonCode,
  type ResponseMeta,
  type SeriesName,
  type Source,
  type Stats,
  type Usage,
  unwrapWebhook,
  type Verdict,
  type WebhookEvent,
  type WebhookWithSecret,
} from './index.js'
import { header, type SentHeaders } from './response-meta.js'

declare const p2p: P2P
declare const event: WebhookEvent
declare const error: APIError

expectTypeOf(p2p.markets()).toEqualTypeOf<APIPromise<MarketInfo>>()
expectTypeOf(await p2p.rates({ fiat: 'UAH' })).toEqualTypeOf<Rates>()
expectTypeOf(await p2p.rates().withResponse()).toEqualTypeOf<RawResponse<Rates>>()
expectTypeOf(
  await p2p.webhooks.create({ url: '', event: 'spread', threshold: 1, amount: 5000 }),
).toEqualTypeOf<WebhookWithSecret>()
expectTypeOf(await p2p.webhooks.delete('wh_1')).toEqualTypeOf<void>()
expectTypeOf(p2p.stream()).toEqualTypeOf<RateStream>()
expectTypeOf(p2p.request('GET', '/new')).toEqualTypeOf<APIPromise<unknown>>()
expectTypeOf(p2p.request<{ depth: number }>('GET', '/new')).toEqualTypeOf<APIPromise<{ depth: number }>>()

// An editor completes the exchanges there are, and takes any other all the same.
expectTypeOf<Extract<OrderbookQuery['exchange'], 'binance'>>().toEqualTypeOf<'binance'>()
expectTypeOf<Extract<SeriesName, 'best' | 'kucoin'>>().toEqualTypeOf<'best' | 'kucoin'>()
expectTypeOf<'an exchange of tomorrow'>().toExtend<ExchangeId>()
expectTypeOf<Stats['verdict']>().toEqualTypeOf<Verdict | (string & {})>()
expectTypeOf<Quote['confidence']['level']>().toEqualTypeOf<Confidence | (string & {})>()
expectTypeOf<Quote['confidence']['reasons'][number]>().toEqualTypeOf<ConfidenceReason | (string & {})>()
expectTypeOf<NonNullable<Ad['reasons']>[number]>().toEqualTypeOf<ReasonCode | (string & {})>()
expectTypeOf<NonNullable<Source['last_error']>['kind']>().toEqualTypeOf<FaultKind | (string & {})>()
expectTypeOf<PaymentMethod['class']>().toEqualTypeOf<MethodClass | (string & {})>()
expectTypeOf((await p2p.rates().withResponse()).simulated).toEqualTypeOf<boolean>()
expectTypeOf(p2p.stream().connection).toEqualTypeOf<ResponseMeta | null>()
p2p.rates({ include: ['confidence', 'rails'] })

expectTypeOf(await p2p.orderbook({ exchange: 'okx' })).toEqualTypeOf<Orderbook>()
expectTypeOf(await p2p.orderbook({ exchange: 'all' })).toEqualTypeOf<OrderbookOfAll>()
expectTypeOf<OrderbookOfAll['ads'][number]['exchange']>().toExtend<ExchangeId>()
declare const book: OrderbookQuery
expectTypeOf(await p2p.orderbook(book)).toEqualTypeOf<Orderbook>()

expectTypeOf(await p2p.history({ hours: 5 })).toEqualTypeOf<History>()
expectTypeOf(await p2p.history({ hours: 5, format: 'csv' })).toEqualTypeOf<string>()
expectTypeOf(await p2p.candles({ format: 'json' })).toEqualTypeOf<Candles>()
expectTypeOf(await p2p.candles({ format: 'csv' })).toEqualTypeOf<string>()
declare const prepared: HistoryQuery
expectTypeOf(await p2p.history(prepared)).toEqualTypeOf<History | string>()

// Words that are closed today stay open for what later versions add.
expectTypeOf<'a currency of tomorrow'>().toExtend<Rates['fiat']>()
expectTypeOf<'a_code_of_tomorrow'>().toExtend<APIError['code']>()
expectTypeOf<'a plan of tomorrow'>().toExtend<Usage['plan']>()
for (const { code } of (await p2p.markets()).fiats) p2p.rates({ fiat: code })
p2p.stream({ fiat: (await p2p.rates()).fiat })
p2p.orderbook({ exchange: (await p2p.rates()).best_buy.exchange, fiat: 'a currency of tomorrow' })
// Fields may be undefined, even with `exactOptionalPropertyTypes`.
declare const some: { readonly fiat: string | undefined; readonly rows: number | undefined }
p2p.orderbook({ exchange: 'okx', ...some })
p2p.history({ fiat: some.fiat, hours: some.rows, format: undefined })
p2p.webhooks.create({ url: 'https://example.com', event: 'best_buy', threshold: 41, fiat: some.fiat })
p2p.webhooks.update('wh_1', { threshold: some.rows })
expectTypeOf(error.retryAfter).toEqualTypeOf<number | null>()

expectTypeOf(await unwrapWebhook('', {}, '')).toEqualTypeOf<WebhookEvent>()
if (event.event === 'spread') expectTypeOf(event.data.route.net_profit_pct).toEqualTypeOf<number>()
if (event.event === 'best_buy') expectTypeOf(event.data.best.price).toEqualTypeOf<number>()
if (event.event === 'ping') expectTypeOf(event.data).toEqualTypeOf<{ readonly webhook_id: string }>()

// @ts-expect-error a misspelt parameter would silently do nothing
p2p.rates({ fait: 'UAH' })
// @ts-expect-error the exchange of an order book must be named
p2p.orderbook({ fiat: 'UAH' })
// @ts-expect-error a webhook waits for a threshold
p2p.webhooks.create({ url: 'https://example.com', event: 'spread' })
// @ts-expect-error what a round earns depends on how much goes round
p2p.webhooks.create({ url: 'https://example.com', event: 'spread', threshold: 1 })
// @ts-expect-error a parsed body cannot be verified
unwrapWebhook({ event: 'ping' }, {}, 'whsec_')

// The SDK carries nothing of the contract, and can misspell none of its headers.
expectTypeOf(header(new Headers(), 'X-Request-Id')).toEqualTypeOf<string | null>()
// @ts-expect-error no header of the contract
header(new Headers(), 'X-Request-ID')
// @ts-expect-error no header of the contract
;({ 'X-Api-Key': 'p2p_' }) satisfies SentHeaders
