import type { CollectorAnswer } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import type { AssignedTask, OpenTasks, PostedTasks } from './task-board.js'

export type TaskBoard = OpenTasks & PostedTasks
export type OpenBoards = () => Promise<{
  readonly both: readonly [TaskBoard, TaskBoard]
  pass(ms: number): Promise<void>
}>

const page = { exchange: 'bybit', fiat: 'UAH', side: 'BUY', page: 1, requestHash: 'hash' } as const
const posted = (task: string, more: { readonly group?: string; readonly notBy?: readonly string[] } = {}) => ({
  task,
  nonce: `nonce of ${task}`,
  group: task,
  page,
  ...more,
})
const read: CollectorAnswer = {
  schema: 1,
  started_ms: 0.5,
  ended_ms: 5,
  state: 'answered',
  status: 200,
  content_type: 'application/json',
  retry_after: null,
  simulated: true,
  body: '\u0000 \u202e 🙂 \\ " \' \ud800 {"$map":[]}',
}
const home = { id: 'home', exchanges: ['okx', 'bybit'] }
const office = { id: 'office', exchanges: ['bybit'] }

const handed = (task: AssignedTask | null): AssignedTask => {
  if (task === null) throw new Error('There is a task.')
  return task
}

export const taskBoardContract = (open: OpenBoards) => {
  test('a page goes once to a reader with the right, and its answer is returned unchanged, once', async () => {
    const { both, pass } = await open()
    const [one, other] = both
    expect(await one.hasOpenTasks()).toBe(false)
    await one.postTask(posted('a'))
    expect(await other.hasOpenTasks()).toBe(true)
    expect(await other.claimTask({ id: 'stranger', exchanges: ['okx'] })).toBeNull()
    expect(await other.claimTask(home)).toEqual({ task: 'a', nonce: 'nonce of a', page })
    expect([await one.claimTask(office), await one.hasOpenTasks()]).toEqual([null, false])
    expect(await one.takeEnded(['a'])).toEqual(new Map())
    await pass(700)
    const from = { task: 'a', nonce: 'nonce of a', reporter: 'home' }
    for (const wrong of [{ reporter: 'office' }, { nonce: 'another' }, { task: 'b' }])
      expect(await other.submitAnswer({ ...from, ...wrong }, read)).toBe(false)
    expect(await other.submitAnswer(from, read)).toBe(true)
    expect([await other.submitAnswer(from, read), await one.submitAnswer(from, read)]).toEqual([false, false])
    await pass(100)
    const end = (await one.takeEnded(['a', 'unknown'])).get('a')
    expect(end).toMatchObject({ reporter: 'home', answer: read })
    if (end === undefined || typeof end === 'string') throw new Error('It was answered.')
    expect(end.handedOutAgoMs).toBeGreaterThanOrEqual(800)
    expect(end.receivedAgoMs).toBeGreaterThanOrEqual(100)
    expect(end.handedOutAgoMs - end.receivedAgoMs).toBeGreaterThanOrEqual(700)
    expect([await one.takeEnded(['a']), await one.submitAnswer(from, read)]).toEqual([new Map(), false])
  })

  test('nothing is taken after twenty seconds, and a late reader rests while other readers come', async () => {
    const { both, pass } = await open()
    const [one, other] = both
    await one.postTask(posted('a'))
    const { task, nonce } = handed(await other.claimTask(home))
    await pass(20_000)
    expect(await other.submitAnswer({ task, nonce, reporter: 'home' }, read)).toBe(false)
    expect(await one.takeEnded(['a'])).toEqual(new Map([['a', 'unanswered']]))
    await one.postTask(posted('b'))
    expect(await other.claimTask(home)).toBeNull()
    expect(handed(await one.claimTask(office)).task).toBe('b')
    await pass(30_000)
    await one.postTask(posted('c'))
    expect(handed(await other.claimTask(home)).task).toBe('c')
  })

  test('a page without a reader ends after five seconds, and a cancelled one at once', async () => {
    const { both, pass } = await open()
    const [one, other] = both
    for (const task of ['a', 'b', 'c']) await one.postTask(posted(task))
    expect(handed(await other.claimTask(home)).task).toBe('a')
    await one.withdrawTask('a')
    await one.withdrawTask('b')
    expect(await one.submitAnswer({ task: 'a', nonce: 'nonce of a', reporter: 'home' }, read)).toBe(false)
    await pass(5_000)
    expect([await other.claimTask(home), await other.hasOpenTasks()]).toEqual([null, false])
    expect(await one.takeEnded(['a', 'b', 'c'])).toEqual(new Map([['c', 'untaken']]))
  })

  test('pages of one group go to different readers, also after one was answered, and never to excluded ones', async () => {
    const { both } = await open()
    const [one, other] = both
    await one.postTask(posted('a', { group: 'both' }))
    await one.postTask(posted('b', { group: 'both' }))
    const { task, nonce } = handed(await other.claimTask(home))
    expect(await one.claimTask(home)).toBeNull()
    await other.submitAnswer({ task, nonce, reporter: 'home' }, read)
    expect([...(await one.takeEnded(['a', 'b'])).keys()]).toEqual(['a'])
    expect(await other.claimTask(home)).toBeNull()
    expect(handed(await other.claimTask(office)).task).toBe('b')
    await one.postTask(posted('c', { notBy: ['home', 'somebody'] }))
    expect(await one.claimTask(home)).toBeNull()
    expect(handed(await one.claimTask(office)).task).toBe('c')
  })

  test('a reader of the last 40 seconds is counted once, by its rights', async () => {
    const { both, pass } = await open()
    const [one, other] = both
    expect(await one.countReaders('bybit')).toBe(0)
    await one.claimTask(home)
    await other.claimTask(home)
    await other.claimTask(office)
    expect([await one.countReaders('bybit'), await one.countReaders('okx'), await one.countReaders('mexc')]).toEqual([
      2, 1, 0,
    ])
    await pass(39_000)
    expect(await one.countReaders('bybit')).toBe(2)
    await pass(1_100)
    expect(await one.countReaders('bybit')).toBe(0)
  })

  test('with concurrent readers each page has one reader and one answer', async () => {
    const { both } = await open()
    const either = (at: number) => both[at % 2] ?? both[0]
    const tasks = Array.from({ length: 4 }, (_, at) => `task ${at}`)
    await Promise.all(tasks.map((task, at) => either(at).postTask(posted(task, { group: `group ${at % 2}` }))))
    const comes = async (id: string, at: number) => ({
      id,
      task: await either(at).claimTask({ id, exchanges: ['bybit'] }),
    })
    const came = await Promise.all(['a', 'b', 'c'].flatMap((id) => [0, 1, 2, 3].map((at) => comes(id, at))))
    const taken = came.flatMap(({ id, task }) => (task === null ? [] : [{ id, ...task }]))
    expect(new Set(taken.map(({ task }) => task)).size).toBe(taken.length)
    const byGroup = taken.map(({ id, task }) => `${id} ${Number(task.slice(5)) % 2}`)
    expect(new Set(byGroup).size).toBe(taken.length)
    const answers = await Promise.all(
      taken.flatMap(({ id, task, nonce }) =>
        [0, 1, 2].map((at) => either(at).submitAnswer({ task, nonce, reporter: id }, read)),
      ),
    )
    expect(answers.filter(Boolean)).toHaveLength(taken.length)
    const ended = await Promise.all([0, 1, 2].map((at) => either(at).takeEnded(tasks)))
    expect(ended.reduce((sum, ends) => sum + ends.size, 0)).toBe(taken.length)
  })
}
