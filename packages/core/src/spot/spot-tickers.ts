import { z } from 'zod'
import { officialIds } from '../central-banks/all.js'
import type { WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import { parseJson } from '../exchanges/read-json.js'
import { readSource, type SourceReading } from '../exchanges/read-source.js'
import type { Fault } from '../fault.js'
import { price } from '../read-number-text.js'

/** A spot exchange that publishes its price of USDT in US dollars without a key. It does no I/O. */
export type SpotTicker = {
  readonly id: string
  readonly name: string
  readonly origin: string
  readonly request: WireRequest
  readonly read: (text: string) => LastTrade | null
}

/** `atMs` is null if the exchange does not tell the time. */
export type LastTrade = { readonly price: number; readonly atMs: number | null }

/** US dollars per USDT. It corrects no price. */
export type UsdtUsd = { readonly rate: number; readonly source: string; readonly observedAtMs: number }

export type UsdtUsdReading = SourceReading<{ readonly usdtUsd: UsdtUsd }>

export const readUsdtUsd = ({ name, read }: SpotTicker, answer: HttpAnswer | Fault, nowMs: number): UsdtUsdReading =>
  readSource(name, answer, nowMs, (text, fault) => {
    const trade = text.length > maxCharacters ? null : read(text)
    if (trade === null) return fault('schema_drift', `${name} shows its ticker in an unknown shape.`)
    const { price, atMs } = trade
    if (!(price >= leastRate && price <= mostRate))
      return fault('bad_response', `${name} shows an impossible USDT rate.`)
    if (atMs !== null && !(Math.abs(nowMs - atMs) <= mostTradeAgeMs))
      return fault('bad_response', `${name} shows a trade that is not recent.`)
    return { usdtUsd: { rate: Number(price.toFixed(6)), source: name, observedAtMs: nowMs } }
  })

/** A ticker has 500 characters. */
const maxCharacters = 20_000

/** Rates beyond these are taken for errors. */
const leastRate = 0.5
const mostRate = 2

/** USDT is traded for dollars every minute. */
const mostTradeAgeMs = 3_600_000

const kraken: SpotTicker = {
  id: 'kraken',
  name: 'Kraken',
  origin: 'https://api.kraken.com',
  request: { method: 'GET', path: '/0/public/Ticker', query: { pair: 'USDTUSD' } },
  read: (text) => {
    const ticker = parseJson(krakenTicker, text)
    return ticker === undefined ? null : { price: ticker.result.USDTZUSD.c[0], atMs: null }
  },
}

/** `c` is the last trade: price and volume. */
const krakenTicker = z.object({
  error: z.tuple([]),
  result: z.object({ USDTZUSD: z.object({ c: z.tuple([price], z.unknown()) }) }),
})

const coinbase: SpotTicker = {
  id: 'coinbase',
  name: 'Coinbase',
  origin: 'https://api.exchange.coinbase.com',
  request: { method: 'GET', path: '/products/USDT-USD/ticker' },
  read: (text) => {
    const ticker = parseJson(coinbaseTicker, text)
    return ticker === undefined ? null : { price: ticker.price, atMs: Date.parse(ticker.time) }
  },
}

const coinbaseTicker = z.object({ price, time: z.iso.datetime() })

/** Spot exchanges that are read for USDT/USD: each one only if all before it fail. */
export const spotTickers: readonly SpotTicker[] = [kraken, coinbase]

/** Ids of all sources of dollar rates. */
export const rateSourceIds: readonly string[] = [...officialIds, ...spotTickers.map(({ id }) => id)]
