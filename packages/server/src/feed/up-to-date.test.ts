import { expect, test } from 'vitest'
import { createHandTime } from '../testing/hand-time.js'
import { createUpToDate } from './up-to-date.js'

function scene(catchUp: () => Promise<void>) {
  const { clock, timers, pass } = createHandTime()
  const feed = { completeAtMonoMs: clock.monoMs() - 400, isBehind: false, catchUp }
  const news = createUpToDate({ feed, clock, timers })
  const heard = async (meanwhile: () => void = () => {}): Promise<boolean | null> => {
    let answer: boolean | null = null
    void news.hear().then((isKnown) => {
      answer = isKnown
    })
    meanwhile()
    await pass(2_000)
    return answer
  }
  return { clock, feed, heard }
}

test('who has read to the end knows everything that was said until then', async () => {
  const { clock, feed, heard } = scene(async () => {
    feed.completeAtMonoMs = clock.monoMs()
  })
  expect(await heard()).toBe(true)
})

test('who is cut off from the database knows so where Redis says that there is nothing else, and not without', async () => {
  const { clock, feed, heard } = scene(() => Promise.reject(new Error('cut off')))
  expect(await heard()).toBe(false)
  const saidElsewhere = () => {
    feed.completeAtMonoMs = clock.monoMs() + 100
  }
  expect(await heard(saidElsewhere)).toBe(true)
})

test('a database that does not answer is not waited for for long', async () => {
  const { heard } = scene(() => new Promise(() => {}))
  expect(await heard()).toBe(false)
})
