import { expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { createClosedSlotFilter } from './points-of-snapshot.js'

const slotMs = 300_000
const entry = (exchange: string) => ({ fiat: 'UAH', exchange, buy: 41, sell: 40, buyAds: 1, sellAds: 1 }) as const

test('a slot changes while it lasts, and not when the clock was set back and it comes round again', () => {
  const { clock } = createFakeTime()
  const open = createClosedSlotFilter(clock)
  const start = 10 * slotMs
  expect(open(start, [entry('okx')])).toHaveLength(1)
  clock.advance(240_000)
  expect(open(start, [entry('okx')])).toHaveLength(1)
  for (let hour = 12; hour > 0; hour--) {
    expect(open(start - hour * slotMs, [entry('okx')])).toHaveLength(1)
    clock.advance(slotMs)
  }
  expect(open(start, [entry('okx'), entry('mexc')])).toEqual([entry('mexc')])
  expect(open(start + slotMs, [entry('okx')])).toHaveLength(1)
})
