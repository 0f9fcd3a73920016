import { expect, test } from 'vitest'
import { compareDoors } from '../testing/compare-doors.js'

test('both doors give the same status, headers and bytes to any reader', async () => {
  const seed = Math.floor(Math.random() * 1e9)
  const { differences, statuses } = await compareDoors({ seed, count: 1_500 })
  expect({ seed, differences: differences.slice(0, 3) }).toEqual({ seed, differences: [] })
  // It would prove little if all had been refused.
  for (const status of [200, 304, 400, 401, 403, 404, 429]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
})
