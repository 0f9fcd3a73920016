import { createRandom, fixingWindow, seedFor, spotTickers, type UsdtUsd } from '@p2p-rates/core/internal'
import type { World } from '../world/world.js'

const usdtUsdStepMs = 15 * 60_000

/** US dollars per USDT in this world, with 5 decimals: within 0.05 % of one. */
export function usdtUsdRate({ seed }: Pick<World, 'seed'>, atMs: number): number {
  const random = createRandom(seedFor(seed, 'usdt-usd', Math.floor(atMs / usdtUsdStepMs)))
  return Number(random.between(0.9995, 1.0005).toFixed(5))
}

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

const dayMs = 86_400_000

/** USDT/USD as a server with one reading every 15 minutes reads it last in the hour of each day's fixing. */
export function usdtUsdHistory(span: {
  readonly seed: number
  readonly fromMs: number
  readonly toMs: number
}): readonly UsdtUsd[] {
  const [ticker] = spotTickers
  if (ticker === undefined) return []
  const offsetMs = fixingWindow.toMs - usdtUsdStepMs
  const readings: UsdtUsd[] = []
  for (let atMs = Math.ceil((span.fromMs - offsetMs) / dayMs) * dayMs + offsetMs; atMs <= span.toMs; atMs += dayMs)
    readings.push({ rate: usdtUsdRate(span, atMs), source: ticker.name, observedAtMs: atMs })
  return readings
}
