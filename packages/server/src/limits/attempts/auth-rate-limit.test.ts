import { expect, test } from 'vitest'
import { createHandClock } from '../../testing/hand-clock.js'
import { systemClock } from '../../time/clock.js'
import { attemptBudgetContract } from './auth-rate-limit.contract.js'
import { createAttemptBudget } from './auth-rate-limit.js'

attemptBudgetContract('in memory', async (size) => {
  const budget = createAttemptBudget({ clock: systemClock, ...size })
  return [budget, budget]
})

test('a fixed number of each name is allowed within the span, and the returned wait is neither too short nor too long', () => {
  const clock = createHandClock()
  const attempts = createAttemptBudget({ clock, most: 3, spanMs: 60_000 })
  for (let count = 0; count < 3; count++) {
    expect(attempts.count('here')).toBeNull()
    clock.advance(10_000)
  }
  for (let count = 0; count < 20; count++) expect(attempts.count('here')).toBe(30)
  expect(attempts.count('there')).toBeNull()
  clock.advance(29_999)
  expect(attempts.count('here')).toBe(1)
  clock.advance(1)
  expect(attempts.count('here')).toBeNull()
  expect(attempts.count('here')).toBe(10)
})
