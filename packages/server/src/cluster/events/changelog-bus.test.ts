import { expect, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import type { ChangeLog } from './change-log.js'
import { createChangelogBus } from './changelog-bus.js'
import { encodeEvent } from './event-codec.js'

test('a log that begins again counts as read only after its states', async () => {
  const { clock, timers } = createFakeTime()
  let headSeq = 90
  let isDown = false
  const log: ChangeLog = {
    append: async () => 0,
    appendState: async () => 0,
    head: async () => ({ seq: headSeq, writtenUs: 0 }),
    changesSince: async ({ seq }) => (seq < headSeq ? 'forgotten' : []),
    states: async () => {
      if (isDown) throw new Error('down')
      const text = encodeEvent({ kind: 'snapshot', fiat: 'UAH', snapshot: null, ageMs: 0 })
      return [{ seq: headSeq, writtenUs: 0, text, ageMs: 0 }]
    },
    keepNewest: async () => {},
  }
  const feed = await createChangelogBus({
    log,
    clock,
    timers,
    report: () => {},
    reportOutage: () => {},
    reportLoss: () => {},
    isAlreadyLogged: () => false,
  })
  const heard: string[] = []
  feed.listen(({ kind }) => void heard.push(kind))
  headSeq = 200_000
  isDown = true
  await expect(feed.catchUp()).rejects.toThrow('down')
  expect([feed.position.seq, heard]).toEqual([90, []])
  isDown = false
  await feed.catchUp()
  expect([feed.position.seq, heard]).toEqual([200_000, ['data_replaced', 'snapshot']])
  feed.stop()
})
