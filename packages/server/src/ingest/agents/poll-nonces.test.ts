import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { pollNoncesContract } from './poll-nonces.contract.js'
import { createMemoryPollNonces } from './poll-nonces.js'

pollNoncesContract(async () => {
  const clock = createFakeClock()
  const nonces = createMemoryPollNonces(clock)
  return { both: [nonces, nonces], pass: async (ms) => clock.advance(ms) }
})

test('a number is good only where it was given out', async () => {
  const clock = createFakeClock()
  const [one, other] = [createMemoryPollNonces(clock), createMemoryPollNonces(clock)]
  expect(await other.use('home', await one.issue('home'))).toBe(false)
})
