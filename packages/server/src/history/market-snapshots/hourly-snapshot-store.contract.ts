import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { type HourlySnapshot, type HourlySnapshotStore, hourMs } from '../history-stores.js'

const start = Date.UTC(2026, 10, 21, 12)
const aMarket = (judgedAtMs: number, ...bytes: readonly number[]): HourlySnapshot => ({
  judgedAtMs,
  compressed: Uint8Array.from([0, 255, 10, ...bytes]),
})
const all = (markets: HourlySnapshotStore, fiat = 'UAH') => markets.readHours(fiat, 0, 9e15)

export const hourlySnapshotStoreContract = (open: () => Promise<HourlySnapshotStore>) => {
  test('returns the stored bytes, by currency, oldest first', async () => {
    const markets = await open()
    const kept = [2, 0, 1].map((hour) => aMarket(start + hour * hourMs + 1_234, hour))
    for (const market of kept) await markets.saveHour('UAH', market)
    await markets.saveHour('EUR', aMarket(start, 9))
    expect(await all(markets)).toEqual([kept[1], kept[2], kept[0]])
    expect(await all(markets, 'EUR')).toEqual([aMarket(start, 9)])
    expect(await all(markets, 'GEL')).toEqual([])
  })

  test('keeps one of each hour, the last', async () => {
    const markets = await open()
    await markets.saveHour('UAH', aMarket(start, 1))
    await markets.saveHour('UAH', aMarket(start + hourMs - 1, 2))
    await markets.saveHour('UAH', aMarket(start + 60_000, 3, 3, 3))
    await markets.saveHour('UAH', aMarket(start + hourMs, 4))
    expect(await all(markets)).toEqual([aMarket(start + 60_000, 3, 3, 3), aMarket(start + hourMs, 4)])
  })

  test('a range holds the hours that begin in it', async () => {
    const markets = await open()
    for (let hour = 0; hour < 4; hour++) await markets.saveHour('UAH', aMarket(start + hour * hourMs + 1, hour))
    const hours = async (fromMs: number, toMs: number) =>
      (await markets.readHours('UAH', fromMs, toMs)).map(({ judgedAtMs }) => (judgedAtMs - 1 - start) / hourMs)
    expect(await hours(start + hourMs, start + 3 * hourMs)).toEqual([1, 2])
    expect(await hours(start + 1, start + hourMs + 1)).toEqual([1])
    expect(await hours(start + 4 * hourMs, start + 9 * hourMs)).toEqual([])
  })

  test('forgets hours that are over before an instant, and nothing after it', async () => {
    const markets = await open()
    for (const fiat of ['UAH', 'EUR'])
      for (let hour = 0; hour < 4; hour++) await markets.saveHour(fiat, aMarket(start + hour * hourMs, hour))
    expect(await markets.forgetBefore(start + 2 * hourMs + 1)).toBe(4)
    expect(await markets.forgetBefore(start + 2 * hourMs + 1)).toBe(0)
    expect((await all(markets)).map(({ judgedAtMs }) => judgedAtMs)).toEqual([start + 2 * hourMs, start + 3 * hourMs])
    expect(await all(markets, 'EUR')).toHaveLength(2)
  })
}

export const hourlySnapshotStoreRaces = (openTwo: OpenTwo<HourlySnapshotStore>) => {
  test('of two that keep the same hour one has kept it, whole, and both say the same', async () => {
    const both = await openTwo()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (both[index % 2] ?? both[0]).saveHour(
          'UAH',
          aMarket(start + index, ...Array.from({ length: 500 }, () => index)),
        ),
      ),
    )
    const [one, other] = await Promise.all(both.map((markets) => all(markets)))
    expect(one).toHaveLength(1)
    expect(new Set(one?.[0]?.compressed.slice(3)).size).toBe(1)
    expect(other).toEqual(one)
  })
}
