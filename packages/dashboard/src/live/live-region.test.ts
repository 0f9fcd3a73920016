import { expect, test } from 'vitest'
import { createLiveRegion } from './live-region.js'

const openAnnouncer = () => {
  const waiting: (() => void)[] = []
  const announcer = createLiveRegion((_, act) => {
    waiting.push(act)
    return () => void waiting.splice(waiting.indexOf(act), 1)
  })
  return { announcer, waiting }
}

test('the last word wins, and the same words once more are news, too', () => {
  const { announcer } = openAnnouncer()
  announcer.announce('41.28')
  announcer.announce('41.25')
  expect(announcer.message).toBe('41.25')
  announcer.announce('41.25')
  expect(announcer.message).not.toBe('41.25')
  expect(announcer.message.trim()).toBe('41.25')
})

test('a toast is seen, and goes by itself', () => {
  const { announcer, waiting } = openAnnouncer()
  const told: boolean[] = []
  announcer.subscribe(() => told.push(announcer.isToast))
  announcer.showToast('Copied')
  announcer.showToast('Copied')
  expect(waiting.length).toBe(1)
  waiting[0]?.()
  expect([announcer.message, told]).toEqual(['', [true, true, false]])
})
