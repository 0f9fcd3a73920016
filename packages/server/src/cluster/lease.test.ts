import { expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { createLease, type LeaseStore } from './lease.js'

function aStore() {
  let row: { holder: string; generation: number; untilMs: number } | null = null
  let nowMs = 0
  let isDown = false
  let losesAnswer = false
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    if (isDown) throw new Error('down')
    const given = value()
    if (losesAnswer) {
      losesAnswer = false
      throw new Error('the connection has ended')
    }
    return given
  }
  const store: LeaseStore = {
    acquireLease: (_, holder, forMs) =>
      answer(() => {
        if (row !== null && row.untilMs > nowMs) return null
        row = { holder, generation: (row?.generation ?? 0) + 1, untilMs: nowMs + forMs }
        return row.generation
      }),
    renewLease: (_, holder, forMs) =>
      answer(() => {
        if (row?.holder !== holder) return false
        row = { ...row, untilMs: nowMs + forMs }
        return true
      }),
    releaseLease: (_, holder) =>
      answer(() => {
        if (row?.holder === holder) row = { ...row, untilMs: 0 }
      }),
    all: () => answer(() => []),
  }
  return {
    store,
    pass: (ms: number) => {
      nowMs += ms
    },
    goDown: (down: boolean) => {
      isDown = down
    },
    loseNextAnswer: () => {
      losesAnswer = true
    },
  }
}

function setUp() {
  const database = aStore()
  const time = createFakeTime()
  const open = (holder: string) => {
    const told: string[] = []
    const lease = createLease({
      store: database.store,
      name: 'market',
      holder,
      clock: time.clock,
      timers: time.timers,
      onWon: (generation) => void told.push(`won ${generation}`),
      onLost: () => void told.push('lost'),
      reportOutage: () => {},
    })
    lease.start()
    return { lease, told }
  }
  /** In small steps, so that answers come in between. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      database.pass(100)
      await time.pass(100)
    }
  }
  /** Time goes by, and nothing of ours runs. */
  const sleep = (ms: number) => {
    database.pass(ms)
    time.clock.advance(ms)
  }
  return { database, open, pass, sleep }
}

test('one leads, and goes on leading as long as it lives', async () => {
  const { open, pass } = setUp()
  const [one, other] = [open('one'), open('other')]
  await pass(60_000)
  expect([one.told, other.told]).toEqual([['won 1'], []])
  expect([one.lease.fencingToken(), other.lease.fencingToken()]).toEqual([1, null])
})

test('who stops hands over at once; who dies is followed within eleven seconds', async () => {
  const { open, pass } = setUp()
  const [one, other] = [open('one'), open('other')]
  await pass(1_000)
  await one.lease.stop()
  expect(one.told).toEqual(['won 1', 'lost'])
  await pass(1_100)
  expect(other.told).toEqual(['won 2'])
})

test('who cannot ask stops before another can begin, and a short blip costs nothing', async () => {
  const { database, open, pass } = setUp()
  const { lease, told } = open('one')
  await pass(1_000)
  database.goDown(true)
  await pass(4_000)
  expect(lease.fencingToken()).toBe(1)
  database.goDown(false)
  await pass(1_000)
  database.goDown(true)
  await pass(8_100)
  expect([lease.fencingToken(), told]).toEqual([null, ['won 1', 'lost']])
  database.goDown(false)
  await pass(12_000)
  expect([lease.fencingToken(), told]).toEqual([2, ['won 1', 'lost', 'won 2']])
})

test('a server that slept past the end of its lease does not lead when it wakes, before it has asked the database', async () => {
  const { database, sleep, open, pass } = setUp()
  const { lease, told } = open('one')
  await pass(1_000)
  expect(lease.fencingToken()).toBe(1)
  const other = open('other')
  sleep(20_000)
  expect(lease.fencingToken()).toBeNull()
  database.goDown(true)
  await pass(100)
  expect([lease.fencingToken(), told]).toEqual([null, ['won 1', 'lost']])
  database.goDown(false)
  await pass(30_000)
  // Whichever of the two it is now.
  expect([lease.fencingToken(), other.lease.fencingToken()].toSorted()).toEqual([2, null])
})

test('a lease whose grant was lost on its way is asked for again at once, not after its term', async () => {
  const { database, open, pass } = setUp()
  database.loseNextAnswer()
  const { lease, told } = open('one')
  await pass(1_000)
  expect([lease.fencingToken(), told]).toEqual([2, ['won 2']])
})

test('a server that stops leaves no lease behind whose grant was lost', async () => {
  const { database, open, pass } = setUp()
  database.loseNextAnswer()
  const one = open('one')
  await pass(100)
  await one.lease.stop()
  const other = open('other')
  await pass(100)
  expect(other.told).toEqual(['won 2'])
})

test('a server stops although it cannot give its lease up', async () => {
  const { database, open, pass } = setUp()
  const one = open('one')
  await pass(100)
  database.goDown(true)
  await one.lease.stop()
  expect(one.told).toEqual(['won 1', 'lost'])
})
