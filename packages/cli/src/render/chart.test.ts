import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { chart } from './chart.js'

const plain = { width: 60, paint: picocolors.createColors(false) }
const times = Array.from({ length: 6 }, (_, hour) => `2026-11-21T0${hour}:00:00.000Z`)

test('two lines are told apart without colour, and the legend says which is which', () => {
  const text = chart(
    [
      { name: 'you buy at', values: [3, 3, 3, 3, 3, 3] },
      { name: 'you sell at', values: [1, 1, 1, 1, 1, 1] },
    ],
    times,
    plain,
  )
  expect(text[0]).toBe(' 3.00 ┼─────')
  expect(text.at(-3)).toBe(' 1.00 ┼═════')
  expect(text.at(-1)).toMatch(/─ you buy at +═ you sell at/)
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
  expect(labels.length).toBeGreaterThan(10)
  expect(new Set(labels).size).toBe(labels.length)
})
