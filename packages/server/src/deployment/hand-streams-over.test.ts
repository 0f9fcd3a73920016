import { expect, test } from 'vitest'
import { silentLog } from '../log/log.js'
import { createHandTime } from '../testing/hand-time.js'
import { every } from '../time/timers.js'
import { handStreamsOver } from './hand-streams-over.js'

test('streams are closed after the drain time while another server is healthier, and not afterwards', async () => {
  const { clock, timers, pass } = createHandTime()
  const news = { isLeftAlone: false }
  let goodByes = 0
  const hub = {
    sayGoodBye: async () => {
      goodByes += 1
    },
  }
  const look = handStreamsOver({ news, hub, waitMs: 5_000, withinMs: 20_000, clock, log: silentLog })
  every(timers, 250, look, () => {})
  await pass(10_000)
  expect(goodByes).toBe(0)
  news.isLeftAlone = true
  await pass(4_900)
  expect(goodByes).toBe(0)
  await pass(1_100)
  expect(goodByes).toBeGreaterThan(1)
  news.isLeftAlone = false
  await pass(500)
  const before = goodByes
  await pass(10_000)
  expect(goodByes).toBe(before)
})
