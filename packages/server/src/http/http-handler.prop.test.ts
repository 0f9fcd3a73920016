import { expect, test } from 'vitest'
import { withAsyncAnswers } from '../limits/testing/with-async-answers.js'
import { compareHttpPaths } from '../testing/compare-http-paths.js'

test.each([
  ['decides at once', {}],
  ['has to ask elsewhere', { limiterOver: withAsyncAnswers }],
])('both doors give the same status, headers and bytes to any reader, when the limiter %s', async (_, options) => {
  const seed = Number(process.env.SEED)
  // Require a mix of statuses: comparing only rejections would prove little.
  const meets = [200, 304, 400, 401, 403, 404, 429]
  const { differences, statuses } = await compareHttpPaths({ seed, count: 300, meets, ...options })
  expect({ seed, differences: differences.slice(0, 3) }).toEqual({ seed, differences: [] })
  for (const status of meets) expect(statuses.get(status) ?? 0, `seed ${seed}, ${status}`).toBeGreaterThan(0)
})
