import { expect, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import { createFreshnessGuard } from './freshness-guard.js'

function scene(catchUp: () => Promise<void>) {
  const { clock, timers, pass } = createFakeTime()
  const eventBus = { completeAtMonoMs: clock.monoMs() - 400, readAtMonoMs: clock.monoMs(), isBehind: false, catchUp }
  const head = { reachedAtMonoMs: clock.monoMs() }
  const news = createFreshnessGuard({ eventBus, head, clock, timers })
  const heard = async (meanwhile: () => void = () => {}): Promise<boolean | null> => {
    let answer: boolean | null = null
    void news.tryCatchUp().then((isKnown) => {
      answer = isKnown
    })
    meanwhile()
    await pass(2_000)
    return answer
  }
  return { clock, feed: eventBus, head, news, pass, heard }
}

test('a reader at the end of the log knows every event until then', async () => {
  const { clock, feed, heard } = scene(async () => {
    feed.completeAtMonoMs = clock.monoMs()
  })
  expect(await heard()).toBe(true)
})

test('a server without the database knows that it is current if Redis confirms it, and not otherwise', async () => {
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

test('a server that the database leaves is left alone within two seconds, while another one still has it', async () => {
  const { clock, feed, head, news, pass } = scene(async () => {})
  const says: boolean[] = []
  for (let step = 0; step < 20; step += 1) {
    await pass(100)
    head.reachedAtMonoMs = clock.monoMs() - 400
    says.push(news.isCutOffAlone)
  }
  expect([says[0], says.at(-1)]).toEqual([false, true])
  feed.readAtMonoMs = clock.monoMs()
  expect(news.isCutOffAlone).toBe(false)
})

test('no server is left alone when the database leaves all of them, or once it has left the other one, too', async () => {
  const { clock, feed, head, news, pass } = scene(async () => {})
  feed.readAtMonoMs = clock.monoMs() - 600
  for (let step = 0; step < 100; step += 1) {
    await pass(100)
    expect(news.isCutOffAlone).toBe(false)
  }
  head.reachedAtMonoMs = clock.monoMs()
  expect(news.isCutOffAlone).toBe(true)
  await pass(2_100)
  expect(news.isCutOffAlone).toBe(false)
})
