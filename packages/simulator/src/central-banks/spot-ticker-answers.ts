import { createRandom, seedFor } from '@p2p-rates/core/internal'
import type { World } from '../world/world.js'

const stepMs = 15 * 60_000

/** US dollars per USDT in this world: within 0.05 % of one. */
export const usdtUsdRate = ({ seed }: World, atMs: number): number =>
  createRandom(seedFor(seed, 'usdt-usd', Math.floor(atMs / stepMs))).between(0.9995, 1.0005)

/** Answers by path. */
export const spotTickerAnswers: ReadonlyMap<string, (rate: number, atMs: number) => string> = new Map([
  [
    '/kraken/0/public/Ticker?pair=USDTUSD',
    (rate) => JSON.stringify({ error: [], result: { USDTZUSD: { c: [rate.toFixed(5), '250.00000000'] } } }),
  ],
  [
    '/coinbase/products/USDT-USD/ticker',
    (rate, atMs) =>
      JSON.stringify({ trade_id: 1, price: rate.toFixed(5), size: '250', time: new Date(atMs).toISOString() }),
  ],
])
