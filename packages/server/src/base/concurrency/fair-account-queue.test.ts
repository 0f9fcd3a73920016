import { expect, test } from 'vitest'
import type { Timers } from '../time/timers.js'
import { createFairAccountQueue } from './fair-account-queue.js'

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
  const turns = createFairAccountQueue(timers)
  const done: string[] = []
  const work = (account: string, name: string) =>
    turns.runForAccount(account, async () => {
      done.push(name)
      return `${name} is done`
    })
  return { turns, turn, done, work }
}

test('one work begins in a turn of the event loop, and those of an account follow each other', async () => {
  const { turn, done, work } = setUp()
  const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1'), work('c', 'c1')]
  expect(done).toEqual([])
  for (let count = 1; count <= 5; count++) {
    await turn()
    expect(done).toHaveLength(count)
  }
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => `${name} is done`))
})

test('long work delays the next of its account and no other account', async () => {
  const { turns, turn, done, work } = setUp()
  let end = () => {}
  const lasting = turns.runForAccount(
    'a',
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  void work('a', 'a2')
  void work('b', 'b1')
  await turn()
  await turn()
  await turn()
  expect(done).toEqual(['b1'])
  end()
  await lasting
  await turn()
  await turn()
  expect(done).toEqual(['b1', 'a2'])
})

test('failed work is reported to its caller and does not delay the next', async () => {
  const { turns, turn, work } = setUp()
  const failing = turns.runForAccount('a', () => Promise.reject(new Error('broken')))
  const next = work('a', 'a2')
  const told = expect(failing).rejects.toThrow('broken')
  await turn()
  await turn()
  await told
  expect(await next).toBe('a2 is done')
})
