import { type ExchangeId, type Fiat, fiats } from '@p2p-rates/core'

/** Depth of a currency's market. It decides board sizes, spreads and the raggedness of honest prices. */
export type Depth = 'thick' | 'mid' | 'thin'

export type Currency = {
  /** Fiat per USDT around which the price wanders. */
  readonly level: number
  readonly decimals: number
  readonly depth: Depth
  /** Standard deviation of one day's wandering, in percent. */
  readonly dailyPct: number
  readonly symbol: string
  /** The hours of a Kyiv day when it is regularly cheaper, and by how much at the bottom. */
  readonly dip?: { readonly hour: number; readonly pct: number }
}

export const currencies: Readonly<Record<Fiat, Currency>> = {
  UAH: { level: 46, decimals: 2, depth: 'thick', dailyPct: 0.35, symbol: '₴', dip: { hour: 5, pct: 0.45 } },
  PLN: { level: 3.75, decimals: 2, depth: 'mid', dailyPct: 0.3, symbol: 'zł' },
  EUR: { level: 0.86, decimals: 3, depth: 'thick', dailyPct: 0.3, symbol: '€', dip: { hour: 18, pct: 0.3 } },
  USD: { level: 1, decimals: 3, depth: 'thick', dailyPct: 0.1, symbol: '$' },
  KZT: { level: 475, decimals: 2, depth: 'thick', dailyPct: 0.4, symbol: '₸' },
  CZK: { level: 21, decimals: 2, depth: 'mid', dailyPct: 0.35, symbol: 'Kč' },
  GBP: { level: 0.75, decimals: 3, depth: 'mid', dailyPct: 0.5, symbol: '£', dip: { hour: 15, pct: 0.8 } },
  TRY: { level: 42, decimals: 2, depth: 'thick', dailyPct: 0.3, symbol: '₺' },
  RON: { level: 4.4, decimals: 2, depth: 'mid', dailyPct: 0.3, symbol: 'lei' },
  GEL: { level: 2.72, decimals: 3, depth: 'mid', dailyPct: 0.3, symbol: '₾' },
  AMD: { level: 392, decimals: 2, depth: 'thin', dailyPct: 0.4, symbol: '֏' },
  MDL: { level: 17, decimals: 2, depth: 'thin', dailyPct: 0.4, symbol: 'L' },
  AZN: { level: 1.7, decimals: 3, depth: 'mid', dailyPct: 0.2, symbol: '₼' },
  KGS: { level: 88, decimals: 2, depth: 'thin', dailyPct: 0.4, symbol: 'сом' },
  INR: { level: 92, decimals: 2, depth: 'thick', dailyPct: 0.4, symbol: '₹' },
  BRL: { level: 5.6, decimals: 3, depth: 'mid', dailyPct: 0.5, symbol: 'R$' },
  VND: { level: 26_000, decimals: 0, depth: 'thick', dailyPct: 0.2, symbol: '₫' },
  PHP: { level: 57, decimals: 2, depth: 'thick', dailyPct: 0.3, symbol: '₱' },
  IDR: { level: 16_700, decimals: 0, depth: 'thick', dailyPct: 0.3, symbol: 'Rp' },
}

/** Honest ads a side, how ragged their prices are and half the distance between the sides, per depth. */
export const depths: Readonly<
  Record<
    Depth,
    { readonly ads: readonly [number, number]; readonly raggednessPct: number; readonly halfSpreadPct: number }
  >
> = {
  thick: { ads: [34, 64], raggednessPct: 0.25, halfSpreadPct: 0.62 },
  mid: { ads: [10, 20], raggednessPct: 0.6, halfSpreadPct: 1.42 },
  thin: { ads: [1, 5], raggednessPct: 1.2, halfSpreadPct: 2.6 },
}

/** Currencies with crossed best prices, because the sides use different rails and both have bait. */
export const fiatsWithCrossedTops: ReadonlySet<string> = new Set<Fiat>(['UAH', 'EUR', 'USD', 'GBP'])

/**
 * Currencies in which buyers pay more than sellers ask, on every exchange and rail for weeks, and by how many percent:
 * what happens where money on a card is worth more than the same money in a merchant's hands.
 */
export type CrossedFiats = Readonly<Partial<Record<Fiat, number>>>

export const decimalsOf = (fiat: Fiat): number => currencies[fiat].decimals

export function roundPrice(price: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(price * scale) / scale
}

/** People type limits with one or two leading digits. */
export function roundLimit(fiat: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(fiat)) - 1)
  return Math.max(1, Math.round(fiat / unit) * unit)
}

/** Currencies that a simulated exchange trades, and the factor for the usual number of ads on its boards. */
export type TradedCurrencies = { readonly size: number; readonly fiats: readonly Fiat[] }

export const tradedCurrencies: ReadonlyMap<ExchangeId, TradedCurrencies> = new Map<ExchangeId, TradedCurrencies>([
  ['binance', { size: 1.6, fiats }],
  ['bybit', { size: 1, fiats: fiats.filter((fiat) => !['CZK', 'RON', 'MDL'].includes(fiat)) }],
  ['okx', { size: 0.8, fiats: fiats.filter((fiat) => !['CZK', 'RON', 'MDL', 'KGS', 'BRL', 'GBP'].includes(fiat)) }],
  ['bitget', { size: 0.6, fiats: ['UAH', 'EUR', 'USD', 'PLN', 'GBP', 'AMD', 'TRY', 'INR', 'BRL', 'VND', 'PHP'] }],
  [
    'mexc',
    { size: 0.5, fiats: ['UAH', 'EUR', 'USD', 'KZT', 'GEL', 'AMD', 'AZN', 'KGS', 'TRY', 'INR', 'VND', 'PHP', 'IDR'] },
  ],
  ['kucoin', { size: 0.3, fiats: ['UAH', 'EUR', 'USD', 'KZT', 'INR', 'TRY', 'VND', 'IDR'] }],
  ['htx', { size: 0.5, fiats: ['UAH', 'EUR', 'USD', 'KZT', 'GBP', 'TRY', 'KGS', 'INR', 'VND', 'GEL', 'PLN', 'IDR'] }],
  ['wallet', { size: 0.4, fiats: ['AMD', 'AZN', 'BRL', 'EUR', 'GEL', 'INR', 'KGS', 'KZT', 'TRY', 'UAH', 'USD'] }],
  ['gate', { size: 0.5, fiats: ['UAH', 'EUR', 'USD', 'KZT', 'TRY', 'INR', 'VND', 'PHP', 'IDR'] }],
])

/** OKX takes bids for rupees and no asks. */
const closedSides: ReadonlySet<string> = new Set(['okx:INR:BUY'])

export const isTraded = (exchange: ExchangeId, fiat: string, side: string): boolean =>
  !closedSides.has(`${exchange}:${fiat}:${side}`) &&
  (tradedCurrencies.get(exchange)?.fiats.some((traded) => traded === fiat) ?? false)
