import { expect, test } from 'vitest'
import { createLongWork } from './long-work.js'
import type { Timers } from './timers.js'

/** Turns of the event loop, taken by hand. */
const byHand = () => {
  let next: (() => void)[] = []
  const timers: Timers = { after: () => () => {}, soon: (run) => void next.push(run) }
  const turn = async (): Promise<void> => {
    const due = next
    next = []
    for (const run of due) run()
    await new Promise((done) => setImmediate(done))
  }
  return { timers, turn }
}

const setUp = () => {
  const { timers, turn } = byHand()
  const longWork = createLongWork(timers)
  const done: string[] = []
  const work = (account: string, steps: number) =>
    longWork.run(account, async (breathe) => {
      for (let step = 1; step <= steps; step++) {
        done.push(`${account}${step}`)
        if (step < steps) await breathe()
      }
      return `${account} is done`
    })
  return { longWork, turn, done, work }
}

test('one step is done in a turn of the event loop, of one account after the other, and one work of an account after the other', async () => {
  const { turn, done, work } = setUp()
  const all = [work('a', 3), work('a', 1), work('b', 2), work('c', 2)]
  expect(done).toEqual([])
  for (let count = 1; count <= 8; count++) {
    await turn()
    expect(done).toHaveLength(count)
  }
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'a1'])
  expect(await Promise.all(all)).toEqual(['a is done', 'a is done', 'b is done', 'c is done'])
})

test('work that fails is told to whoever asked for it and does not hold up the next', async () => {
  const { longWork, turn, work } = setUp()
  const failing = longWork.run('a', () => Promise.reject(new Error('broken')))
  const next = work('a', 1)
  const told = expect(failing).rejects.toThrow('broken')
  await turn()
  await turn()
  await told
  expect(await next).toBe('a is done')
})
