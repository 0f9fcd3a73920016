import { expect, test } from 'vitest'
import { later } from '../limits/testing/later.js'
import { compareDoors } from '../testing/compare-doors.js'

test.each([
  ['decides at once', {}],
  ['has to ask elsewhere', { limiterOver: later }],
])('both doors give the same status, headers and bytes to any reader, when the limiter %s', async (_, options) => {
  const seed = Number(process.env.SEED)
  // Require a mix of statuses: comparing only rejections would prove little.
  const meets = [200, 304, 400, 401, 403, 404, 429]
  const { differences, statuses } = await compareDoors({ seed, count: 300, meets, ...options })
  expect({ seed, differences: differences.slice(0, 3) }).toEqual({ seed, differences: [] })
  for (const status of meets) expect(statuses.get(status) ?? 0, `seed ${seed}, ${status}`).toBeGreaterThan(0)
})
