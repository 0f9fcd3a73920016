import { expect, test } from 'vitest'
import { createHandTime } from '../testing/hand-time.js'
import { watchLogHead } from './log-head.js'

test('Redis is used although the log has grown and the database does not answer', async () => {
  const { clock, timers, pass } = createHandTime()
  const feed = {
    place: { seq: 7 },
    readAtMonoMs: clock.monoMs(),
    hearOfHead: () => {},
    catchUp: () => new Promise<void>(() => {}),
  }
  // Another server has read further, and reached the database 300 ms ago.
  const watch = watchLogHead({ redis: { run: async () => [8, 300] }, clusterId: 'one', clock, timers, feed })
  for (let step = 0; step < 30; step += 1) await pass(100)
  expect(clock.monoMs() - watch.reachedAtMonoMs).toBeLessThan(500)
  watch.stop()
})
