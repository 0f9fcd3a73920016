import { expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { type LeaseStore, runWhileLeader } from './lease.js'

function aLease(nowMs: () => number): LeaseStore {
  let row = { holder: '', generation: 0, untilMs: 0 }
  return {
    acquireLease: async (_, holder, forMs) => {
      if (row.untilMs > nowMs()) return null
      row = { holder, generation: row.generation + 1, untilMs: nowMs() + forMs }
      return row.generation
    },
    renewLease: async (_, holder, forMs) => {
      if (row.holder !== holder || row.untilMs === 0) return false
      row.untilMs = nowMs() + forMs
      return true
    },
    releaseLease: async (_, holder) => {
      if (row.holder === holder) row.untilMs = 0
    },
    all: async () => [],
  }
}

function setUp() {
  const time = createFakeTime()
  const leases = aLease(() => time.clock.monoMs())
  const said: string[] = []
  const open = (holder: string, begin: () => Promise<void> = async () => {}) =>
    runWhileLeader({
      store: leases,
      name: 'market',
      holder,
      startWork: async (generation) => {
        await begin()
        said.push(`${holder} begins ${generation()}`)
        return () => void said.push(`${holder} ends`)
      },
      clock: time.clock,
      timers: time.timers,
      reportOutage: () => {},
      reportCrash: (error) => said.push(`${holder}: ${error instanceof Error ? error.message : error}`),
    })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) await time.pass(100)
  }
  return { open, pass, said }
}

test('one is at it, and another when that one has handed over', async () => {
  const { open, pass, said } = setUp()
  const [one, other] = [open('one'), open('other')]
  await pass(5_000)
  expect(said).toEqual(['one begins 1'])
  const stopping = one.stop()
  await pass(2_000)
  await stopping
  expect(said).toEqual(['one begins 1', 'one ends', 'other begins 2'])
  expect([one.fencingToken(), other.fencingToken()]).toEqual([null, 2])
})

test('a duty that cannot begin here goes to another, and comes back when it can', async () => {
  const { open, pass, said } = setUp()
  let works = false
  const broken = open('broken', async () => {
    if (!works) throw new Error('no room')
  })
  await pass(1_000)
  expect(said).toEqual(['broken: no room'])
  const other = open('other')
  await pass(10_000)
  expect(said).toEqual(['broken: no room', 'other begins 2'])
  works = true
  const stopping = other.stop()
  await pass(5_000)
  await stopping
  expect(said.slice(2)).toEqual(['other ends', 'broken begins 3'])
  expect(broken.fencingToken()).toBe(3)
})
