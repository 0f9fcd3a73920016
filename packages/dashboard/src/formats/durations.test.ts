import { expect, test } from 'vitest'
import { lengthOf, spanOf } from './durations.js'

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [119.4, '119 s'],
  [120, '2 min'],
  [7_199, '120 min'],
  [7_200, '2 h'],
  [172_799, '48 h'],
  [172_800, '2 d'],
])('%d seconds are %s', (seconds, text) => {
  const { n, unit } = spanOf(seconds)
  expect(`${n} ${unit}`).toBe(text)
})

test.each([
  [-60, '0 d 0 h 0 min'],
  [2_400, '0 d 0 h 40 min'],
  [10_440, '0 d 2 h 54 min'],
  [7_200, '0 d 2 h 0 min'],
  [172_799, '2 d 0 h 0 min'],
  [273_600, '3 d 4 h 0 min'],
])('%d seconds last %s', (seconds, text) => {
  const { days, hours, minutes } = lengthOf(seconds)
  expect(`${days} d ${hours} h ${minutes} min`).toBe(text)
})
