import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.js'

const turn = () => new Promise(setImmediate)

const setUp = (maxWaiting: number) => {
  const few = createSemaphore({ maxRunning: 2, maxWaiting })
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const run = (name: string, isKnown = false) =>
    few.run(() => {
      begun.push(name)
      return new Promise<string>((done, fail) => {
        ends.set(name, (error) => (error === undefined ? done(name) : fail(error)))
      })
    }, isKnown)
  return { run, begun, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

test('at most two run at once, and the rest in order of arrival', async () => {
  const { run, begun, end } = setUp(10)
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run(name))
  await turn()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await turn()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd', 'e']) {
    end(name)
    await turn()
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('work that fails gives its place to the next', async () => {
  const { run, begun, end } = setUp(10)
  const [a, b, c] = [run('a'), run('b'), run('c')]
  await turn()
  end('a', new Error('broken'))
  await expect(a).rejects.toThrow('broken')
  await turn()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('b')
  end('c')
  expect(await Promise.all([b, c])).toEqual(['b', 'c'])
})

test('a caller beyond the queue limit gets an error with a time to retry, and waiting callers are served', async () => {
  const { run, begun, end } = setUp(1)
  const all = [run('a'), run('b'), run('c')]
  await expect(run('d')).rejects.toMatchObject({ problem: { code: 'overloaded' }, headers: ['Retry-After', '5'] })
  for (const name of ['a', 'b', 'c']) {
    end(name)
    await turn()
  }
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('a flood of anonymous requests leaves slots to known callers, which are next', async () => {
  const { run, begun, end } = setUp(1)
  const all = [run('a'), run('b'), run('stranger')]
  await expect(run('stranger 2')).rejects.toMatchObject({ problem: { code: 'overloaded' } })
  all.push(run('known', true))
  end('a')
  await turn()
  expect(begun).toEqual(['a', 'b', 'known'])
  for (const name of ['b', 'known']) {
    end(name)
    await turn()
  }
  end('stranger')
  await Promise.all(all)
})
