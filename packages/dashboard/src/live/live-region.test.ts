import { expect, test } from 'vitest'
import { createAnnouncer } from './live-region.js'

const openAnnouncer = () => {
  const waiting: (() => void)[] = []
  const announcer = createAnnouncer((_, act) => {
    waiting.push(act)
    return () => void waiting.splice(waiting.indexOf(act), 1)
  })
  return { announcer, waiting }
}

test('the last word wins, and the same words once more are news, too', () => {
  const { announcer } = openAnnouncer()
  announcer.say('41.28')
  announcer.say('41.25')
  expect(announcer.said).toBe('41.25')
  announcer.say('41.25')
  expect(announcer.said).not.toBe('41.25')
  expect(announcer.said.trim()).toBe('41.25')
})

test('a toast is seen, and goes by itself', () => {
  const { announcer, waiting } = openAnnouncer()
  const told: boolean[] = []
  announcer.subscribe(() => told.push(announcer.shown))
  announcer.toast('Copied')
  announcer.toast('Copied')
  expect(waiting.length).toBe(1)
  waiting[0]?.()
  expect([announcer.said, told]).toEqual(['', [true, true, false]])
})
