import { describe, expect, test } from 'vitest'
import { nearestPriced, nextPriced, ofSide, priceTimeSeries } from './price-time-series.js'

const step = 300_000
const at = (slot: number) => slot * step
const point = (slot: number, ...prices: (number | null)[]) => ({ atMs: at(slot), prices })
const grid = (points: readonly ReturnType<typeof point>[], from = 0, to = 9) =>
  priceTimeSeries(points, 2, { fromMs: at(from), toMs: at(to) + 1, stepMs: step })

describe('the grid', () => {
  test('has every slot of the span, and nothing is prolonged or connected', () => {
    const { times, series } = grid([point(1, 41, 40), point(2, 42, null), point(5, 43, 41)], 0, 6)
    expect(times).toEqual([0, 1, 2, 3, 4, 5, 6].map(at))
    expect(series).toEqual([
      [null, 41, 42, null, null, 43, null],
      [null, 40, null, null, null, 41, null],
    ])
  })
  test('leaves out what lies outside of the span', () => {
    expect(grid([point(1, 41, 40), point(8, 42, 41)], 4, 6).series).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })
  test('names gaps from four slots on, at the beginning and at the end, too', () => {
    const { gaps } = grid([point(4, 41, 40), point(8, 41, 40), point(13, 41, 40)], 0, 16)
    expect(gaps).toEqual([
      { fromMs: at(0), toMs: at(4) },
      { fromMs: at(9), toMs: at(13) },
    ])
  })
  test('a side that is missing alone is no gap', () => {
    const lone = Array.from({ length: 10 }, (_, slot) => point(slot, 41, null))
    expect(grid(lone).gaps).toEqual([])
  })
  test('without a point is one gap', () => {
    expect(grid([]).gaps).toEqual([{ fromMs: at(0), toMs: at(10) }])
  })
})

describe('moving over it', () => {
  const moved = grid([point(1, 41, 40), point(2, 42, null), point(7, null, 41)])
  test('snaps to the nearest slot with a price', () => {
    expect([0, 1, 4, 6, 9].map((slot) => nearestPriced(moved, slot))).toEqual([1, 1, 2, 7, 7])
    expect(nearestPriced(grid([]), 3)).toBeNull()
  })
  test('steps over gaps and stops at both ends', () => {
    expect(nextPriced(moved, 2, 1)).toBe(7)
    expect(nextPriced(moved, 7, 1)).toBe(7)
    expect(nextPriced(moved, 7, -10)).toBe(1)
  })
})

test('one side has its own series, alone or with those it is compared with', () => {
  const both = grid([point(0, 41, 40)], 0, 0)
  expect([ofSide(both, 'buy').series, ofSide(both, 'sell').series]).toEqual([[[41]], [[40]]])
  const compared = { ...both, series: [[41], [40], [40.9], [40.1]] }
  expect(ofSide(compared, 'sell').series).toEqual([[40], [40.1]])
})
