import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { LeaseStore } from './lease.js'

const long = 60_000

export const leaseStoreContract = (openTwo: OpenTwo<LeaseStore>) => {
  test('of all who want it at once one has it, and keeps it while it renews', async () => {
    const [one, other] = await openTwo()
    const holders = Array.from({ length: 10 }, (_, index) => `server ${index}`)
    const won = await Promise.all(
      holders.map((holder, index) => (index % 2 === 0 ? one : other).acquireLease('market', holder, long)),
    )
    expect(won.filter((generation) => generation !== null)).toEqual([1])
    const holder = holders[won.indexOf(1)] ?? ''
    expect(await one.renewLease('market', holder, long)).toBe(true)
    expect(await other.renewLease('market', 'a stranger', long)).toBe(false)
    expect(await one.acquireLease('market', holder, long)).toBeNull()
    expect(await one.all()).toEqual([{ name: 'market', holder, generation: 1, leftMs: expect.any(Number) }])
  })

  test('one that has run out goes to the next with a higher generation, and its old holder learns of it', async () => {
    const [one, other] = await openTwo()
    expect(await one.acquireLease('market', 'a', 1)).toBe(1)
    await expect.poll(() => other.acquireLease('market', 'b', long)).toBe(2)
    expect(await one.renewLease('market', 'a', long)).toBe(false)
    await one.releaseLease('market', 'a')
    expect(await other.renewLease('market', 'b', long)).toBe(true)
  })

  test('an expired lease without a new holder is renewed as before', async () => {
    const [one] = await openTwo()
    expect(await one.acquireLease('market', 'a', 1)).toBe(1)
    await expect.poll(async () => (await one.all())[0]?.leftMs).toBeLessThan(0)
    expect(await one.renewLease('market', 'a', long)).toBe(true)
    expect((await one.all())[0]).toMatchObject({ holder: 'a', generation: 1 })
  })

  test('one that was given up is free at once', async () => {
    const [one, other] = await openTwo()
    expect(await one.acquireLease('market', 'a', long)).toBe(1)
    await one.releaseLease('market', 'a')
    expect(await one.renewLease('market', 'a', long)).toBe(false)
    expect(await other.acquireLease('market', 'b', long)).toBe(2)
  })

  test('each has a name of its own', async () => {
    const [one, other] = await openTwo()
    expect([await one.acquireLease('market', 'a', long), await other.acquireLease('upkeep', 'b', long)]).toEqual([1, 1])
    expect((await one.all()).map(({ name, holder }) => [name, holder])).toEqual([
      ['market', 'a'],
      ['upkeep', 'b'],
    ])
  })
}
