import { expect, test } from 'vitest'
import { slotMs } from '../history/point.js'
import { createSeries, pricesPerUnit, rangeOf, writePoint } from '../history/series.js'
import { createRandom } from '../random.js'
import { seasonality } from './seasonality.js'

const hourMs = 3_600_000
const seed = Number(process.env.SEED)

const middle = (values: readonly number[]): number | null => {
  const [low, high] = [(values.length - 1) >> 1, values.length >> 1]
  const sorted = values.toSorted((one, other) => one - other)
  return values.length === 0 ? null : ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2
}

type Price = { readonly t: number; readonly log: number }

function levelAt(hour: number, ofHour: (at: number) => number, firstHour: number): number | null {
  const noon = firstHour + Math.floor((hour - firstHour) / 24) * 24 + 12
  const weekly: number[] = []
  for (let at = noon - 360; at + 168 <= noon + 360; at++) {
    const grown = ofHour(at + 168) - ofHour(at)
    if (!Number.isNaN(grown)) weekly.push(grown)
  }
  const slope = (middle(weekly) ?? 0) / 168
  const around: number[] = []
  for (let away = 1; away <= 84; away++) {
    const pair = [ofHour(hour - away) + slope * away, ofHour(hour + away) - slope * away]
    if (!pair.some(Number.isNaN)) around.push(...pair)
  }
  if (around.length < 126) return null
  const own = ofHour(hour)
  return middle(Number.isNaN(own) ? around : [...around, own])
}

test('every cell is what its definition makes of the prices, with holes, a jump and a change of clocks', () => {
  const random = createRandom(seed)
  const zone = ['Europe/Kyiv', 'Asia/Kolkata', 'America/New_York'][Math.floor(random.next() * 3)] ?? 'UTC'
  const days = 17 + Math.floor(random.next() * 4)
  // Cross the end of summer time in about half of the runs. End within an hour, like a running server.
  const endSlot = Math.floor(Date.UTC(2026, 9, 20 + Math.floor(random.next() * 20)) / slotMs) + 7
  const firstSlot = endSlot - days * 288
  const jumpAt = firstSlot + Math.floor(random.next() * days * 288)
  const series = createSeries(days * 288)
  const prices: Price[] = []
  let trend = 0
  let isHole = false
  for (let slot = firstSlot; slot < endSlot; slot++) {
    if (random.next() < 0.02) isHole = random.next() < 0.04
    // A few slots of each hour are enough to tell whether medians are taken where they should be.
    if (slot % 4 !== 0 || isHole) continue
    trend += 0.0003 * random.normal() + (slot === jumpAt ? 0.03 : 0)
    const sell = 40 * Math.exp(trend + (slot % 288 < 72 ? 0.005 : 0))
    writePoint(series, { t: slot * slotMs, buy: null, sell, buyAds: 0, sellAds: 3 })
    prices.push({ t: slot * slotMs, log: Math.log(Math.round(sell * pricesPerUnit) / pricesPerUnit) })
  }

  const range = rangeOf(series, 0, Number.MAX_SAFE_INTEGER)
  const { cells, noisePct } = seasonality(series, range, 'SELL', zone)

  const firstHour = Math.floor(((series.firstSlot + range.from) * slotMs) / hourMs)
  const middles = new Map<number, number>()
  const ofHour = (at: number) => {
    const known =
      middles.get(at) ?? middle(prices.flatMap(({ t, log }) => (Math.floor(t / hourMs) === at ? [log] : [])))
    middles.set(at, known ?? Number.NaN)
    return known ?? Number.NaN
  }
  const levels = new Map<number, number | null>()
  const byDate = new Map<string, number[]>()
  const wall = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  for (const { t, log } of prices) {
    const hour = Math.floor(t / hourMs)
    if (!levels.has(hour)) levels.set(hour, levelAt(hour, ofHour, firstHour))
    const level = levels.get(hour) ?? null
    const name = wall.format(t).slice(0, 13)
    if (level !== null) byDate.set(name, [...(byDate.get(name) ?? []), log - level])
  }
  const expected = Array.from({ length: 168 }, (_, at) =>
    [...byDate].flatMap(([name, own]) => {
      const weekday = new Date(`${name.slice(0, 10)}T00:00Z`).getUTCDay() || 7
      return (weekday - 1) * 24 + Number(name.slice(11)) === at ? [middle(own) ?? 0] : []
    }),
  )
  const distances = expected.flatMap((own) =>
    own.length < 2 ? [] : own.map((value) => Math.abs(value - (middle(own) ?? 0))),
  )
  for (const [at, { deltaPct, count }] of cells.entries()) {
    const own = expected[at] ?? []
    expect(count, `seed ${seed}, ${zone}, cell ${at}`).toBe(own.length)
    const log = middle(own)
    if (log === null) expect(deltaPct).toBeNull()
    else expect(deltaPct, `seed ${seed}, ${zone}, cell ${at}`).toBeCloseTo((Math.exp(log) - 1) * 100, 7)
  }
  expect(expected.flat().length).toBeGreaterThan(20)
  expect(noisePct).toBeCloseTo((Math.exp(1.4826 * (middle(distances) ?? 0)) - 1) * 100, 3)
})
