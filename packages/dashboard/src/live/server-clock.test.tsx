import { expect, test, vi } from 'vitest'
import { createServerClock } from './server-clock.js'

const openTicker = () => {
  const timers = new Set<() => void>()
  let isHidden = false
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  })
  const ticker = createServerClock(
    {
      document,
      now: () => 5_000,
      every: (_, act) => {
        timers.add(act)
        return () => timers.delete(act)
      },
    },
    700,
  )
  const show = (visible: boolean) => {
    isHidden = !visible
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const tick = () => {
    for (const act of timers) act()
  }
  return { ticker, timers, show, tick }
}

test('all observers share one timer, and there is none without observers', () => {
  const { ticker, timers, tick } = openTicker()
  const [one, other] = [vi.fn(), vi.fn()]
  expect(timers.size).toBe(0)
  const forget = [ticker.subscribe(one), ticker.subscribe(other)]
  expect(timers.size).toBe(1)
  tick()
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
  for (const each of forget) each()
  expect(timers.size).toBe(0)
  ticker.stopTicking()
})

test('a hidden page has no timer, and is updated at once when it is visible again', () => {
  const { ticker, timers, show } = openTicker()
  const told = vi.fn()
  ticker.subscribe(told)
  show(false)
  expect([timers.size, told.mock.calls.length]).toEqual([0, 0])
  show(true)
  expect([timers.size, told.mock.calls.length]).toEqual([1, 1])
  ticker.stopTicking()
})

test('time is that of the server', () => {
  const { ticker } = openTicker()
  expect(ticker.now()).toBe(5_700)
  ticker.stopTicking()
})
