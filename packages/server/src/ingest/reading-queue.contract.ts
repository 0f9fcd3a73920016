import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { QueuedReading, ReadingQueue } from './reading-queue.js'

const reading = (text: string, more: Partial<QueuedReading> = {}): QueuedReading => ({
  exchange: 'okx',
  fiat: 'UAH',
  side: 'BUY',
  text,
  ageMs: () => 0,
  ...more,
})

export const readingQueueContract = (openTwo: OpenTwo<ReadingQueue>) => {
  test('of every market the newest is there for the other, as it was, in the order of its places', async () => {
    const [one, other] = await openTwo()
    const hostile = '__proto__ \u202e 🙂 \\ " \' {"'
    await one.putReading(reading('first'), 1)
    await one.putReading(reading(hostile, { side: 'SELL' }), 2)
    await one.putReading(reading('second'), 3)
    expect((await other.readingsSince(0)).map(({ side, place, text }) => [side, place, text])).toEqual([
      ['SELL', 2, hostile],
      ['BUY', 3, 'second'],
    ])
    expect((await other.readingsSince(2)).map(({ text }) => text)).toEqual(['second'])
    expect(await other.readingsSince(3)).toEqual([])
  })

  test('readings forwarded together are stored in one slot', async () => {
    const [one, other] = await openTwo()
    await one.putReading(reading('a'), 7)
    await one.putReading(reading('b', { fiat: 'EUR' }), 7)
    expect((await other.readingsSince(6)).map(({ text }) => text).toSorted()).toEqual(['a', 'b'])
    expect(await other.readingsSince(7)).toEqual([])
  })

  test('it is as old as it was when it was written, and grows older', async () => {
    const [one, other] = await openTwo()
    await one.putReading(reading('old', { ageMs: () => 60_000.5 }), 1)
    const [first] = await other.readingsSince(0)
    expect(first?.ageMs).toBeGreaterThanOrEqual(60_000)
    expect(first?.ageMs).toBeLessThan(70_000)
    await expect.poll(async () => (await other.readingsSince(0))[0]?.ageMs).toBeGreaterThan(first?.ageMs ?? Infinity)
  })

  test('of one exchange it says how old the newest readings are', async () => {
    const [one, other] = await openTwo()
    await one.putReading(reading('a', { ageMs: () => 1_000_000 }), 1)
    await one.putReading(reading('b', { exchange: 'bybit' }), 2)
    expect(await other.agesOf('okx')).toEqual([{ fiat: 'UAH', side: 'BUY', ageMs: expect.any(Number) }])
    expect((await other.agesOf('okx'))[0]?.ageMs).toBeGreaterThanOrEqual(1_000_000)
    expect(await other.agesOf('mexc')).toEqual([])
  })
}
