import type { Candles, History, MarketInfo, Quote, Rates, Sources, Stats } from '@p2p-rates/contract'
import { toPaymentMethodsResponse } from '@p2p-rates/contract'
import type { Reply } from './built-pages.js'

const slotMs = 300_000
const hourMs = 3_600_000
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** One exchange that is stale, one held out, one that refuses us, and three with prices. */
export const theRates = (changed: Partial<Rates> = {}): Rates => ({
  asset: 'USDT',
  fiat: 'UAH',
  updated_at: ago(41),
  best_buy: { price: 41.3, exchange: 'okx' },
  best_sell: { price: 41.05, exchange: 'binance' },
  cross_exchange_spread_pct: -0.61,
  exchanges: [
    { exchange: 'binance', buy: 41.32, sell: 41.05, buy_ads: 8, sell_ads: 11 },
    { exchange: 'okx', buy: 41.3, sell: 41.02, buy_ads: 3, sell_ads: 6 },
    { exchange: 'bitget', buy: 41.38, sell: 40.98, buy_ads: 5, sell_ads: 7 },
  ],
  ...changed,
})

const states = [
  ['binance', 'live', 52],
  ['bybit', 'blocked', 120],
  ['okx', 'live', 41],
  ['bitget', 'live', 72],
  ['mexc', 'held_out', 65],
  ['kucoin', 'stale', 840],
] as const

export const theSources = (): Sources => ({
  sources: states.map(([exchange, state, age]) => ({
    exchange,
    fiat: 'UAH',
    state,
    reason: null,
    observed_at: ago(age),
    age_seconds: age,
    ads: 16,
    trusted_ads: 12,
    last_error: null,
    next_attempt_at: new Date(Date.now() + 480_000).toISOString(),
    simulated: false,
  })),
})

export const theStats = (): Stats => ({
  asset: 'USDT',
  fiat: 'UAH',
  best_buy_now: 41.3,
  avg_24h: 41.148,
  avg_7d: 41.1,
  min_24h: 40.96,
  delta_vs_24h_pct: 0.37,
  delta_vs_7d_pct: 0.49,
  verdict: 'high',
  cheapest_hours_kyiv: [
    { hour: 5, delta_pct: -0.21 },
    { hour: 6, delta_pct: -0.18 },
  ],
  data_points: 2016,
})

export const theMarkets = (features: readonly string[]): MarketInfo => ({
  asset: 'USDT',
  exchanges: ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin'],
  fiats: [{ code: 'UAH', name: 'Ukrainian Hryvnia' }],
  plan: { name: 'Pro', monthly_quota: 1, requests_per_minute: 60, orderbook_rows: 20, history_hours: 720, features },
  usual_caller: { orders: 10, completion_pct: 95, account_days: 30, verified: false },
})

export const everyFeature = ['candles', 'history', 'markets', 'quote', 'rates', 'seasonality', 'sources', 'stats']

/** A walk that is the same at every call, and 0.2 % lower at five and six in the morning in Kyiv. */
function walk(
  count: number,
  stepMs: number,
): readonly { readonly atMs: number; readonly buy: number; readonly sell: number }[] {
  const last = Math.floor(Date.now() / stepMs)
  let state = 41
  let noise = 1
  return Array.from({ length: count }, (_, at) => {
    noise = (noise * 16_807) % 2_147_483_647
    state += ((noise / 2_147_483_647 - 0.5) * 0.06 + (41.15 - state) * 0.02) * 1
    const atMs = (last - count + 1 + at) * stepMs
    const kyivHour = (new Date(atMs).getUTCHours() + 2) % 24
    const price = state - (kyivHour === 5 || kyivHour === 6 ? 0.09 : kyivHour === 4 ? 0.04 : 0)
    return { atMs, buy: Number((price + 0.1).toFixed(2)), sell: Number((price - 0.15).toFixed(2)) }
  })
}

/** A day with forty minutes missing, and in the newest slot what the rates say. */
export const theHistory = (points = 288): History => ({
  asset: 'USDT',
  fiat: 'UAH',
  exchange: 'best',
  hours: 24,
  points: walk(points, slotMs)
    .filter((_, at) => at < points - 100 || at >= points - 92)
    .map(({ atMs, buy, sell }, at, all) => ({
      t: new Date(atMs).toISOString(),
      ...(at === all.length - 1 ? { buy: 41.3, sell: 41.05 } : { buy, sell }),
    })),
})

const bar = (price: number) => ({ open: price, high: price, low: price, close: price })

export const theCandles = (interval: '15m' | '1h', hours: number): Candles => ({
  asset: 'USDT',
  fiat: 'UAH',
  exchange: 'best',
  interval,
  hours,
  candles: walk((hours * hourMs) / (interval === '1h' ? hourMs : 900_000), interval === '1h' ? hourMs : 900_000).map(
    ({ atMs, buy, sell }) => ({ t: new Date(atMs).toISOString(), buy: bar(buy), sell: bar(sell) }),
  ),
})

const fill = (exchange: string, nickname: string, price: number, fiat: number): Quote['fills'][number] => ({
  exchange,
  nickname,
  price,
  fiat,
  usdt: Number((fiat / price).toFixed(6)),
  min_amount: 500,
  max_amount: 30_000,
  payment_methods: ['Monobank'],
  completed_orders: 640,
  completion_pct: 98.7,
  url:
    exchange === 'okx'
      ? 'https://www.okx.com/p2p/ads-merchant?publicUserId=c6'
      : 'https://c2c.binance.com/en/adv?code=1',
})

const alone = (exchange: string, price: number, trades: number): Quote['alternatives'][number] => ({
  exchange,
  average_price: price,
  worst_price: price,
  total_fiat: 20_000,
  total_usdt: Number((20_000 / price).toFixed(6)),
  fills: Array.from({ length: trades }, () => fill(exchange, 'Somebody', price, 20_000 / trades)),
  unfilled: null,
})

export const theQuote = (changed: Partial<Quote> = {}): Quote => ({
  asset: 'USDT',
  fiat: 'UAH',
  side: 'BUY',
  amount: 20_000,
  amount_usdt: null,
  updated_at: ago(41),
  transfer_fee_usdt: 1,
  trade_worth_usdt: 0.25,
  average_price: 41.305,
  worst_price: 41.32,
  total_fiat: 20_000,
  total_usdt: 484.202902,
  fills: [fill('okx', 'Taras obmin', 41.3, 15_000), fill('binance', 'Honest Trader', 41.32, 5_000)],
  unfilled: null,
  plans: [],
  confidence: { level: 'high', reasons: [] },
  alternatives: [alone('binance', 41.32, 1), alone('okx', 41.335, 2), alone('bitget', 41.38, 1)],
  ...changed,
})

/** Healthy server with a Pro plan for every user. A test can override its answers. */
export const knownPrices =
  (own: (url: URL) => Reply | null = () => null) =>
  (url: URL): Reply => {
    const answered = own(url)
    if (answered !== null) return answered
    const bodies: Readonly<Record<string, () => unknown>> = {
      '/rates': theRates,
      '/sources': theSources,
      '/stats': theStats,
      '/markets': () => theMarkets(everyFeature),
      '/history': () => theHistory(),
      '/candles': () =>
        theCandles(url.searchParams.get('interval') === '15m' ? '15m' : '1h', Number(url.searchParams.get('hours'))),
      '/quote': () => theQuote(),
      '/payment-methods': toPaymentMethodsResponse,
    }
    const body = bodies[url.pathname]
    return body === undefined
      ? { status: 404, body: { detail: { code: 'not_found', message: 'None.' } } }
      : { body: body() }
  }
