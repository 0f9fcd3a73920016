import { describe, expect, test } from 'vitest'
import { slotMs, slotOf } from '../history/point.js'
import { createSeries, rangeOf, type Series, writePoint } from '../history/series.js'
import { createRandom } from '../random.js'
import { type SeasonalCell, seasonality } from './seasonality.js'

const dayMs = 86_400_000
const kyiv = 'Europe/Kyiv'
/** A Sunday noon in Kyiv, far from every change of clocks. */
const june = Date.UTC(2026, 5, 28, 9)

type Path = (t: number) => number | null

function market(days: number, endMs: number, path: Path): Series {
  const slots = days * 288
  const series = createSeries(slots)
  for (let index = 0; index < slots; index++) {
    const t = (slotOf(endMs) - slots + index) * slotMs
    const log = path(t)
    const price = log === null ? null : 41 * Math.exp(log)
    writePoint(series, { t, buy: price, sell: price && price * 0.99, buyAds: 5, sellAds: 5 })
  }
  return series
}

const whole = (series: Series) => rangeOf(series, 0, Number.MAX_SAFE_INTEGER)
const gridOf = (series: Series, zone = kyiv) => seasonality(series, whole(series), 'BUY', zone)
const shareOf = (t: number, days: number, endMs: number) => 1 + (t - endMs) / (days * dayMs)
const largest = (cells: readonly SeasonalCell[]) => Math.max(...cells.map(({ deltaPct }) => Math.abs(deltaPct ?? 0)))

/** The calendar asked for every slot by itself, in another way than the code does. */
const calendars = new Map<string, Intl.DateTimeFormat>()
function wall(zone: string, t: number): { readonly date: string; readonly weekday: number; readonly hour: number } {
  const calendar =
    calendars.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    })
  calendars.set(zone, calendar)
  const [date = '', time = ''] = calendar.format(t).split(' ')
  return { date, weekday: new Date(`${date}T00:00Z`).getUTCDay() || 7, hour: Number(time.slice(0, 2)) }
}
const isWeekend = (t: number) => wall(kyiv, t).weekday > 5

describe('a market without a pattern has none', () => {
  const days = 30
  test.each<[string, Path, number]>([
    ['that stands still', () => 0, 0.001],
    ['that rises by a fifth', (t) => 0.2 * shareOf(t, days, june), 0.03],
    ['that falls by a third', (t) => -0.4 * shareOf(t, days, june), 0.05],
    ['that jumps by 5 %', (t) => (shareOf(t, days, june) > 0.43 ? 0.05 : 0), 0.001],
    ['that jumps by 5 % and back', (t) => (Math.abs(shareOf(t, days, june) - 0.5) < 0.02 ? 0.05 : 0), 0.001],
  ])('one %s', (_, path, atMost) => {
    const { cells } = gridOf(market(days, june, path))
    expect(cells).toHaveLength(168)
    expect(cells.every(({ count }) => count >= 2)).toBe(true)
    expect(largest(cells)).toBeLessThan(atMost)
  })

  test('one that rises steadily and has holes of a few hours leaves nothing of its trend', () => {
    const random = createRandom(11)
    const holes = new Set(Array.from({ length: 110 }, () => Math.floor(random.next() * days * 24)))
    const path: Path = (t) => (holes.has(Math.floor((june - t) / 3_600_000)) ? null : 0.3 * shareOf(t, days, june))
    const { cells } = gridOf(market(days, june, path))
    expect(largest(cells)).toBeLessThan(0.05)
    expect(Math.max(...cells.map(({ count }) => count))).toBeLessThanOrEqual(4)
  })

  test('a random walk shows no more than its noise', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = createRandom(seed)
      let level = 0
      const { cells, noisePct } = gridOf(market(90, june, () => (level += 0.0002 * random.normal())))
      const beyond = cells.filter(({ deltaPct }) => Math.abs(deltaPct ?? 0) > (noisePct ?? 0)).length
      expect(beyond, `seed ${seed}`).toBeLessThan(168 / 3)
    }
  })
})

