import { expect, test } from 'vitest'
import { createHandTime } from '../testing/hand-time.js'
import type { ChangeLog } from './change-log.js'
import { createChangelogBus } from './changelog-bus.js'
import { encodeEvent } from './event-codec.js'

test('a log that begins again counts as read only after its states', async () => {
  const { clock, timers } = createHandTime()
  let headSeq = 90
  let isDown = false
  const log: ChangeLog = {
    append: async () => 0,
    appendState: async () => 0,
    head: async () => ({ seq: headSeq, writtenUs: 0 }),
    since: async ({ seq }) => (seq < headSeq ? 'forgotten' : []),
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
    isOnRecord: () => false,
  })
  const heard: string[] = []
  feed.listen(({ kind }) => void heard.push(kind))
  headSeq = 200_000
  isDown = true
  await expect(feed.catchUp()).rejects.toThrow('down')
  expect([feed.place.seq, heard]).toEqual([90, []])
  isDown = false
  await feed.catchUp()
  expect([feed.place.seq, heard]).toEqual([200_000, ['data_replaced', 'snapshot']])
  feed.stop()
})
