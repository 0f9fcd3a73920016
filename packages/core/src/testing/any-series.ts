import fc from 'fast-check'
import { slotMs } from '../history/point.js'
import { createSeries, type Series, writePoint } from '../history/series.js'

export const seriesStartMs = Date.UTC(2026, 4, 1, 7, 35)

/** Prices in hundredths; `undefined` leaves the slot empty. */
export type SlotPrices =
  | {
      readonly buy: number | null
      readonly sell: number | null
      readonly buyAds?: number
      readonly sellAds?: number
    }
  | undefined

export function seriesOf(slots: readonly SlotPrices[]): Series {
  const series = createSeries(slots.length)
  slots.forEach((prices, slot) => {
    if (prices !== undefined) writePoint(series, { t: seriesStartMs + slot * slotMs, buyAds: 1, sellAds: 1, ...prices })
  })
  return series
}

const price = fc.option(
  fc.integer({ min: 1, max: 9999 }).map((hundredths) => hundredths / 100),
  { nil: null, freq: 6 },
)
const ads = fc.integer({ min: 0, max: 200 })
const slot: fc.Arbitrary<SlotPrices> = fc.option(fc.record({ buy: price, sell: price, buyAds: ads, sellAds: ads }), {
  nil: undefined,
  freq: 4,
})

export const anySeries = fc.array(slot, { minLength: 1, maxLength: 400 }).map(seriesOf)