describe('a pattern is found', () => {
  const pattern = (t: number) => (isWeekend(t) ? 0.01 : 0) + (wall(kyiv, t).hour < 6 ? -0.004 : 0)
  const expected = ({ weekday, hour }: SeasonalCell) => (weekday > 5 ? 1 : 0) + (hour < 6 ? -0.4 : 0)

  test.each<[string, number, (t: number) => number]>([
    ['on its own', 30, () => 0],
    ['under a strong trend', 30, (t) => 0.15 * shareOf(t, 30, june)],
    ['beside a jump', 60, (t) => (shareOf(t, 60, june) > 0.4 ? 0.04 : 0)],
  ])('%s', (_, days, trend) => {
    const { cells } = gridOf(market(days, june, (t) => trend(t) + pattern(t)))
    for (const cell of cells)
      expect(Math.abs((cell.deltaPct ?? Number.NaN) - expected(cell)), JSON.stringify(cell)).toBeLessThan(0.12)
  })

  test('under noise, and the noise is returned', () => {
    const random = createRandom(5)
    const { cells, noisePct } = gridOf(market(120, june, (t) => pattern(t) + 0.001 * random.normal()))
    for (const cell of cells) expect(Math.abs((cell.deltaPct ?? Number.NaN) - expected(cell))).toBeLessThan(0.15)
    expect(noisePct).toBeGreaterThan(0.01)
    expect(noisePct).toBeLessThan(0.1)
  })

  test('of the side that is asked for', () => {
    const series = createSeries(60 * 288)
    for (let index = 0; index < 60 * 288; index++) {
      const t = (slotOf(june) - 60 * 288 + index) * slotMs
      writePoint(series, { t, buy: 41, sell: 40 * Math.exp(pattern(t)), buyAds: 1, sellAds: 1 })
    }
    expect(largest(seasonality(series, whole(series), 'BUY', kyiv).cells)).toBe(0)
    expect(largest(seasonality(series, whole(series), 'SELL', kyiv).cells)).toBeGreaterThan(0.9)
  })
})

describe.each([
  [kyiv, Date.UTC(2026, 3, 12)],
  [kyiv, Date.UTC(2026, 10, 8)],
  ['Australia/Adelaide', Date.UTC(2026, 3, 19)],
  ['Australia/Adelaide', Date.UTC(2026, 9, 18)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 19)],
  ['Asia/Kolkata', june],
  ['Asia/Kathmandu', june],
  ['UTC', june],
])('%s up to %d, with or without a change of clocks', (zone, endMs) => {
  const days = 28
  const path: Path = (t) => (wall(zone, t).hour === 9 ? 0.01 : 0)

  test('an hour of the wall stays that hour', () => {
    for (const { hour, deltaPct } of gridOf(market(days, endMs, path), zone).cells)
      expect([hour, deltaPct]).toEqual([hour, hour === 9 ? expect.closeTo(1.005, 2) : expect.closeTo(0, 2)])
  })

  test('each date counts once for each of its hours', () => {
    const { cells } = gridOf(market(days, endMs, path), zone)
    const dates = new Map<string, Set<string>>()
    const firstSlot = slotOf(endMs) - days * 288
    const [fromMs, toMs] = [(firstSlot / 12 + 63) * 3_600_000, (slotOf(endMs) / 12 - 63) * 3_600_000]
    for (let t = Math.ceil(fromMs / slotMs) * slotMs; t < toMs; t += slotMs) {
      const { date, weekday, hour } = wall(zone, t)
      const name = `${weekday} ${hour}`
      dates.set(name, (dates.get(name) ?? new Set()).add(date))
    }
    for (const { weekday, hour, count } of cells)
      expect([weekday, hour, count]).toEqual([weekday, hour, dates.get(`${weekday} ${hour}`)?.size ?? 0])
  })
})

test('hours without records are empty, and so is a past that is too short', () => {
  const noNights: Path = (t) => (wall(kyiv, t).hour < 3 ? null : 0)
  for (const { hour, deltaPct, count } of gridOf(market(40, june, noNights)).cells)
    expect([hour, deltaPct === null, count === 0]).toEqual([hour, hour < 3, hour < 3])
  for (const days of [0.5, 5]) {
    const { cells, noisePct } = gridOf(market(days, june, () => 0))
    expect(cells.every(({ deltaPct, count }) => deltaPct === null && count === 0)).toBe(true)
    expect([cells.length, noisePct]).toEqual([168, null])
  }
  const none = createSeries(1)
  const { cells, sinceMs } = seasonality(none, { from: 0, to: 0 }, 'BUY', kyiv)
  expect([cells.length, sinceMs]).toEqual([168, null])
})

test('only the range that is asked for counts', () => {
  const series = market(60, june, (t) => (shareOf(t, 60, june) < 0.5 && wall(kyiv, t).hour === 5 ? 0.05 : 0))
  const lastMonth = rangeOf(series, june - 30 * dayMs, june)
  expect(largest(seasonality(series, lastMonth, 'BUY', kyiv).cells)).toBe(0)
})
