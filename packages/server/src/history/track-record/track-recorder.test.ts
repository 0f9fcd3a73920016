import { expect, test } from 'vitest'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createMovingMarket, startMs } from '../archive/testing/moving-market.js'
import type { TrackDay, TrackRecordStore } from '../history-stores.js'
import { aTrackDay } from './testing/a-track-day.js'
import { createTrackRecorder } from './track-recorder.js'

const minuteMs = 60_000
const wholeDays = (store: TrackRecordStore) => store.readTrackDays(null, '2026-01-01', '2026-12-31')

/** A market every 5 minutes, for 2 hours. */
function someMarkets(): readonly MarketSnapshot[] {
  const moving = createMovingMarket(5)
  return Array.from({ length: 24 }, (_, cycle) => moving.at(startMs + cycle * 5 * minuteMs).snapshot)
}

const casesOf = (days: readonly TrackDay[], measure: string) =>
  days
    .flatMap(({ counts }) => counts)
    .filter((count) => count.measure === measure && count.series === 'best')
    .reduce((sum, { cases }) => sum + cases, 0)

async function recorded(markets: readonly MarketSnapshot[], store = openMemoryStore().track) {
  const recorder = createTrackRecorder(store)
  await recorder.load(markets[0]?.judgedAtMs ?? startMs)
  for (const market of markets) recorder.recordSnapshot(market)
  await recorder.save()
  return wholeDays(store)
}

test('best prices and later looks are counted by day', async () => {
  const days = await recorded(someMarkets())
  expect(days.map(({ fiat, day }) => [fiat, day])).toEqual([['UAH', '2026-11-23']])
  expect(['published', 'next', 'after_15', 'after_60'].map((measure) => casesOf(days, measure))).toEqual([
    48, 46, 42, 24,
  ])
})

test('saved after each market or once, even if the answers of the store are lost, the counts are the same', async () => {
  const { track } = openMemoryStore()
  const markets = someMarkets()
  let saves = 0
  const recorder = createTrackRecorder({
    ...track,
    saveTrackDays: async (days) => {
      await track.saveTrackDays(days)
      if (saves++ % 2 === 0) throw new Error('the answer is lost')
    },
  })
  for (const market of markets) {
    recorder.recordSnapshot(market)
    await recorder.save().catch(() => {})
  }
  await recorder.save()
  expect(await wholeDays(track)).toEqual(await recorded(markets))
})

test('the next leader adds to the stored counts from the next slot on, without the pending looks of the former one', async () => {
  const { track } = openMemoryStore()
  const markets = someMarkets()
  await recorded(markets.slice(0, 12), track)
  const days = await recorded(markets.slice(11), track)
  expect(['published', 'next', 'after_60'].map((measure) => casesOf(days, measure))).toEqual([48, 44, 0])
})

test('fronts of the last 7 days count for the bounds of prices, those before a restart included', async () => {
  const { track } = openMemoryStore()
  const front = { series: 'best', measure: 'front', confidence: 'high' } as const
  const counts = [
    { ...front, cases: 100, held: 90 },
    { ...front, series: 'okx', cases: 100, held: 0 },
    { ...front, measure: 'next' as const, cases: 100, held: 0 },
  ]
  await track.saveTrackDays([
    ...['2026-11-17', '2026-11-22'].map((day) => aTrackDay({ day, counts })),
    aTrackDay({ day: '2026-11-16', counts }),
    aTrackDay({ fiat: 'EUR', counts }),
  ])
  const recorder = createTrackRecorder(track)
  await recorder.load(startMs)
  expect(recorder.frontRecord('UAH')).toEqual({ high: { cases: 200, held: 180 } })
  for (const market of someMarkets()) recorder.recordSnapshot(market)
  await recorder.save()
  const after = recorder.frontRecord('UAH').high ?? { cases: 0, held: 0 }
  expect(after.cases).toBeGreaterThan(200)
  const next = createTrackRecorder(track)
  await next.load(startMs + 24 * 60 * minuteMs)
  expect(next.frontRecord('UAH').high).toEqual({ cases: after.cases - 100, held: after.held - 90 })
})

test('after the data were replaced, nothing that was counted before is stored', async () => {
  const { track } = openMemoryStore()
  const recorder = createTrackRecorder(track)
  for (const market of someMarkets()) recorder.recordSnapshot(market)
  await recorder.reset(startMs)
  await recorder.save()
  expect(await wholeDays(track)).toEqual([])
})

test('a price published before midnight counts on its own day, and days that are over are forgotten', async () => {
  const { track } = openMemoryStore()
  const reads: string[] = []
  const recorder = createTrackRecorder({
    ...track,
    readTrackDays: (fiat, day, to) => {
      reads.push(day)
      return track.readTrackDays(fiat, day, to)
    },
  })
  for (const midnight of [16, 40, 64]) {
    const moving = createMovingMarket(5)
    for (const hours of [midnight - 0.05, midnight + 0.05]) {
      recorder.recordSnapshot(moving.at(startMs + hours * 60 * minuteMs).snapshot)
      await recorder.save()
    }
  }
  const days = await wholeDays(track)
  expect(
    days.map(({ day }) => [
      day,
      casesOf(
        days.filter((one) => one.day === day),
        'next',
      ),
    ]),
  ).toEqual([
    ['2026-11-23', 2],
    ['2026-11-24', 2],
    ['2026-11-25', 2],
    ['2026-11-26', 0],
  ])
  expect(reads).toEqual(days.map(({ day }) => day))
})
