import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import type { UsageDelta, UsageStore } from './usage-store.js'

const aDelta = (facts: Partial<UsageDelta> = {}): UsageDelta => ({
  accountId: 'acc_one',
  keyId: 'key_one',
  day: '2026-11-30',
  endpoint: 'rates',
  requests: 3,
  counted: 2,
  errors: 1,
  limited: 4,
  lastAtMs: Date.UTC(2026, 10, 30, 12, 34, 56),
  ...facts,
})
const november = 2026 * 12 + 11

export const usageStoreContract = (open: () => Promise<UsageStore>) => {
  test('sums counted requests per month, and requests per key, endpoint and day', async () => {
    const store = await open()
    await store.add([aDelta(), aDelta({ endpoint: 'stats', requests: 5, counted: 0 })])
    await store.add([aDelta({ requests: 1, counted: 1 }), aDelta({ keyId: 'key_two' })])
    await store.add([aDelta({ day: '2026-12-01' })])
    const months = new Map(await store.countedByMonth('acc_one'))
    expect([...months.values()].sort()).toEqual([2, 5])
    expect((await store.perDay('acc_one', '2026-11-30', '2026-11-30')).map((row) => ({ ...row }))).toEqual([
      { keyId: 'key_one', day: '2026-11-30', endpoint: 'rates', requests: 4, counted: 3, errors: 2, limited: 8 },
      { keyId: 'key_one', day: '2026-11-30', endpoint: 'stats', requests: 5, counted: 0, errors: 1, limited: 4 },
      { keyId: 'key_two', day: '2026-11-30', endpoint: 'rates', requests: 3, counted: 2, errors: 1, limited: 4 },
    ])
  })

  test('returns the changed months, with their stored totals', async () => {
    const store = await open()
    await store.add([aDelta()])
    const grown = await store.add([
      aDelta({ counted: 5 }),
      aDelta({ keyId: 'key_two', counted: 1 }),
      aDelta({ accountId: 'acc_two' }),
      aDelta({ accountId: 'acc_three', counted: 0 }),
    ])
    expect(new Map(grown.map(({ accountId, counted }) => [accountId, counted]))).toEqual(
      new Map([
        ['acc_one', 8],
        ['acc_two', 2],
      ]),
    )
    expect(await store.add([aDelta({ counted: 0 })])).toEqual([])
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

  test('returns the minute of the last use of each key, of an account or of all', async () => {
    const store = await open()
    const at = (hour: number, minute: number, second = 0) => Date.UTC(2026, 10, 21, hour, minute, second)
    for (const [keyId, lastAtMs, accountId] of [
      ['key_1', at(10, 5, 13), 'acc_1'],
      ['key_1', at(10, 4, 59), 'acc_1'],
      ['key_2', at(9, 0), 'acc_1'],
      ['key_2', at(9, 1, 59), 'acc_1'],
      ['key_3', at(8, 30, 30), 'acc_2'],
    ] as const)
      await store.add([aDelta({ keyId, lastAtMs, accountId })])
    const ofOne = [
      ['key_1', at(10, 5)],
      ['key_2', at(9, 1)],
    ]
    expect([...(await store.lastUses('acc_1'))].sort()).toEqual(ofOne)
    expect([...(await store.lastUses(null))].sort()).toEqual([...ofOne, ['key_3', at(8, 30)]])
    expect([...(await store.lastUses('acc_none'))]).toEqual([])
  })

  test('forgets days before another, of all accounts, and what counted in a month never', async () => {
    const store = await open()
    for (const day of ['2025-10-31', '2025-11-01', '2026-11-30'])
      await store.add([aDelta({ day }), aDelta({ day, accountId: 'acc_two' })])
    expect(await store.forgetBefore('2025-11-01')).toBe(2)
    expect(await store.forgetBefore('2025-11-01')).toBe(0)
    for (const account of ['acc_one', 'acc_two']) {
      const days = (await store.perDay(account, '2025-01-01', '2026-12-31')).map(({ day }) => day)
      expect(days).toEqual(['2025-11-01', '2026-11-30'])
      expect((await store.countedByMonth(account)).map(([, counted]) => counted)).toEqual([2, 2, 2])
    }
  })
}

export const usageStoreRaces = (openTwo: OpenTwo<UsageStore>) => {
  test('what many count at once adds up', async () => {
    const both = await openTwo()
    await Promise.all(Array.from({ length: 40 }, (_, index) => (both[index % 2] ?? both[0]).add([aDelta()])))
    for (const store of both) {
      expect((await store.countedByMonth('acc_one')).map(([, counted]) => counted)).toEqual([80])
      expect(await store.perDay('acc_one', '2026-11-30', '2026-11-30')).toMatchObject([
        { requests: 120, counted: 80, errors: 40, limited: 160 },
      ])
    }
  })

  test('a count during the removal of old days is stored once, and the old days are gone', async () => {
    const [one, other] = await openTwo()
    await one.add([aDelta({ day: '2025-01-01' })])
    const counting = Array.from({ length: 10 }, () => one.add([aDelta()]))
    const forgotten = await Promise.all(Array.from({ length: 10 }, () => other.forgetBefore('2026-01-01')))
    await Promise.all(counting)
    expect(forgotten.reduce((sum, rows) => sum + rows)).toBe(1)
    expect(await other.perDay('acc_one', '2025-01-01', '2026-12-31')).toMatchObject([
      { day: '2026-11-30', limited: 40 },
    ])
  })
}
