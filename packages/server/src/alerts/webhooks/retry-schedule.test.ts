import { expect, test } from 'vitest'
import { longestWaitMs, maxFailures, readRetryAfterMs, waitAfterFailuresMs } from './retry-schedule.js'

const minute = 60_000
const hour = 60 * minute
const waits = (random: number) =>
  Array.from({ length: maxFailures - 1 }, (_, index) => waitAfterFailuresMs(index + 1, random, 0))

test('ten attempts take 73 hours, 12 minutes and 35 seconds', () => {
  expect(waits(0)).toEqual([5_000, 30_000, 2 * minute, 10 * minute, hour, 4 * hour, 10 * hour, 24 * hour, 34 * hour])
  expect(waits(0).reduce((sum, ms) => sum + ms, 0)).toBe(73 * hour + 12 * minute + 35_000)
})

test('chance adds up to a tenth and takes nothing away', () => {
  const late = waits(0.999999)
  for (const [index, ms] of waits(0).entries()) {
    expect(late[index]).toBeGreaterThan(ms * 1.0999)
    expect(late[index]).toBeLessThan(ms * 1.1)
    expect(late[index]).toBeLessThanOrEqual(longestWaitMs)
  }
})

test('a receiver may ask for more time, up to a day, never for less', () => {
  expect(waitAfterFailuresMs(1, 0, 3_600_000)).toBe(hour)
  expect(waitAfterFailuresMs(1, 0, 40 * hour)).toBe(24 * hour)
  expect(waitAfterFailuresMs(5, 0, 10_000)).toBe(hour)
  expect(waitAfterFailuresMs(9, 0, 40 * hour)).toBe(34 * hour)
})

test.each([
  ['120', 120_000],
  ['99999999999999', 99_999_999_999_999_000],
  ['Sat, 21 Nov 2026 12:10:00 GMT', 10 * minute],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['', 0],
])('Retry-After %j is read as %d ms', (header, ms) => {
  expect(readRetryAfterMs(header, Date.UTC(2026, 10, 21, 12))).toBe(ms)
})
