import { describe, expect, test } from 'vitest'
import { minuteMs, quarterMs } from '../history-stores.js'
import { freshnessOf, gapReason } from './freshness-and-gaps.js'
import { aStatusSample } from './testing/a-status-sample.js'
import { anUptime } from './testing/an-uptime.js'
import { applyMinute, applyQuarter, createUptime, dayOf, intervalsWithin } from './uptime.js'

const start = Date.UTC(2026, 10, 21)
const dayMs = 1_440 * minuteMs
const okx = { exchange: 'okx', fiat: 'UAH' } as const
const oneDay = { fromMs: start, toMs: start + dayMs }

describe('freshness', () => {
  const checks = (ages: readonly (number | null)[], fromMs = start) => {
    const uptime = createUptime(dayOf(start) - 2, 5)
    for (const [minute, ageSeconds] of ages.entries())
      applyMinute(uptime, { startMs: fromMs + minute * minuteMs, glances: [aStatusSample({ ageSeconds })] })
    return uptime
  }

  test('is the end of the minute that holds the share', () => {
    const ages = Array.from({ length: 100 }, (_, at) => at * 6)
    const { checks: seen, p50Seconds, p95Seconds, within } = freshnessOf(checks(ages), okx, oneDay)
    expect({ seen, p50Seconds, p95Seconds }).toEqual({ seen: 100, p50Seconds: 300, p95Seconds: 600 })
    expect([60, 300, 600].map(within)).toEqual([0.1, 0.5, 1])
  })

  test('of data older than ten minutes counts as more, and is in time for no target', () => {
    const { p50Seconds, within } = freshnessOf(checks([700, 5_000, 30]), okx, oneDay)
    expect(p50Seconds).toBe(660)
    for (const seconds of [600, 660, 3_600]) expect(within(seconds)).toBeCloseTo(1 / 3)
  })

  test('is unknown without observations, or if nothing was ever received', () => {
    for (const uptime of [checks([]), checks([null, null])]) {
      const { within, ...found } = freshnessOf(uptime, okx, oneDay)
      expect(found).toEqual({ exchange: 'okx', checks: 0, p50Seconds: null, p95Seconds: null })
      expect(within(300)).toBeNull()
    }
  })

  test('is counted within its days alone', () => {
    const uptime = checks([30, 30], start - minuteMs)
    expect(freshnessOf(uptime, okx, oneDay).checks).toBe(1)
    expect(freshnessOf(uptime, okx, { fromMs: start - dayMs, toMs: start + dayMs }).checks).toBe(2)
    expect(freshnessOf(uptime, okx, { fromMs: start - 90 * dayMs, toMs: start }).checks).toBe(1)
  })

  test('is the same from quarters on record as from the checks themselves, and days make room', () => {
    const uptime = createUptime(dayOf(start) - 2, 3)
    const stretches = [{ minutes: 3, condition: { state: 'live', cause: null } }] as const
    const record = { ...okx, stretches, due: 3, answered: 3, ages: [1, 0, 2] }
    applyQuarter(uptime, { startMs: start + quarterMs, sources: [record] })
    expect(freshnessOf(uptime, okx, oneDay)).toMatchObject({ checks: 3, p50Seconds: 180 })
    applyMinute(uptime, { startMs: start + 2 * dayMs, glances: [aStatusSample({ ageSeconds: 10 })] })
    expect(freshnessOf(uptime, okx, oneDay).checks).toBe(3)
    expect(freshnessOf(uptime, okx, { fromMs: start + 2 * dayMs, toMs: start + 3 * dayMs })).toMatchObject({
      ...{ checks: 1, p50Seconds: 60 },
    })
    // A look that is on record already counts once.
    applyMinute(uptime, { startMs: start + 2 * dayMs, glances: [aStatusSample({ ageSeconds: 10 })] })
    expect(freshnessOf(uptime, okx, { fromMs: start, toMs: start + 3 * dayMs }).checks).toBe(4)
  })
})

describe('why a price is missing', () => {
  const why = (sources: Readonly<Record<string, string>>, minutes: number, from = 0) => {
    const uptime = anUptime(start, sources)
    const [fromMs, toMs] = [start + from * minuteMs, start + (from + minutes) * minuteMs]
    return gapReason(uptime, [...uptime.sources.values()], fromMs, toMs)
  }

  test.each([
    ['what was seen in most of its minutes', { 'UAH okx': 'l*2 b*5 s*3' }, { reason: 'blocked', cause: 'blocked' }],
    ['no reliable price, where all was live', { 'UAH okx': 'l*10' }, { reason: 'no_price', cause: null }],
    ['that nobody looked', { 'UAH okx': 'l*2 .*8' }, { reason: 'unobserved', cause: null }],
    ['that nobody looked ever', {}, { reason: 'unobserved', cause: null }],
    [
      'of all exchanges, what befell most of them',
      { 'UAH okx': 'n*10', 'UAH bybit': 'n*10', 'UAH mexc': 'f*10' },
      { reason: 'stale', cause: 'network' },
    ],
    [
      'never that others do not trade the currency',
      { 'UAH okx': 'b*6 l*4', 'UAH bybit': 'u*10', 'UAH mexc': 'u*10' },
      { reason: 'blocked', cause: 'blocked' },
    ],
    ['that it is not traded, where it nowhere is', { 'UAH okx': 'u*10' }, { reason: 'unsupported', cause: null }],
  ])('is %s', (_, sources, expected) => {
    expect(why(sources, 10)).toEqual(expected)
  })

  test('is unknown where it is longer ago than anything remembered', () => {
    expect(why({ 'UAH okx': 'l*10' }, 10, -40 * 1_440)).toEqual({ reason: 'unknown', cause: null })
  })
})

test('the spells of a span are those that share a minute with it', () => {
  const uptime = anUptime(start, { 'UAH okx': 'l*5 b*5 .*5 l*5 s*5' })
  const spells = uptime.sources.get('UAH okx')?.intervals ?? []
  const first = dayOf(start) * 1_440
  for (let from = -3; from < 30; from++)
    for (let to = from; to < 30; to++)
      expect([from, to, intervalsWithin(spells, first + from, first + to)]).toEqual([
        ...[from, to],
        spells.filter((spell) => spell.from < first + to && spell.to > first + from),
      ])
})
