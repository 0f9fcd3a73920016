import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceMinute, raceMinuteOverSockets, raceQuota, startRaces } from '../testing/races.js'
import type { TestServer } from '../testing/start-server.js'

let running: TestServer
beforeAll(async () => {
  running = await startRaces()
})
afterAll(() => running.stop())

test('of 1,000 simultaneous requests with 10 left in the minute exactly 10 are admitted', async () => {
  for (let round = 0; round < 2; round++)
    expect(Object.fromEntries(await raceMinute(running, 1_000))).toEqual({ 200: 10, 429: 990 })
})

test('over connections, too', async () => {
  expect(Object.fromEntries(await raceMinuteOverSockets(running, 300))).toEqual({ 200: 10, 429: 290 })
})

test('no crowd overdraws the month, and a later rejection releases its slot', async () => {
  for (let round = 0; round < 2; round++) {
    const seen = await raceQuota(running, 1_000)
    expect(seen.get(200)).toBe(10)
    expect(seen.get(400)).toBeGreaterThan(0)
    expect(seen.used).toBe(10)
  }
})
