import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '../random.js'
import { every5Minutes } from '../testing/prices.js'
import { cheapestHours } from './cheapest-hours.js'
import { groupByHour, hourMs, type Price } from './group-by-hour.js'
import { createLocalTime } from './local-time.js'

const kyivTime = createLocalTime('Europe/Kyiv')
const hourInKyiv = (t: number) => Math.floor(kyivTime(t) / hourMs) % 24
const june = Date.UTC(2026, 5, 20, 12)
const hoursOf = (prices: readonly Price[]) => cheapestHours(groupByHour(prices))

function week(seed: number, path: (share: number, t: number, random: Random) => number): readonly Price[] {
  const random = createRandom(seed)
  let hour = -1
  let hourly = 0
  return every5Minutes(june, 168, (t, index) => {
    if (Math.floor(t / hourMs) !== hour) {
      hour = Math.floor(t / hourMs)
      hourly = 0.0005 * random.normal()
    }
    return 41 * Math.exp(path(index / 2016, t, random) + hourly + 0.0008 * random.normal())
  })
}

describe('weeks without a cheap hour report none', () => {
  const weeks = 60
  const paths: Record<string, () => (share: number, t: number, random: Random) => number> = {
    'a flat week': () => () => 0,
    'a rise of 3 %': () => (share) => 0.03 * share,
    'a fall of 5 %': () => (share) => -0.05 * share,
    'a jump of 2 %': () => (share) => (share > 0.45 ? 0.02 : 0),
    'a random walk': () => {
      let level = 0
      return (_share, _t, random) => (level += 0.0003 * random.normal())
    },
  }
  test.each(Object.keys(paths))('%s', (name) => {
    const wrong: number[] = []
    for (let seed = 1; seed <= weeks; seed++) {
      const path = paths[name]?.() ?? (() => 0)
      if (hoursOf(week(seed, path)).length > 0) wrong.push(seed)
    }
    expect(wrong.length / weeks, `seeds ${wrong}`).toBeLessThanOrEqual(0.05)
  })
})

describe('a true dip', () => {
  const cheap = new Set([14, 15, 16])
  const dip = (depth: number) => (_share: number, t: number) => (cheap.has(hourInKyiv(t)) ? -depth : 0)

  test('of 0.3 % in three hours is found, and reported no deeper than it is', () => {
    const weeks = 40
    let found = 0
    for (let seed = 1; seed <= weeks; seed++) {
      for (const { hour, deltaPct } of hoursOf(week(seed, dip(0.003)))) {
        expect(cheap, `seed ${seed}`).toContain(hour)
        expect(deltaPct).toBeLessThan(-0.1)
        expect(deltaPct).toBeGreaterThan(-0.3)
        found++
      }
    }
    expect(found / weeks).toBeGreaterThan(2)
  })

  test('is found under a trend too, cheapest hour first, three at most', () => {
    const path = (share: number, t: number) => {
      const hour = hourInKyiv(t)
      return 0.03 * share - (hour >= 2 && hour <= 6 ? 0.01 + 0.001 * hour : 0)
    }
    const hours = hoursOf(week(3, path))
    expect(hours.map(({ hour }) => hour)).toEqual([6, 5, 4])
    expect(hours.map(({ deltaPct }) => deltaPct)).toEqual(hours.map(({ deltaPct }) => deltaPct).sort((a, b) => a - b))
  })

  test('keeps its Kyiv hour through the change of clocks', () => {
    const autumn = Date.UTC(2026, 9, 31, 12)
    const spring = Date.UTC(2026, 3, 4, 12)
    for (const end of [autumn, spring]) {
      const random = createRandom(9)
      const prices = every5Minutes(end, 14 * 24, (t) => 41 * Math.exp(dip(0.004)(0, t) + 0.0003 * random.normal()))
      expect(new Set(hoursOf(prices).map(({ hour }) => hour))).toEqual(cheap)
    }
  })

  test('needs 120 hours that have a day around them', () => {
    const last = (hours: number) => week(2, dip(0.01)).slice(-hours * 12)
    expect(hoursOf(last(142))).toEqual([])
    expect(hoursOf(last(160)).length).toBe(3)
  })
})

test('a hole of half a day costs hours, not truth', () => {
  const prices = week(5, (_share, t) => (hourInKyiv(t) === 9 ? -0.004 : 0))
  const holed = prices.filter(({ t }) => t < june - 80 * hourMs || t > june - 68 * hourMs)
  expect(hoursOf(holed).every(({ hour }) => hour === 9)).toBe(true)
})
