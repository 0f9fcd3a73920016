import type { Ad, Board } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import { type AdAges, createAdAges } from './ad-ages.js'
import { anHonestBoard } from './testing/scripted-exchanges.js'

const hour = 3_600_000
const [ad, other] = anHonestBoard({ exchange: 'okx', fiat: 'UAH', side: 'BUY', atMs: 0 }).ads
if (ad === undefined || other === undefined) throw new Error('A board has ads.')
const minutesOf = (seen: AdAges, one: Ad, nowMonoMs: number): number =>
  [...seen.unchangedMinutes({ ...one, ads: [one] }, nowMonoMs)][0]?.[1] ?? 0
const boardOf = (...ads: readonly Ad[]): Board => ({ exchange: 'okx', fiat: 'UAH', side: 'BUY', observedAtMs: 0, ads })

test('an ad has been standing since it was first seen with this price and these limits', () => {
  const seen = createAdAges()
  expect(minutesOf(seen, ad, 0)).toBe(0)
  seen.recordBoard(boardOf(ad), 0)
  seen.recordBoard(boardOf(ad), hour)
  expect(minutesOf(seen, ad, 2 * hour)).toBe(120)
  for (const change of [
    { price: 40 },
    { minFiat: 1 },
    { maxFiat: 9_999 },
    { adId: 'another' },
    { side: 'SELL' as const },
  ])
    expect(minutesOf(seen, { ...ad, ...change }, 2 * hour)).toBe(0)
})

test('without an ad id the advertiser distinguishes ads', () => {
  const seen = createAdAges()
  seen.recordBoard(boardOf({ ...ad, adId: null }), 0)
  expect(minutesOf(seen, { ...ad, adId: null }, hour)).toBe(60)
  expect(minutesOf(seen, { ...ad, adId: null, advertiserId: 'somebody else' }, hour)).toBe(0)
})

test('an ad that returns to an earlier price has been standing since then', () => {
  const seen = createAdAges()
  for (let minute = 0; minute < 60; minute++)
    seen.recordBoard(boardOf({ ...ad, price: 40 + (minute % 2) }), minute * 60_000)
  expect(minutesOf(seen, { ...ad, price: 40 }, hour)).toBe(60)
})

test('an entry unused for a day is forgotten', () => {
  const seen = createAdAges()
  seen.recordBoard(boardOf(ad, other), 0)
  seen.recordBoard(boardOf(other), 23 * hour)
  seen.recordBoard(boardOf(other), 25 * hour)
  expect(seen.size).toBe(1)
  expect(minutesOf(seen, other, 25 * hour)).toBe(25 * 60)
})

test('a market that invents ads without end pushes out only its own', () => {
  const seen = createAdAges(1_000)
  seen.recordBoard(boardOf(ad), 0)
  for (let flood = 0; flood < 50; flood++) {
    const ads = Array.from({ length: 100 }, (_, index) => ({ ...ad, side: 'SELL' as const, adId: `${flood} ${index}` }))
    seen.recordBoard({ ...boardOf(...ads), side: 'SELL' }, flood)
  }
  expect(seen.size).toBeLessThanOrEqual(1_001)
  expect(minutesOf(seen, ad, hour)).toBe(60)
})

test('evidence outlasts any number of offers that came and went', () => {
  const seen = createAdAges(100)
  for (let minute = 0; minute <= 60; minute += 5) seen.recordBoard(boardOf(ad), minute * 60_000)
  for (let flood = 1; flood < 100; flood++)
    seen.recordBoard(
      boardOf(...Array.from({ length: 50 }, (_, index) => ({ ...ad, price: flood + index / 100 }))),
      hour + flood * 60_000,
    )
  expect(seen.size).toBeLessThanOrEqual(100)
  expect(minutesOf(seen, ad, 3 * hour)).toBe(180)
})

describe('stored data of a market', () => {
  const kept = () => {
    const seen = createAdAges()
    seen.recordBoard(boardOf(ad), 0)
    seen.recordBoard(boardOf(ad, other), hour)
    return seen.storedOffersOf(boardOf(), { wallMs: 10 * hour, monoMs: hour })
  }

  test('is unchanged for the next process, by its own clock', () => {
    const seen = createAdAges()
    seen.restoreOffers(boardOf(), kept(), { wallMs: 11 * hour, monoMs: 0 })
    expect([minutesOf(seen, ad, 0), minutesOf(seen, other, 0)]).toEqual([120, 60])
    seen.recordBoard(boardOf(ad), hour)
    expect(minutesOf(seen, ad, hour)).toBe(180)
  })

  test.each([
    ['was seen more than a day ago', 35 * hour],
    ['comes from the future', 9 * hour],
  ])('is forgotten when it %s', (_, wallMs) => {
    const seen = createAdAges()
    seen.restoreOffers(boardOf(), kept(), { wallMs, monoMs: 0 })
    expect([seen.size, minutesOf(seen, ad, 0)]).toEqual([0, 0])
  })
})
