import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline-path.js'

const box = { fromMs: 0, toMs: 100, width: 100, height: 10 }
const points = (...list: readonly (readonly [number, number | null])[]) =>
  list.map(([atMs, price]) => ({ atMs, price }))

test('the line breaks where prices are missing for a while, and a lone point is a dot', () => {
  expect(sparklinePath(points([0, 1], [10, 2], [20, null], [50, 1], [90, 3]), box, 15)).toBe(
    'M0.0 10.0h0L10.0 5.0M50.0 10.0h0M90.0 0.0h0',
  )
})

test('a flat line stands in the middle, and nothing is drawn of nothing', () => {
  expect(sparklinePath(points([0, 5], [100, 5]), box, 100)).toBe('M0.0 5.0h0L100.0 5.0')
  expect(sparklinePath([], box, 10)).toBe('')
})
