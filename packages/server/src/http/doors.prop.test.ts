import { expect, test } from 'vitest'
import { later } from '../limits/testing/later.js'
import { compareDoors } from '../testing/compare-doors.js'

test.each([
  ['decides at once', {}],
  ['has to ask elsewhere', { limiterOver: later }],
])('both doors give the same status, headers and bytes to any reader, when the limiter %s', async (_, options) => {
  const seed = Number(process.env.SEED)
  const { differences, statuses } = await compareDoors({ seed, count: 300, ...options })
  expect({ seed, differences: differences.slice(0, 3) }).toEqual({ seed, differences: [] })
  // It would prove little if all had been refused.
  for (const status of [200, 304, 400, 401, 403, 404, 429]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
})
