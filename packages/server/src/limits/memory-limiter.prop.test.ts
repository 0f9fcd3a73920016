import { expect, test } from 'vitest'
import { runLimitSchedules } from './testing/limit-schedules.js'

test('the limiter decides every schedule exactly as a naive model that keeps the whole past', async () => {
  const seed = Math.floor(Math.random() * 1e9)
  const { wrong, decisions } = await runLimitSchedules({ seed, schedules: 5_000 })
  expect({ seed, wrong }).toEqual({ seed, wrong: 0 })
  expect(decisions).toBeGreaterThan(50_000)
})
