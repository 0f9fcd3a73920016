import { expect, test } from 'vitest'
import { createHandClock } from '../testing/hand-clock.js'
import { createMemoryPollNonces } from './memory-poll-nonces.js'
import { pollNoncesContract } from './poll-nonces.contract.js'

pollNoncesContract(async () => {
  const clock = createHandClock()
  const nonces = createMemoryPollNonces(clock)
  return { both: [nonces, nonces], pass: async (ms) => clock.advance(ms) }
})

test('a number is good only where it was given out', async () => {
  const clock = createHandClock()
  const [one, other] = [createMemoryPollNonces(clock), createMemoryPollNonces(clock)]
  expect(await other.use('home', await one.issue('home'))).toBe(false)
})
