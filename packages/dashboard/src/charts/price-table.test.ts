import { expect, test } from 'vitest'
import { priceTableRows } from './price-table.js'
import { priceTimeSeries } from './price-time-series.js'

test('the newest row comes first, and a gap is one row', () => {
  const points = [0, 1, 6].map((slot) => ({ atMs: slot, prices: [41 + slot, slot === 1 ? null : 40] }))
  expect(priceTableRows(priceTimeSeries(points, 2, { fromMs: 0, toMs: 6, stepMs: 1 }), 2)).toEqual([
    { kind: 'price', atMs: 6, prices: [47, 40] },
    { kind: 'gap', fromMs: 2, toMs: 5, points: 4 },
    { kind: 'price', atMs: 1, prices: [42, null] },
    { kind: 'price', atMs: 0, prices: [41, 40] },
  ])
})

test('a slot in which only others have a price is a gap, too', () => {
  const points = [0, 1].map((slot) => ({ atMs: slot, prices: [slot === 0 ? 41 : null, 40] }))
  expect(priceTableRows(priceTimeSeries(points, 2, { fromMs: 0, toMs: 1, stepMs: 1 }), 1)).toEqual([
    { kind: 'gap', fromMs: 1, toMs: 1, points: 1 },
    { kind: 'price', atMs: 0, prices: [41] },
  ])
})
