import { rangeOf, readPoints, slotMs } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { createFakeTime } from '../testing/fake-time.js'
import { checkHistoryCache, createHistoryCache } from './history-cache.js'

const key = { fiat: 'UAH', exchange: 'okx' }
const dayMs = 86_400_000

const setUp = async (daysAgo: number) => {
  const time = createFakeTime()
  const { history } = openMemoryStore()
  const nowMs = time.clock.wallMs()
  const firstMs = Math.floor((nowMs - 3 * dayMs) / slotMs) * slotMs
  for (let atMs = firstMs; atMs < nowMs; atMs += slotMs * 12)
    await history.append(atMs, [{ ...key, buy: 41, sell: 40, buyAds: 1, sellAds: 1 }])
  const historyCache = createHistoryCache({ store: history, ...time })
  await historyCache.warmUp([key])
  const differences: string[] = []
  const check = () =>
    checkHistoryCache({
      cache: historyCache,
      store: history,
      keys: [key],
      clock: time.clock,
      random: () => daysAgo / 30 + 0.001,
      onDifference: (what) => differences.push(what),
    })
  const pointsHeld = async (fromMs: number) => {
    const series = await historyCache.readSeries(key, fromMs, nowMs)
    return readPoints(series, rangeOf(series, fromMs, nowMs)).length
  }
  return { check, history, past: historyCache, nowMs, differences, pointsHeld, firstMs }
}

test('a cache that equals the database is left alone', async () => {
  for (const daysAgo of [0, 1, 2, 29]) {
    const { check, differences } = await setUp(daysAgo)
    await check()
    expect(differences).toEqual([])
  }
})

test('a point that memory lacks is found, logged once, and there again', async () => {
  const { check, history, differences, pointsHeld, nowMs, firstMs } = await setUp(1)
  const atMs = Math.floor((nowMs - dayMs) / dayMs) * dayMs + 7 * slotMs
  await history.append(atMs, [{ ...key, buy: 50, sell: 49, buyAds: 1, sellAds: 1 }])
  const before = await pointsHeld(firstMs)
  await check()
  expect(differences).toEqual([`okx UAH of ${new Date(atMs).toISOString().slice(0, 10)}`])
  expect(await pointsHeld(firstMs)).toBe(before + 1)
  await check()
  expect(differences).toHaveLength(1)
})
