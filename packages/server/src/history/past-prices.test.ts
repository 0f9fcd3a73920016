import { createSeries, slotMs, writePoint } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { createReadPastPrices } from './past-prices.js'

const startMs = Date.UTC(2026, 10, 20)

test('the newest prices of the hour before a moment are read, each side for itself', async () => {
  const series = createSeries(288)
  const write = (slot: number, buy: number | null, sell: number | null) =>
    writePoint(series, { t: startMs + slot * slotMs, buy, sell, buyAds: 1, sellAds: 1 })
  write(0, 41, 40)
  write(4, 41.5, null)
  write(12, 42, 41)
  write(13, 43, 42)
  const history = { readSeries: () => series, isCached: () => false }
  const read = createReadPastPrices(history, false)
  expect(await read('UAH', startMs + 11 * slotMs)).toEqual({ buy: 41.5, sell: 40 })
  expect(await read('UAH', startMs + 13 * slotMs - 1)).toEqual({ buy: 42, sell: 41 })
  expect(await read('UAH', startMs + 26 * slotMs)).toEqual({ buy: null, sell: null })
  // In the transaction of several servers, only memory counts.
  expect(await createReadPastPrices(history, true)('UAH', startMs + 11 * slotMs)).toEqual({ buy: null, sell: null })
  const cached = createReadPastPrices({ ...history, isCached: () => true }, true)
  expect(await cached('UAH', startMs + 11 * slotMs)).toEqual({ buy: 41.5, sell: 40 })
})
