import { expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { watchLogHead } from './changelog-head.js'

test('Redis is used although the log has grown and the database does not answer', async () => {
  const { clock, timers, pass } = createFakeTime()
  const eventBus = {
    position: { seq: 7, writtenUs: 0 },
    readAtMonoMs: clock.monoMs(),
    observeHead: () => {},
    catchUp: () => new Promise<void>(() => {}),
  }
  // Another server has read further, and reached the database 300 ms ago.
  const watch = watchLogHead({
    redis: { run: async () => [8, 300] as never },
    clusterId: 'one',
    clock,
    timers,
    eventBus,
  })
  for (let step = 0; step < 30; step += 1) await pass(100)
  expect(clock.monoMs() - watch.reachedAtMonoMs).toBeLessThan(500)
  watch.stop()
})
