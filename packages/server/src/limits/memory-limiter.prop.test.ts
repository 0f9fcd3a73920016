import { expect, test } from 'vitest'
import { runLimitSchedules } from './testing/limit-schedules.js'

test('the limiter decides every schedule exactly as a naive model that keeps the whole past', async () => {
  const { wrong, decisions } = await runLimitSchedules({ seed: Number(process.env.SEED), schedules: 500 })
  expect(wrong).toBe(0)
  expect(decisions).toBeGreaterThan(5_000)
})
