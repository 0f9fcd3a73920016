import { expect, test } from 'vitest'
import { systemClock } from '../../base/time/clock.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createAuthRateLimiters } from './auth-rate-limiters.js'
import { passwordThrottleContract } from './password-throttle.contract.js'

passwordThrottleContract('in memory', async () => {
  const { wrongPasswords } = createAuthRateLimiters(systemClock)
  return [wrongPasswords, wrongPasswords]
})

test('in memory the returned wait is neither too short nor longer than 15 minutes', () => {
  const clock = createFakeClock()
  const { wrongPasswords } = createAuthRateLimiters(clock)
  const begin = () => wrongPasswords.reserveAttempt('here', 'ann@example.com')
  for (let guess = 0; guess < 5; guess++) {
    begin()
    clock.advance(60_000)
  }
  for (let guess = 0; guess < 50; guess++) expect(begin()).toEqual({ waitSeconds: 600 })
  clock.advance(599_999)
  expect(begin()).toEqual({ waitSeconds: 1 })
  clock.advance(1)
  expect(begin()).toHaveProperty('wasRight')
})

test('in memory twenty thousand refused guesses of one network free neither it nor the address that it tries', () => {
  const { wrongPasswords } = createAuthRateLimiters(createFakeClock())
  const isHeard = (network: string, email: string) => !('waitSeconds' in wrongPasswords.reserveAttempt(network, email))
  for (let guess = 0; guess < 5; guess++) isHeard('attacker', 'ann@example.com')
  for (let guess = 0; guess < 5; guess++) isHeard('attacker', 'bob@example.com')
  for (let time = 0; time < 20_001; time++) isHeard('attacker', `${time}@example.com`)
  expect(isHeard('attacker', 'ann@example.com')).toBe(false)
})
