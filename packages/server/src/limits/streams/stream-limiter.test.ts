import { expect, test } from 'vitest'
import { systemClock } from '../../base/time/clock.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { streamLimiterContract } from './stream-limiter.contract.js'
import { createMemoryStreamLimiter } from './stream-limiter.js'

streamLimiterContract('in memory', async () => {
  const places = createMemoryStreamLimiter({ clock: systemClock })
  return [places, places]
})

test('in memory the wait is exact: until the first stream ends, which is not always the one that was opened first', () => {
  const { clock } = createFakeTime()
  const chances = [0, 1, 0.5]
  const places = createMemoryStreamLimiter({ clock, random: () => chances.shift() ?? 0 })
  const taken = [1, 2, 3].map(() => {
    clock.advance(1_000)
    return places.acquireStream('acc_1', 3)
  })
  expect(places.acquireStream('acc_1', 3)).toEqual({ waitSeconds: 3_539 })
  const [, second] = taken
  if (second !== undefined && 'release' in second) second.release()
  places.acquireStream('acc_1', 3)
  expect(places.acquireStream('acc_1', 3)).toEqual({ waitSeconds: 3_570 })
  clock.advance(3_600_000)
  expect(places.acquireStream('acc_1', 3)).toEqual({ waitSeconds: 1 })
})
