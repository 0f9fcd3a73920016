import { fixingWindow, spotTickers, type UsdtUsd } from '@p2p-rates/core/internal'
import { usdtUsdRate, usdtUsdStepMs } from './spot-ticker-answers.js'

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
