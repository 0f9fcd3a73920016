import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { withDelayedAcquire } from './leader-scheduler.js'
import type { LeaseRow, LeaseStore } from './lease.js'

function setUp() {
  const clock = createFakeClock()
  const asked = { all: 0, take: 0 }
  let rows: readonly LeaseRow[] = []
  const store: LeaseStore = {
    acquireLease: async () => {
      asked.take += 1
      return 1
    },
    renewLease: async () => true,
    releaseLease: async () => {},
    all: async () => {
      asked.all += 1
      return rows
    },
  }
  let isEager = false
  const leases = withDelayedAcquire(store, { isEager: () => isEager, clock })
  return {
    clock,
    asked,
    take: (name = 'collect:okx') => leases.acquireLease(name, 'one', 10_000),
    isHeld: (leftMs: number) => {
      rows = [{ name: 'collect:okx', holder: 'other', generation: 1, leftMs }]
    },
    beEager: () => {
      isEager = true
    },
  }
}

test('a free lease is taken after three seconds, and at once by an eager server', async () => {
  const { clock, take, beEager } = setUp()
  expect(await take()).toBeNull()
  clock.advance(2_900)
  expect(await take()).toBeNull()
  clock.advance(100)
  expect(await take()).toBe(1)
  expect(await take('collect:bybit')).toBeNull()
  beEager()
  expect(await take('collect:bybit')).toBe(1)
})

test('a lease taken meanwhile stays taken, and the wait starts again when it is free', async () => {
  const { clock, take, isHeld } = setUp()
  await take()
  clock.advance(1_500)
  isHeld(10_000)
  expect(await take()).toBeNull()
  clock.advance(10_000)
  isHeld(-1)
  expect(await take()).toBeNull()
  clock.advance(3_000)
  expect(await take()).toBe(1)
})

test('many leases are looked at together', async () => {
  const { clock, take, asked } = setUp()
  await Promise.all(['collect:okx', 'collect:bybit', 'collect:mexc'].map((name) => take(name)))
  expect(asked).toEqual({ all: 1, take: 0 })
  clock.advance(1_000)
  await take()
  expect(asked.all).toBe(2)
})
