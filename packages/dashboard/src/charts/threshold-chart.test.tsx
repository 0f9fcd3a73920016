import { expect, test } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { gapsOf, linesOf, rangeOf, ThresholdChart } from './threshold-chart.js'

const slot = 300_000

test('a missing slot and a missing value part the line', () => {
  const points = [
    { atMs: 0, value: 1 },
    { atMs: slot, value: 2 },
    { atMs: 2 * slot, value: null },
    { atMs: 3 * slot, value: 3 },
    { atMs: 6 * slot, value: 4 },
  ]
  expect(linesOf(points).map((line) => line.map(({ value }) => value))).toEqual([[1, 2], [3], [4]])
})

test('holes of more than four slots are gaps, also the one until now', () => {
  expect(gapsOf([{ atMs: 0 }, { atMs: 3 * slot }, { atMs: 9 * slot }], 20 * slot)).toEqual([
    { fromMs: 3 * slot, toMs: 9 * slot },
    { fromMs: 9 * slot, toMs: 20 * slot },
  ])
})

test('the range holds the data and the threshold, with round values in it', () => {
  const { low, high, ticks } = rangeOf([41.1, 41.36], 41)
  expect(low).toBeLessThan(41)
  expect(high).toBeGreaterThan(41.36)
  expect(ticks).toEqual([41, 41.1, 41.2, 41.3])
  const few = [rangeOf([41], null), rangeOf([44.51, 44.69], 44.6), rangeOf([0.858, 0.861], 0.86)]
  expect(few.map((one) => one.ticks.length >= 2)).toEqual([true, true, true])
  expect(rangeOf([41], null).high).toBeGreaterThan(41)
})

test('says its facts, and has a ring wherever it fired', async () => {
  const one = await renderPart(
    <ThresholdChart
      points={[0, 1, 2, 3].map((at) => ({ atMs: at * slot, value: 41 + (at % 2) }))}
      fromMs={0}
      toMs={4 * slot}
      threshold={41}
      rings={[0, 2 * slot]}
      side="buy"
      sentence="Facts"
      writeValue={String}
      writeTime={String}
      nameGap={String}
    />,
  )
  expect(one.container.querySelector('svg')?.getAttribute('aria-label')).toBe('Facts')
  expect(one.container.querySelectorAll('.ring')).toHaveLength(2)
  expect(one.container.querySelectorAll('polyline')).toHaveLength(1)
})
