import {
  createRandom,
  createSeries,
  downsample,
  rangeOf,
  type Series,
  slotMs,
  writePoint,
} from '@p2p-rates/core/internal'
import type { Benchmark } from './benchmark.js'
import { bareScan, maxPoints } from './history/bare-scan.js'
import { heldBytes, medianMicroseconds } from './median-time.js'

export const historyMemory: Benchmark = {
  name: 'history-memory',
  goal: '1,000,000 history points in <= 12.5 MB; 720 hours thinned to 300 points in <= 1.5x a bare scan of the same arrays',
  run: async ({ print }) => {
    const megabytes = memoryOfAMillion()
    const ratio = thinningRatio()
    print(`1,000,000 points hold ${megabytes.toFixed(2)} MB`)
    print(`720 h to 300 points: ${ratio.toFixed(2)}x a bare scan`)
    return {
      met: megabytes <= 12.5 && ratio <= 1.5,
      figures: { megabytesPerMillionPoints: megabytes, thinningRatio: ratio },
    }
  },
}

const monthSlots = 30 * 288
const startMs = Date.UTC(2026, 0, 1)

function memoryOfAMillion(): number {
  const markets = Math.ceil(1_000_000 / monthSlots)
  const before = heldBytes()
  const all = Array.from({ length: markets }, (_, market) => filled(monthSlots, market))
  const after = heldBytes()
  const points = all.reduce((sum, series) => sum + series.length, 0)
  return (((after - before) / points) * 1_000_000) / 1e6
}

function filled(slots: number, market: number): Series {
  const series = createSeries(slots)
  const random = createRandom(market)
  let price = 41
  for (let slot = 0; slot < slots; slot++) {
    price += random.integer(-2, 2) / 100
    writePoint(series, { t: startMs + slot * slotMs, buy: price + 0.3, sell: price - 0.3, buyAds: 20, sellAds: 18 })
  }
  return series
}

function thinningRatio(): number {
  const series = filled(monthSlots, 7)
  const range = rangeOf(series, startMs, startMs + monthSlots * slotMs - 1)
  const [scanned = Number.NaN, thinned = Number.NaN] = medianMicroseconds(2000, [
    () => bareScan(series),
    () => downsample(series, range, maxPoints),
  ])
  return thinned / scanned
}
