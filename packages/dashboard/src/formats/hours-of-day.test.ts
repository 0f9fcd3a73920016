import { expect, test } from 'vitest'
import { hourText, shiftedHours } from './hours-of-day.js'

test('hours of Kyiv are shifted to another clock, over midnight and by half hours', () => {
  expect(shiftedHours([5, 4, 6], 0)).toEqual([4, 5, 6])
  expect(shiftedHours([0, 23], -2)).toEqual([21, 22])
  expect(shiftedHours([5], 3.5).map(hourText)).toEqual(['08:30'])
})
