import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { chart } from './chart.js'
import { displayWidth } from './display-width.js'

const plain = { width: 60, paint: picocolors.createColors(false) }
const times = Array.from({ length: 6 }, (_, hour) => `2026-11-21T0${hour}:00:00.000Z`)

const sides = [
  { name: 'you buy at', values: [3, 3.2, 3, 3, 3, 3] },
  { name: 'you sell at', values: [2.99, 3.19, 2.99, 2.99, 2.99, 2.99] },
]

test('each line has a band of its own with its name above, however near they are', () => {
  const text = chart(sides, times, plain)
  expect(text.filter((line) => / you (buy|sell) at/.test(line))).toHaveLength(2)
  const [buy, sell] = text.join('\n').split('you sell at')
  expect(buy).toMatch(/3\.00 [┼┤]╯╰───/)
  expect(sell).toMatch(/2\.99 [┼┤]╯╰───/)
})

test.each([30, 50, 80, 120])('a chart fits %i columns and a window of 24 lines with what stands around it', (width) => {
  const long = Array.from({ length: 300 }, (_, minute) => new Date(minute * 60_000).toISOString())
  const text = chart(
    sides.map(({ name }) => ({ name, values: long.map((_, index) => 41 + Math.sin(index / 9)) })),
    long,
    { ...plain, width },
  )
  for (const line of text) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  expect(text.length).toBeLessThanOrEqual(16)
})

test('where nothing is known, nothing is drawn', () => {
  const [line] = chart([{ name: 'you buy at', values: [1, 1, null, null, 1, 1] }], times, plain).filter((row) =>
    row.includes('─'),
  )
  expect(line).toMatch(/┼── {2}─$/)
})

test.each([
  ['a cheap currency', [26_190, 26_240]],
  ['a dear one', [0.861, 0.8642]],
  ['a price that never moved', [41.3, 41.3]],
])('%s: neighbouring labels differ', (_, values) => {
  const labels = chart([{ name: 'you buy at', values }], times, plain).flatMap(
    (row) => /^ *([\d.]+) [┤┼]/.exec(row)?.[1] ?? [],
  )
  expect(labels.length).toBeGreaterThan(4)
  expect(new Set(labels).size).toBe(labels.length)
})
