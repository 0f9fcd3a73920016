import { expect, test } from 'vitest'
import { minuteMs } from '../history-stores.js'
import { exchangeUptime } from './exchange-uptime.js'
import { anUptime } from './testing/an-uptime.js'
import { minuteOf } from './uptime.js'

const start = Date.UTC(2026, 10, 21, 12)

const pastOf = (sources: Readonly<Record<string, string>>, slots: number, slotMinutes = 15, skippedMinutes = 0) => {
  const uptime = anUptime(start, sources)
  const grid = { fromMinute: minuteOf(start) + skippedMinutes, slots, slotMinutes }
  const past = exchangeUptime(uptime, [...uptime.sources.values()], grid)
  const gap = past.longestGap
  return {
    ...past,
    gap: gap && [
      (gap.startMs - start) / minuteMs,
      gap.endMs === null ? null : (gap.endMs - start) / minuteMs,
      gap.seconds / 60,
    ],
  }
}

test.each([
  ['live', 'l*15'],
  ['live', 'l*14 s'],
  ['partly', 'l*13 s*2'],
  ['partly', 's*13 l*2'],
  ['stale', 's*14 l'],
  ['stale', 's*8 b*7'],
  ['blocked', 'b*15'],
  ['held_out', 'h*15'],
  ['frozen', 'f*15'],
  ['empty', 'e*15'],
  ['unsupported', 'u*15'],
  ['live', 'l*8 e*7'],
  ['live', 'l .*14'],
  [null, '.*15 l'],
])('a quarter of an hour of one currency is %s when it was seen as %s', (word, seen) => {
  expect(pastOf({ 'UAH okx': seen }, 1).slots).toEqual([word])
})

test('an exchange is as most of its currencies are, in six hours as in a quarter', () => {
  const others = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`F${index} okx`, 'l*360']))
  expect(pastOf({ ...others, 'UAH okx': 'h*360' }, 1, 360).slots).toEqual(['live'])
  expect(pastOf({ ...others, 'UAH okx': 'h*360', 'EUR okx': 'h*360' }, 1, 360).slots).toEqual(['partly'])
  expect(pastOf({ ...others, 'MDL okx': 'u*360', 'GEL okx': 'e*360' }, 1, 360).slots).toEqual(['live'])
  expect(pastOf({ 'UAH okx': 'l*120 s*240' }, 1, 360).slots).toEqual(['partly'])
})

test('slots follow one another, and an unobserved one is empty, before, between and after', () => {
  expect(pastOf({ 'UAH okx': '.*20 l*10 .*15 b*15' }, 6).slots).toEqual([null, 'live', null, 'blocked', null, null])
  expect(pastOf({ 'UAH okx': 'l*30 b*15' }, 2, 15, 30).slots).toEqual(['blocked', null])
  expect(pastOf({ 'UAH okx': 'l*30' }, 4, 15, -30).slots).toEqual([null, null, 'live', 'live'])
  expect(pastOf({}, 2)).toEqual({ slots: [null, null], due: 0, answered: 0, longestGap: null, gap: null })
})

test('questions are counted within the span alone', () => {
  expect(pastOf({ 'UAH okx': 'l*60', 'EUR okx': 'l*60' }, 2, 15, 15)).toMatchObject({ due: 120, answered: 120 })
})

test('the longest gap is the longest time in which no currency could be used', () => {
  expect(pastOf({ 'UAH okx': 'l*10 s*20 l*10 b*30 l*5' }, 5).gap).toEqual([40, 70, 30])
  expect(pastOf({ 'UAH okx': 'l*10 s*20 l*10', 'EUR okx': 'l*25 s*15' }, 4).gap).toEqual([25, 30, 5])
  expect(pastOf({ 'UAH okx': 'l*60', 'EUR okx': 's*60' }, 4).gap).toBeNull()
})

test('different troubles without a pause are one gap, and one that lasts has no end', () => {
  expect(pastOf({ 'UAH okx': 'l*10 s*10 b*25' }, 4).gap).toEqual([10, null, 35])
})

test('a gap is cut where the span begins', () => {
  expect(pastOf({ 'UAH okx': 's*50 l*10' }, 2, 15, 30).gap).toEqual([30, 50, 20])
})

test('a currency without ads is no gap', () => {
  expect(pastOf({ 'UAH okx': 'e*30', 'EUR okx': 'u*30' }, 2).gap).toBeNull()
})
