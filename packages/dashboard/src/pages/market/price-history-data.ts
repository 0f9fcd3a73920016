import type { Candles, CandlesQuery, History, HistoryQuery } from '@p2p-rates/contract'
import type { PricePoint } from '../../charts/price-time-series.js'

const hourMs = 3_600_000

export const ranges = {
  '24h': { hours: 24, stepMs: 300_000, interval: null, axisHours: 2, axisHoursOnPhone: 6 },
  '7d': { hours: 168, stepMs: 900_000, interval: '15m', axisHours: 24, axisHoursOnPhone: 48 },
  '30d': { hours: 720, stepMs: hourMs, interval: '1h', axisHours: 120, axisHoursOnPhone: 240 },
} as const

type Range = keyof typeof ranges

/** A day comes point by point, longer periods as closing prices. */
export const historyQuery = (fiat: string, exchange: string, range: Range): HistoryQuery | null =>
  range === '24h' ? { fiat, exchange, hours: 24, max_points: 300 } : null

export function candlesQuery(fiat: string, exchange: string, range: Range): CandlesQuery | null {
  const { interval, hours } = ranges[range]
  return interval === null ? null : { fiat, exchange, interval, hours }
}

type Pair = { readonly atMs: number; readonly buy: number | null; readonly sell: number | null }

export const pairsOf = (history: History | null, candles: Candles | null): readonly Pair[] | null =>
  history !== null
    ? history.points.map(({ t, buy, sell }) => ({ atMs: Date.parse(t), buy, sell }))
    : (candles?.candles.map(({ t, buy, sell }) => ({
        atMs: Date.parse(t),
        buy: buy?.close ?? null,
        sell: sell?.close ?? null,
      })) ?? null)

/** The two lines of one series, and where another is compared with it, two more. */
export function pointsOf(own: readonly Pair[], compared: readonly Pair[] | null): readonly PricePoint[] {
  const others = new Map(compared?.map((pair) => [pair.atMs, pair]))
  const times = [...new Set([...own.map(({ atMs }) => atMs), ...others.keys()])]
  const owns = new Map(own.map((pair) => [pair.atMs, pair]))
  return times.map((atMs) => {
    const [pair, other] = [owns.get(atMs), others.get(atMs)]
    const prices = [pair?.buy ?? null, pair?.sell ?? null]
    return { atMs, prices: compared === null ? prices : [...prices, other?.buy ?? null, other?.sell ?? null] }
  })
}
