import { beforeEach, expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { type AbuseState, type AbuseThrottle, createAbuseState, createAbuseThrottle } from './abuse-throttle.js'

let time: ReturnType<typeof createFakeTime>
let hammering: AbuseThrottle
let abuse: AbuseState
let cut: number
beforeEach(() => {
  time = createFakeTime()
  hammering = createAbuseThrottle({ ...time, pauseMs: 1_000 })
  abuse = createAbuseState()
  cut = 0
})

const caller = {
  destroy: () => {
    cut += 1
  },
}
const refuse = (times: number, allowed = 30) => {
  let late = 0
  const before = cut
  for (let count = 0; count < times; count++) if (hammering.delayRefusal(abuse, allowed, caller) !== null) late += 1
  return { atOnce: times - late - (cut - before), late, cut: cut - before }
}

test('ten times the limit in a minute is rejected at once; beyond that rejections come a second late', async () => {
  expect(refuse(300)).toEqual({ atOnce: 300, late: 0, cut: 0 })
  const pause = hammering.delayRefusal(abuse, 30, caller)
  let isOver = false
  void pause?.then(() => {
    isOver = true
  })
  await time.pass(999)
  expect(isOver).toBe(false)
  await time.pass(1)
  expect(isOver).toBe(true)
})

test('who goes on stays slow; who stops for a minute is refused at once again', async () => {
  refuse(301)
  for (let second = 0; second < 300; second++) {
    await time.pass(1_000)
    expect(refuse(6)).toMatchObject({ late: 6 })
  }
  await time.pass(59_999)
  expect(refuse(1)).toMatchObject({ late: 1 })
  await time.pass(60_000)
  expect(refuse(1)).toMatchObject({ atOnce: 1 })
})

test('a caller rejected no more often than its limit is never slow, for any length of time', async () => {
  for (let second = 0; second < 600; second++) {
    expect(refuse(4)).toMatchObject({ atOnce: 4 })
    await time.pass(1_000)
  }
})

test('a hundred refusals are held at most: beyond that the line goes dead', async () => {
  refuse(300)
  expect(refuse(500)).toEqual({ atOnce: 0, late: 100, cut: 400 })
  expect(time.pending()).toBe(100)
  await time.pass(1_000)
  expect([refuse(1).late, abuse.held]).toEqual([1, 1])
})

test('can be turned off', () => {
  hammering = createAbuseThrottle({ ...time, pauseMs: 0 })
  expect(refuse(10_000)).toMatchObject({ atOnce: 10_000 })
})
