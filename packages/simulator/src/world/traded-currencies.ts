import { type ExchangeId, type Fiat, fiats } from '@p2p-rates/core'

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
