import { expect, test } from 'vitest'
import { systemClock } from '../../base/time/clock.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { authRateLimitContract } from './auth-rate-limit.contract.js'
import { createAuthRateLimit } from './auth-rate-limiters.js'

authRateLimitContract('in memory', async (size) => {
  const budget = createAuthRateLimit({ clock: systemClock, ...size })
  return [budget, budget]
})

test('a fixed number of each name is allowed within the span, and the returned wait is neither too short nor too long', () => {
  const clock = createFakeClock()
  const attempts = createAuthRateLimit({ clock, most: 3, spanMs: 60_000 })
  for (let count = 0; count < 3; count++) {
    expect(attempts.countAttempt('here')).toBeNull()
    clock.advance(10_000)
  }
  for (let count = 0; count < 20; count++) expect(attempts.countAttempt('here')).toBe(30)
  expect(attempts.countAttempt('there')).toBeNull()
  clock.advance(29_999)
  expect(attempts.countAttempt('here')).toBe(1)
  clock.advance(1)
  expect(attempts.countAttempt('here')).toBeNull()
  expect(attempts.countAttempt('here')).toBe(10)
})
