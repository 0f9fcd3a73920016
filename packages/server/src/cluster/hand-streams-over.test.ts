import { expect, test } from 'vitest'
import { silentLog } from '../base/log/log.js'
import { every } from '../base/time/timers.js'
import { createFakeTime } from '../testing/fake-time.js'
import { handStreamsOver } from './join-cluster.js'

test('streams are closed after the drain time while another server is healthier, and not afterwards', async () => {
  const { clock, timers, pass } = createFakeTime()
  const freshness = { isCutOffAlone: false }
  let goodByes = 0
  const hub = {
    closeAllGradually: async () => {
      goodByes += 1
    },
  }
  const look = handStreamsOver({ freshness, hub, waitMs: 5_000, withinMs: 20_000, clock, log: silentLog })
  every(timers, 250, look, () => {})
  await pass(10_000)
  expect(goodByes).toBe(0)
  freshness.isCutOffAlone = true
  await pass(4_900)
  expect(goodByes).toBe(0)
  await pass(1_100)
  expect(goodByes).toBeGreaterThan(1)
  freshness.isCutOffAlone = false
  await pass(500)
  const before = goodByes
  await pass(10_000)
  expect(goodByes).toBe(before)
})
