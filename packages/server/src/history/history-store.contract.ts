import { readPoints, slotMs } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { HistoryEntry, HistoryStore } from './history-stores.js'

const entry = (exchange: string, buy: number | null, sell: number | null, fiat = 'UAH'): HistoryEntry => ({
  fiat,
  exchange,
  buy,
  sell,
  buyAds: buy === null ? 0 : 3,
  sellAds: sell === null ? 0 : 4,
})
const start = Date.UTC(2026, 10, 20)
const pointsOf = async (store: HistoryStore, exchange: string, fromMs: number, toMs: number) => {
  const series = await store.readSeries({ fiat: 'UAH', exchange }, fromMs, toMs)
  return readPoints(series, { from: 0, to: series.length })
}

export const historyStoreContract = (open: () => Promise<HistoryStore>) => {
  test('returns the written points, per series, oldest first, without missing slots', async () => {
    const store = await open()
    await store.append(start, [entry('best', 41.32, 41.05), entry('okx', 41.4, null)])
    await store.append(start + 2 * slotMs, [entry('best', 41.36, 41.1)])
    expect(await pointsOf(store, 'best', start, start + 3 * slotMs)).toEqual([
      { t: start, buy: 41.32, sell: 41.05, buyAds: 3, sellAds: 4 },
      { t: start + 2 * slotMs, buy: 41.36, sell: 41.1, buyAds: 3, sellAds: 4 },
    ])
    expect(await pointsOf(store, 'okx', start, start + slotMs)).toEqual([
      { t: start, buy: 41.4, sell: null, buyAds: 3, sellAds: 0 },
    ])
    expect(await pointsOf(store, 'mexc', start, start + slotMs)).toEqual([])
  })

  test('currencies of one slot are written one after the other and none is lost', async () => {
    const store = await open()
    await store.append(start, [entry('best', 41, 40)])
    await store.append(start, [entry('best', 0.86, 0.85, 'EUR')])
    await store.append(start, [entry('best', 41.5, 40.5)])
    expect((await pointsOf(store, 'best', start, start + slotMs)).map(({ buy }) => buy)).toEqual([41.5])
    const euro = await store.readSeries({ fiat: 'EUR', exchange: 'best' }, start, start + slotMs)
    expect(readPoints(euro, { from: 0, to: 1 })[0]?.buy).toBe(0.86)
  })

  test('several days read as one range, to the slot, whatever day is finished', async () => {
    const store = await open()
    const slots = 288 * 3 + 10
    for (let index = 0; index < slots; index++)
      await store.append(start + index * slotMs, [entry('best', 41 + index / 10_000, 40)])
    const all = await pointsOf(store, 'best', start, start + slots * slotMs)
    expect(all).toHaveLength(slots)
    expect(all.map(({ t }) => t)).toEqual(Array.from({ length: slots }, (_, index) => start + index * slotMs))
    const part = await pointsOf(store, 'best', start + 280 * slotMs, start + 300 * slotMs)
    expect(part.map(({ buy }) => buy)).toEqual(Array.from({ length: 20 }, (_, index) => (410_280 + index) / 10_000))
  })

  test('a point that comes late finds its place in a finished day', async () => {
    const store = await open()
    await store.append(start, [entry('best', 41, 40)])
    await store.append(start + 288 * slotMs, [entry('best', 42, 41)])
    await store.append(start + 5 * slotMs, [entry('best', 41.5, 40.5)])
    await store.append(start + 2 * 288 * slotMs, [entry('best', 43, 42)])
    expect((await pointsOf(store, 'best', start, start + 3 * 288 * slotMs)).map(({ buy }) => buy)).toEqual([
      41, 41.5, 42, 43,
    ])
  })

  test('a point that comes late changes nothing that its slot holds', async () => {
    const store = await open()
    await store.append(start, [entry('best', 41, 40), entry('okx', 42, 41), entry('mexc', 43, 42)])
    await store.append(start + 288 * slotMs, [entry('best', 44, 43)])
    await store.append(start, [entry('okx', 42.5, 41)])
    const buys = async () => {
      const all = await Promise.all(
        ['best', 'okx', 'mexc'].map((exchange) => pointsOf(store, exchange, start, start + slotMs)),
      )
      return all.map(([point]) => point?.buy)
    }
    expect(await buys()).toEqual([41, 42, 43])
    await store.append(start + 2 * 288 * slotMs, [entry('best', 45, 44)])
    expect(await buys()).toEqual([41, 42, 43])
  })

  test('a clock set back changes no point, and points reported as taken are stored', async () => {
    const store = await open()
    for (let slot = 0; slot < 300; slot++)
      await store.append(start + slot * slotMs, [entry('best', 41 + slot / 1000, 40)])
    const before = await pointsOf(store, 'best', start, start + 300 * slotMs)
    for (const slot of [298, 290, 100, 0]) {
      const entries = [entry('best', 60, 59), entry('okx', 61, 60)]
      expect((await store.append(start + slot * slotMs, entries)).map(({ exchange }) => exchange)).toEqual(['okx'])
      expect(await store.append(start + slot * slotMs, entries)).toEqual([])
    }
    expect(await pointsOf(store, 'best', start, start + 300 * slotMs)).toEqual(before)
    expect((await pointsOf(store, 'okx', start, start + 300 * slotMs)).map(({ t }) => (t - start) / slotMs)).toEqual([
      0, 100, 290, 298,
    ])
    expect(await store.append(start + 299 * slotMs, [entry('best', 42, 41)])).toHaveLength(1)
    expect(await store.newestMs()).toBe(start + 299 * slotMs)
  })

  test('a clock that runs 40 days ahead and comes back loses nothing and goes on recording', async () => {
    const store = await open()
    const ahead = start + 40 * 288 * slotMs
    await store.append(start, [entry('best', 41, 40)])
    await store.append(ahead, [entry('best', 50, 49)])
    await store.append(start + slotMs, [entry('best', 42, 41)])
    expect((await pointsOf(store, 'best', start, start + 10 * slotMs)).map(({ buy }) => buy)).toEqual([41, 42])
  })

  test('bulk loading equals writing slot by slot', async () => {
    const [bulk, single] = [await open(), await open()]
    const slots = Array.from({ length: 700 }, (_, index) => ({
      slotMs: start + index * slotMs,
      entries: [entry('best', 41 + index / 1000, 40), entry('okx', index % 3 === 0 ? null : 42, 41)],
    }))
    expect(await bulk.load(slots)).toBe(1_400)
    for (const slot of slots) await single.append(slot.slotMs, slot.entries)
    for (const exchange of ['best', 'okx'])
      expect(await pointsOf(bulk, exchange, start, start + 700 * slotMs)).toEqual(
        await pointsOf(single, exchange, start, start + 700 * slotMs),
      )
  })

  test('forgets whole days before an instant and nothing after it', async () => {
    const store = await open()
    for (let day = 0; day < 5; day++) await store.append(start + day * 288 * slotMs, [entry('best', 41 + day, 40)])
    await store.forgetBefore(start + 2 * 288 * slotMs)
    expect((await pointsOf(store, 'best', start, start + 5 * 288 * slotMs)).map(({ buy }) => buy)).toEqual([43, 44, 45])
  })

  test('an empty store gives an empty range', async () => {
    const store = await open()
    expect(await pointsOf(store, 'best', start, start + 288 * slotMs)).toEqual([])
    expect(await store.newestMs()).toBeNull()
    expect(await store.oldestDayMs()).toBeNull()
  })

  test('the oldest day is known, of whatever series, before and after days are finished and forgotten', async () => {
    const store = await open()
    const dayMs = 288 * slotMs
    await store.append(start + 3 * slotMs, [entry('okx', 41, 40)])
    expect(await store.oldestDayMs()).toBe(start)
    for (let day = 1; day < 4; day++) await store.append(start + day * dayMs + slotMs, [entry('best', 41, 40)])
    expect(await store.oldestDayMs()).toBe(start)
    await store.forgetBefore(start + dayMs)
    expect(await store.oldestDayMs()).toBe(start + dayMs)
  })

  test('the oldest day of one series is its own, wherever its slots lie', async () => {
    const store = await open()
    const dayMs = 288 * slotMs
    const oldest = async () =>
      Promise.all(
        ['best', 'okx', 'mexc'].map(async (exchange) => {
          const ms = await store.oldestDayMs({ fiat: 'UAH', exchange })
          return ms === null ? null : (ms - start) / dayMs
        }),
      )
    expect(await oldest()).toEqual([null, null, null])
    await store.append(start, [entry('best', 41, 40)])
    expect(await oldest()).toEqual([0, null, null])
    for (let day = 1; day < 5; day++)
      await store.append(start + day * dayMs + slotMs, [entry(day < 3 ? 'best' : 'okx', 41, 40)])
    expect(await oldest()).toEqual([0, 3, null])
    await store.append(start + 5 * dayMs, [entry('mexc', 41, 40, 'EUR'), entry('mexc', null, 40)])
    expect(await oldest()).toEqual([0, 3, 5])
    await store.forgetBefore(start + 2 * dayMs)
    expect(await oldest()).toEqual([2, 3, 5])
    await store.append(start + 4 * dayMs, [entry('mexc', 41, 40)])
    expect(await oldest()).toEqual([2, 3, 4])
  })
}

export const historyStoreRaces = (openTwo: OpenTwo<HistoryStore>) => {
  test('of what many record in one slot at once nothing is lost', async () => {
    const both = await openTwo()
    const exchanges = Array.from({ length: 20 }, (_, index) => `exchange-${index}`)
    await Promise.all(
      exchanges.map((exchange, index) => (both[index % 2] ?? both[0]).append(start, [entry(exchange, 41, 40)])),
    )
    for (const store of both)
      for (const exchange of exchanges)
        expect(await pointsOf(store, exchange, start, start + slotMs), exchange).toHaveLength(1)
  })
}
