import { z } from 'zod'
import { officialIds } from '../central-banks/all.js'
import { readJson } from '../exchanges/read-json.js'
import { price } from '../read-number-text.js'
import type { SpotTicker } from './spot-ticker.js'

const kraken: SpotTicker = {
  id: 'kraken',
  name: 'Kraken',
  origin: 'https://api.kraken.com',
  request: { method: 'GET', path: '/0/public/Ticker', query: { pair: 'USDTUSD' } },
  read: (text) => {
    const ticker = parse(krakenTicker, text)
    return ticker && { price: ticker.result.USDTZUSD.c[0], atMs: null }
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
    const ticker = parse(coinbaseTicker, text)
    return ticker && { price: ticker.price, atMs: Date.parse(ticker.time) }
  },
}

const coinbaseTicker = z.object({ price, time: z.iso.datetime() })

function parse<Shape>(schema: z.ZodType<Shape>, text: string): Shape | null {
  const json = readJson(text)
  return (json.ok && schema.safeParse(json.value).data) || null
}

/** Spot exchanges that are read for USDT/USD: each one only if all before it fail. */
export const spotTickers: readonly SpotTicker[] = [kraken, coinbase]

/** Ids of all sources of dollar rates. */
export const rateSourceIds: readonly string[] = [...officialIds, ...spotTickers.map(({ id }) => id)]
