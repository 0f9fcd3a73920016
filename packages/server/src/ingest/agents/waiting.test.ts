import type { CollectorAnswer } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import { createLongPolls } from './long-polls.js'
import type { AssignedTask } from './task-board.js'
import { openBoard } from './testing/open-board.js'

const page = { exchange: 'bybit', fiat: 'UAH', side: 'BUY', page: 1, requestHash: 'hash' } as const
const offered = { page, group: 'one' }
const read: CollectorAnswer = { schema: 1, started_ms: 0, ended_ms: 5, state: 'failed', kind: 'network' }
const home = { id: 'home', exchanges: ['bybit'] }
const office = { id: 'office', exchanges: ['bybit'] }

function start() {
  const time = createFakeTime(1_000_000)
  const board = openBoard(time)
  const never = new AbortController().signal
  const claim = (who: typeof home) => board.polls.waitForTask(who, never)
  const taken = async (who: typeof home): Promise<AssignedTask> => {
    const task = await claim(who)
    if (task === null) throw new Error('There is a task.')
    return task
  }
  return { ...time, ...board, claim, taken }
}

test('a waiting reader gets a page at once, and the requester its answer, dated by the clock of this server', async () => {
  const { offers, claim, answer, clock, settle } = start()
  const waiting = claim(home)
  await settle()
  const answered = offers.requestPage(offered)
  const handed = await waiting
  expect(handed?.page).toEqual(page)
  clock.advance(700)
  if (handed !== null) expect(await answer({ ...handed, reporter: 'home' }, read)).toBe(true)
  const atMs = clock.wallMs()
  expect(await answered).toEqual({ reporter: 'home', handedOutAtMs: atMs - 700, receivedAtMs: atMs, answer: read })
})

test('a page without a reader or an answer times out', async () => {
  const { offers, claim, pass } = start()
  const untaken = offers.requestPage(offered)
  await pass(5_200)
  expect(await untaken).toBe('untaken')
  const taken = claim(home)
  const unanswered = offers.requestPage({ ...offered, group: 'two' })
  await pass(20_200)
  expect((await taken)?.page).toEqual(page)
  expect(await unanswered).toBe('unanswered')
})

test('a reader without a page gets that answer after twenty seconds, and one that disconnects gets none', async () => {
  const { polls, offers, claim, pass, settle } = start()
  const leaving = new AbortController()
  const left = polls.waitForTask(home, leaving.signal)
  await settle()
  leaving.abort()
  expect(await left).toBeNull()
  const waiting = claim(office)
  await pass(20_000)
  expect(await waiting).toBeNull()
  const open = offers.requestPage(offered)
  await pass(5_200)
  expect(await open).toBe('untaken')
})

test('who wants a page no longer has it withdrawn', async () => {
  const { offers, claim, pass } = start()
  const over = new AbortController()
  const open = offers.requestPage(offered, over.signal)
  over.abort()
  expect([await open, await offers.requestPage(offered, over.signal)]).toEqual(['untaken', 'untaken'])
  const late = claim(home)
  await pass(20_000)
  expect(await late).toBeNull()
})

test('an excluded reader stops waiting, and other readers go on', async () => {
  const { polls, offers, claim, settle } = start()
  const [mine, theirs] = [claim(home), claim(office)]
  await settle()
  polls.dismissReporter('home')
  expect(await mine).toBeNull()
  void offers.requestPage(offered)
  expect((await theirs)?.page).toEqual(page)
})

test('a page that is found while its reader is sent away is given to it all the same', async () => {
  const { timers, board, offers, settle } = start()
  let goOn = () => {}
  const polls = createLongPolls({
    tasks: {
      ...board,
      claimTask: async (reader) => {
        const found = await board.claimTask(reader)
        await new Promise<void>((done) => {
          goOn = done
        })
        return found
      },
    },
    timers,
    runPeriodically: () => () => {},
  })
  void offers.requestPage(offered)
  await settle()
  const waiting = polls.waitForTask(home, new AbortController().signal)
  await settle()
  polls.dismissReporter('home')
  goOn()
  expect((await waiting)?.page).toEqual(page)
})

test('while the board is unavailable, new readers get an error at once and waiting ones keep waiting', async () => {
  const { timers, pass, settle } = start()
  let isDown = true
  const down = async () => {
    if (isDown) throw new Error('down')
    return null
  }
  const polls = createLongPolls({
    tasks: { claimTask: down, hasOpenTasks: async () => true },
    timers,
    runPeriodically: () => () => {},
  })
  await expect(polls.waitForTask(home, new AbortController().signal)).rejects.toThrow('down')
  isDown = false
  const waiting = polls.waitForTask(home, new AbortController().signal)
  await settle()
  isDown = true
  polls.pollTasks()
  await settle()
  await pass(20_000)
  expect(await waiting).toBeNull()
})

test('at the end no reader waits', async () => {
  const { offers, claim, stop, settle } = start()
  const waiting = claim({ id: 'home', exchanges: ['okx'] })
  const open = offers.requestPage(offered)
  await settle()
  stop()
  expect([await waiting, await open, await claim(home), await offers.requestPage(offered)]).toEqual([
    null,
    'untaken',
    null,
    'untaken',
  ])
})
