import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/two-of.js'
import type { UsageDelta, UsageStore } from './usage-store.js'

const aDelta = (facts: Partial<UsageDelta> = {}): UsageDelta => ({
  accountId: 'acc_one',
  keyId: 'key_one',
  day: '2026-11-30',
  endpoint: 'rates',
  requests: 3,
  counted: 2,
  ...facts,
})
const november = 2026 * 12 + 11

/** What every implementation of the port promises. */
export const usageStoreContract = (open: () => Promise<UsageStore>) => {
  test('adds up per month what counted, and per key, endpoint and day what was asked', async () => {
    const store = await open()
    await store.add([aDelta(), aDelta({ endpoint: 'stats', requests: 5, counted: 0 })])
    await store.add([aDelta({ requests: 1, counted: 1 }), aDelta({ keyId: 'key_two' })])
    await store.add([aDelta({ day: '2026-12-01' })])
    const months = new Map(await store.countedByMonth('acc_one'))
    expect([...months.values()].sort()).toEqual([2, 5])
    expect((await store.perDay('acc_one', '2026-11-30', '2026-11-30')).map((row) => ({ ...row }))).toEqual([
      { keyId: 'key_one', day: '2026-11-30', endpoint: 'rates', requests: 4, counted: 3 },
      { keyId: 'key_one', day: '2026-11-30', endpoint: 'stats', requests: 5, counted: 0 },
      { keyId: 'key_two', day: '2026-11-30', endpoint: 'rates', requests: 3, counted: 2 },
    ])
  })

  test('keeps accounts and days apart', async () => {
    const store = await open()
    await store.add([aDelta(), aDelta({ accountId: 'acc_two', counted: 7 }), aDelta({ day: '2026-12-01' })])
    expect((await store.countedByMonth('acc_two')).map(([, counted]) => counted)).toEqual([7])
    expect(await store.countedByMonth('acc_three')).toEqual([])
    expect((await store.perDay('acc_one', '2026-12-01', '2026-12-31')).map(({ day }) => day)).toEqual(['2026-12-01'])
    expect(await store.perDay('acc_one', '2027-01-01', '2027-01-31')).toEqual([])
  })

  test('a December belongs to its own year', async () => {
    const store = await open()
    await store.add([aDelta({ day: '2026-12-31' }), aDelta({ day: '2027-01-01' }), aDelta({ day: '2026-11-01' })])
    const months = (await store.countedByMonth('acc_one')).map(([month]) => month).sort()
    expect(months.map((month) => month - (months[0] ?? 0))).toEqual([0, 1, 2])
    expect(Math.abs((months[0] ?? 0) - november)).toBeLessThanOrEqual(1)
  })

  test('tells the last day of each key', async () => {
    const store = await open()
    const delta = { accountId: 'acc_1', endpoint: 'rates', requests: 1, counted: 1 }
    for (const [keyId, day] of [
      ['key_1', '2026-11-21'],
      ['key_1', '2026-11-19'],
      ['key_2', '2026-10-01'],
    ] as const)
      await store.add([{ ...delta, keyId, day }])
    expect([...(await store.lastDays())].sort()).toEqual([
      ['key_1', '2026-11-21'],
      ['key_2', '2026-10-01'],
    ])
  })
}

/** The same of two instances over the same data, at once. */
export const usageStoreRaces = (openTwo: OpenTwo<UsageStore>) => {
  test('what many count at once adds up', async () => {
    const both = await openTwo()
    await Promise.all(Array.from({ length: 40 }, (_, index) => (both[index % 2] ?? both[0]).add([aDelta()])))
    for (const store of both) {
      expect((await store.countedByMonth('acc_one')).map(([, counted]) => counted)).toEqual([80])
      expect(await store.perDay('acc_one', '2026-11-30', '2026-11-30')).toMatchObject([{ requests: 120, counted: 80 }])
    }
  })
}
