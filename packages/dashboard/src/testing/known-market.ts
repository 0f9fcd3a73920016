import type { MarketInfo, Orderbook, Rates, Sources, WireAd } from '@p2p-rates/contract'
import { depth, methods, toPaymentMethodsResponse } from '@p2p-rates/contract'
import type { Reply } from './built-pages.js'

const now = () => new Date().toISOString()

export const anAd = (facts: Partial<WireAd> = {}): WireAd => ({
  price: 41.32,
  min_amount: 1_000,
  max_amount: 30_000,
  payment_methods: ['Monobank', 'PrivatBank'],
  completed_orders: 640,
  completion_rate: 99,
  nickname: 'Honest Trader',
  trusted: true,
  available_usdt: 730.2,
  merchant: true,
  score: 0.96,
  reasons: ['experienced', 'completion_high', 'verified', 'active'],
  eligible: true,
  demands: null,
  observed_at: now(),
  url: 'https://c2c.binance.com/en/adv?code=1',
  ...facts,
})

const doubted = (price: number, score: number, reasons: readonly string[], facts: Partial<WireAd> = {}): WireAd =>
  anAd({ price, score, reasons, trusted: false, eligible: false, completed_orders: 14, ...facts })

export const buyAds: readonly WireAd[] = [
  doubted(36.9, 0, ['price_outlier', 'few_orders', 'idle'], { nickname: '<img src=x onerror=alert(1)>' }),
  doubted(41.05, 0.07, ['price_attractive', 'stuck_at_top', 'few_orders', 'completion_low'], {
    nickname: 'gnp ... متجر الثقة',
  }),
  doubted(41.18, 0.34, ['isolated', 'price_attractive', 'narrow_limits', 'experienced'], { nickname: 'SwiftPay_UA' }),
  anAd(),
  anAd({
    price: 41.33,
    nickname: 'kyiv_obmin',
    score: 0.93,
    available_usdt: 193.56,
    min_amount: 500,
    max_amount: 8_000,
  }),
  anAd({
    price: 41.34,
    nickname: 'OTC Desk Dnipro',
    eligible: false,
    reasons: ['experienced', 'completion_high', 'large_orders_only'],
    min_amount: 420_000,
    max_amount: 2_000_000,
    available_usdt: 48_377.11,
  }),
  anAd({
    price: 41.35,
    nickname: 'mono_fast',
    available_usdt: 967.4,
    payment_methods: ['A-Bank', 'Monobank', 'Sense Bank', 'PUMB'],
  }),
  doubted(41.36, 0.45, ['new_advertiser', 'few_orders', 'completion_high'], { nickname: 'new_star_2026' }),
  anAd({ price: 41.37, nickname: 'Lviv Coins', available_usdt: 1_450.9, completed_orders: 1_903, url: null }),
  anAd({
    price: 41.4,
    nickname: 'P2P-Poltava',
    available_usdt: 603.861234,
    completed_orders: 77,
    completion_rate: 97.84,
  }),
]
const sellAds: readonly WireAd[] = [41.05, 41.04, 41.02, 41.01, 40.99, 40.96].map((price, at) =>
  anAd({ price, nickname: `Buyer ${at}`, available_usdt: 400 + 90 * at }),
)

export const theRates = (): Rates => ({
  asset: 'USDT',
  fiat: 'UAH',
  updated_at: now(),
  best_buy: { price: 41.32, exchange: 'binance' },
  best_sell: { price: 41.05, exchange: 'binance' },
  cross_exchange_spread_pct: -0.66,
  exchanges: [],
})

export const aBook = (side: 'BUY' | 'SELL', ads: readonly WireAd[] = side === 'BUY' ? buyAds : sellAds): Orderbook => ({
  asset: 'USDT',
  exchange: 'binance',
  fiat: 'UAH',
  side,
  payment_method: null,
  count: ads.length,
  counts: {
    ads: ads.length,
    trusted: ads.filter(({ trusted }) => trusted).length,
    eligible: ads.filter(({ eligible }) => eligible).length,
  },
  ads,
})

export const theMarkets = (rows = 10): MarketInfo => ({
  asset: 'USDT',
  exchanges: ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin'],
  fiats: [{ code: 'UAH', name: 'Ukrainian Hryvnia' }],
  plan: {
    name: 'Free',
    monthly_quota: 5_000,
    requests_per_minute: 60,
    orderbook_rows: rows,
    history_hours: 0,
    features: [],
  },
  usual_caller: { orders: 10, completion_pct: 95, account_days: 30, verified: false },
})

export const theSources = (changed: Partial<Sources['sources'][number]> = {}): Sources => ({
  sources: ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin'].map((exchange) => ({
    exchange,
    fiat: 'UAH',
    state: 'live',
    reason: null,
    observed_at: now(),
    age_seconds: 0,
    ads: 16,
    trusted_ads: 12,
    last_error: null,
    next_attempt_at: null,
    simulated: false,
    ...changed,
  })),
})

export const knownReply =
  (own: (url: URL) => Reply | null = () => null) =>
  (url: URL): Reply => {
    const answered = own(url)
    if (answered !== null) return answered
    const side = url.searchParams.get('side') === 'SELL' ? 'SELL' : 'BUY'
    const amount = url.searchParams.get('amount')
    const ads = (side === 'BUY' ? buyAds : sellAds).filter(
      ({ trusted, min_amount: least, max_amount: most }) =>
        (trusted || url.searchParams.get('trusted') !== 'true') &&
        (amount === null || (least <= Number(amount) && Number(amount) <= most)),
    )
    const exchange = url.searchParams.get('exchange')
    const bodies: Readonly<Record<string, () => unknown>> = {
      '/orderbook': () => aBook(side, ads),
      '/sources': () => ({
        sources: theSources().sources.filter((one) => exchange === null || one.exchange === exchange),
      }),
      '/markets': () => theMarkets(),
      '/payment-methods': () => toPaymentMethodsResponse(),
      '/rates': theRates,
      '/depth': () => depth.example,
      '/methods': () => methods.example,
    }
    const body = bodies[url.pathname]
    return body === undefined ? refusal(404, 'not_found') : { body: body() }
  }

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  body: { detail: { code, message: code } },
  headers: { 'x-request-id': '7f3a9c', ...headers },
})
