export const asset = 'USDT'

/** Action of the caller: BUY takes sellers' ads, SELL takes buyers' ads. */
export const sides = ['BUY', 'SELL'] as const
export type Side = (typeof sides)[number]

type Priced = { readonly price: number }

/** Order of prices for the caller of a side, the best first. */
export const bestFirst = (side: Side) => (a: Priced, b: Priced) =>
  side === 'BUY' ? a.price - b.price : b.price - a.price

/** Adapters are pluggable, so an id is any text. `exchangeIds` lists those asked by default, in the usual order. */
export type ExchangeId = string

/** The supported currencies, in the order used everywhere, with their English names. */
export const fiatNames = {
  UAH: 'Ukrainian Hryvnia',
  PLN: 'Polish Zloty',
  EUR: 'Euro',
  USD: 'US Dollar',
  KZT: 'Kazakhstani Tenge',
  CZK: 'Czech Koruna',
  GBP: 'British Pound',
  TRY: 'Turkish Lira',
  RON: 'Romanian Leu',
  GEL: 'Georgian Lari',
  AMD: 'Armenian Dram',
  MDL: 'Moldovan Leu',
  AZN: 'Azerbaijani Manat',
  KGS: 'Kyrgyzstani Som',
  INR: 'Indian Rupee',
  BRL: 'Brazilian Real',
  VND: 'Vietnamese Dong',
  PHP: 'Philippine Peso',
  IDR: 'Indonesian Rupiah',
} as const

export type Fiat = keyof typeof fiatNames

/** Codes of the supported currencies, in the order used everywhere. */
export const fiats = Object.keys(fiatNames) as readonly Fiat[] as readonly [Fiat, ...Fiat[]]
