import { createRandom } from '@p2p-rates/core/internal'
import { describe, expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { hostileNames } from '../testing/hostile-names.js'
import type { StreamAcquisition, StreamLimiter, StreamSlot } from './stream-limiter.js'

export const streamLimiterContract = (name: string, openTwo: OpenTwo<StreamLimiter>) =>
  describe(`places of streams ${name}`, () => {
    test('are limited', async () => {
      const [one, other] = await openTwo()
      expect(isSlot(await one.acquireStream('acc_1', 2))).toBe(true)
      expect(isSlot(await other.acquireStream('acc_1', 2))).toBe(true)
      for (const places of [one, other]) expect(await places.acquireStream('acc_1', 2)).toBe('full')
    })

    test('are each of one stream, which lasts about an hour', async () => {
      const [one] = await openTwo()
      const lifetimes = []
      for (let time = 0; time < 5; time++) lifetimes.push(acquiredSlot(await one.acquireStream('acc_1', 5)).lastsMs)
      expect(Math.min(...lifetimes)).toBeGreaterThan(3_500_000)
      expect(Math.max(...lifetimes)).toBeLessThanOrEqual(3_600_000)
      expect(new Set(lifetimes).size).toBe(5)
    })

    test('are free again for all once they are given back, and only once for each', async () => {
      const [one, other] = await openTwo()
      const first = acquiredSlot(await one.acquireStream('acc_1', 2))
      await one.acquireStream('acc_1', 2)
      for (let time = 0; time < 3; time++) first.release()
      await expect.poll(async () => isSlot(await other.acquireStream('acc_1', 2))).toBe(true)
      expect(isSlot(await other.acquireStream('acc_1', 2))).toBe(false)
      expect(isSlot(await one.acquireStream('acc_1', 2))).toBe(false)
    })

    test('go to exactly the available number, for any number of concurrent callers on all servers', async () => {
      const [one, other] = await openTwo()
      await one.acquireStream('acc_1', 5)
      const crowd = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other).acquireStream('acc_1', 5))
      expect((await Promise.all(crowd)).filter(isSlot)).toHaveLength(4)
    })

    test('are never more than allowed and never fewer, under any opens and closes', async () => {
      const both = await openTwo()
      const random = createRandom(Number(process.env.SEED))
      const open: { release(): void }[] = []
      let most = 0
      const live = async () => {
        for (let step = 0; step < 60; step++) {
          const taking = await random.pick(both).acquireStream('acc_1', 6)
          if (isSlot(taking)) open.push(taking)
          most = Math.max(most, open.length)
          if (random.chance(0.5)) open.splice(random.below(Math.max(1, open.length)), 1)[0]?.release()
        }
      }
      await Promise.all(Array.from({ length: 6 }, live))
      expect(most).toBeLessThanOrEqual(6)
      const left = 6 - open.length
      await expect.poll(() => freeOf(both[0], 'acc_1', 6)).toBe(left)
    })

    test('that a plan does not have are refused, and those of a larger one stay until they are given back', async () => {
      const [one, other] = await openTwo()
      expect(await one.acquireStream('acc_0', 0)).toBe('full')
      const held = [
        acquiredSlot(await one.acquireStream('acc_1', 3)),
        acquiredSlot(await one.acquireStream('acc_1', 3)),
      ]
      expect(isSlot(await other.acquireStream('acc_1', 1))).toBe(false)
      for (const place of held) place.release()
      await expect.poll(async () => isSlot(await other.acquireStream('acc_1', 1))).toBe(true)
    })

    test('are counted for each holder apart, whatever they are called', async () => {
      const [one, other] = await openTwo()
      for (const holder of hostileNames) expect(isSlot(await one.acquireStream(holder, 1))).toBe(true)
      for (const holder of hostileNames) expect(isSlot(await other.acquireStream(holder, 1))).toBe(false)
    })
  })

export const isSlot = (taking: StreamAcquisition): taking is StreamSlot => taking !== 'full'

export function acquiredSlot(taking: StreamAcquisition) {
  if (taking === 'full') throw new Error('There is no place.')
  return taking
}

export async function freeOf(places: StreamLimiter, holder: string, most: number): Promise<number> {
  const taken = await Promise.all(Array.from({ length: most }, () => places.acquireStream(holder, most)))
  const held = taken.filter(isSlot)
  for (const place of held) place.release()
  return held.length
}
