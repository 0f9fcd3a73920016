import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import type { PriceBoardStore } from './price-page-service.js'
import { aBoard } from './testing/a-board.js'

export const priceBoardStoreContract = (open: () => Promise<PriceBoardStore>) => {
  test('gives back every board as it was written, of its account alone, the oldest first', async () => {
    const store = await open()
    const hostile = aBoard({ id: 'bo_b', title: `O'Hara "the" \\ <b>\u202e`, createdAtMs: 2 })
    const older = aBoard({ id: 'bo_c', rules: ['ru_b', 'ru_a'], theme: 'dark', createdAtMs: 1 })
    const others = aBoard({ id: 'bo_a', accountId: 'acc_two', createdAtMs: 3 })
    for (const board of [hostile, older, others]) expect(await store.create(board, 5)).toBe(true)
    expect(await store.list('acc_one')).toEqual([older, hostile])
    expect(await store.find('bo_b')).toEqual(hostile)
    expect(await store.find('bo_x')).toBeNull()
  })

  test('takes no more than were named, and counts those of one account', async () => {
    const store = await open()
    expect(await store.create(aBoard({ id: 'bo_a' }), 1)).toBe(true)
    expect(await store.create(aBoard({ id: 'bo_b' }), 1)).toBe(false)
    expect(await store.create(aBoard({ id: 'bo_c', accountId: 'acc_two' }), 1)).toBe(true)
    expect(await store.delete('acc_two', 'bo_a')).toBe(false)
    expect(await store.delete('acc_one', 'bo_a')).toBe(true)
    expect(await store.delete('acc_one', 'bo_a')).toBe(false)
    expect(await store.find('bo_a')).toBeNull()
    expect(await store.create(aBoard({ id: 'bo_b' }), 1)).toBe(true)
  })

  test('applies the decided change, and nothing if the decision throws', async () => {
    const store = await open()
    expect(await store.change('bo_x', (now) => now)).toBeNull()
    await store.create(aBoard(), 5)
    const fails = () => {
      throw new Error('refused')
    }
    await expect(store.change('bo_one', fails)).rejects.toThrow('refused')
    const next = aBoard({ title: 'Next', rules: ['ru_two', 'ru_one'], lang: 'uk' })
    expect(await store.change('bo_one', () => next)).toEqual(next)
    expect(await store.find('bo_one')).toEqual(next)
  })
}

export const priceBoardStoreRaces = (openTwo: OpenTwo<PriceBoardStore>) => {
  test('no more are made than the limit, no change is lost, and a deleted board stays deleted', async () => {
    const both = await openTwo()
    const at = (index: number) => both[index % 2] ?? both[0]
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => at(index).create(aBoard({ id: `bo_${index}` }), 5)),
    )
    expect(made.filter(Boolean)).toHaveLength(5)

    await both[0].create(aBoard({ id: 'bo_raced', accountId: 'acc_two', rules: [] }), 5)
    const adding = (index: number) =>
      at(index).change('bo_raced', (now) => ({ ...now, rules: [...now.rules, `ru_${index}`] }))
    await Promise.all(Array.from({ length: 20 }, (_, index) => adding(index)))
    expect((await both[1].find('bo_raced'))?.rules).toHaveLength(20)

    const ends = Array.from({ length: 4 }, (_, index) => at(index).delete('acc_two', 'bo_raced'))
    const [gone] = await Promise.all([Promise.all(ends), adding(0), adding(1)])
    expect(gone.filter(Boolean)).toHaveLength(1)
    expect(await both[0].find('bo_raced')).toBeNull()
  })
}
