import { expect, test } from 'vitest'
import { createHandClock } from '../testing/hand-clock.js'
import { createAttempts } from './attempts.js'

test('so many are heard of each name within the span, and the wait that is told is neither too short nor too long', () => {
  const clock = createHandClock()
  const attempts = createAttempts({ clock, most: 3, spanMs: 60_000 })
  for (let count = 0; count < 3; count++) {
    expect(attempts.begin('here')).toBeNull()
    clock.advance(10_000)
  }
  for (let count = 0; count < 20; count++) expect(attempts.begin('here')).toBe(30)
  expect(attempts.begin('there')).toBeNull()
  clock.advance(29_999)
  expect(attempts.begin('here')).toBe(1)
  clock.advance(1)
  expect(attempts.begin('here')).toBeNull()
  expect(attempts.begin('here')).toBe(10)
})
