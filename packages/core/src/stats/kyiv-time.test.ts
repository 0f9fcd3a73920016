import { expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { kyivTime } from './kyiv-time.js'

test('the hour in Kyiv follows the change of clocks', () =>
  checkEach(
    [
      ['2026-10-25T00:30Z', 3],
      ['2026-10-25T01:30Z', 3],
      ['2026-03-29T00:59Z', 2],
      ['2026-03-29T01:00Z', 4],
      ['2026-01-15T12:00Z', 14],
      ['2026-07-15T12:00Z', 15],
      ['2026-07-15T21:00Z', 0],
    ] as const,
    ([instant, hour]) => {
      expect(kyivTime(Date.parse(instant)).hour).toBe(hour)
    },
  ))

test('midnight in Kyiv begins the next date', () => {
  expect(kyivTime(Date.parse('2026-07-15T20:59Z')).date).not.toBe(kyivTime(Date.parse('2026-07-15T21:00Z')).date)
})

const hoursOf = (dayStartsUtc: string) => {
  const start = Date.parse(dayStartsUtc)
  const { date } = kyivTime(start)
  let hours = 0
  while (kyivTime(start + hours * 3_600_000).date === date) hours++
  return hours
}

test('the days on which the clocks change have 23 and 25 hours', () => {
  expect(hoursOf('2026-03-28T22:00Z')).toBe(23)
  expect(hoursOf('2026-10-24T21:00Z')).toBe(25)
  expect(hoursOf('2026-10-25T22:00Z')).toBe(24)
})
