import { expect, test } from 'vitest'
import { browserZone, createTimes, hoursAhead, isZoneName, weekdayNames, zoneName } from './times.js'

const noon = Date.parse('2026-11-21T10:05:12Z')

test('Kyiv time is two hours ahead in winter, three in summer, wherever the reader is', () => {
  const kyiv = createTimes('en', 'kyiv')
  expect(kyiv.clock(noon)).toBe('12:05')
  expect(kyiv.clock(Date.parse('2026-07-01T21:30:00Z'))).toBe('00:30')
  const ahead = (atMs: number) => hoursAhead(zoneName('kyiv'), atMs)
  expect([ahead(noon), ahead(Date.parse('2026-07-01T00:00:00Z'))]).toEqual([2, 3])
})

test('any zone has its hours, and those of the reader are the browser’s', () => {
  expect(hoursAhead('Asia/Kolkata', noon)).toBe(5.5)
  for (const own of [zoneName('local'), browserZone()])
    expect(hoursAhead(own, noon) + new Date(noon).getTimezoneOffset() / 60).toBe(0)
  expect(['Europe/Kyiv', 'UTC', 'Mars/Olympus', ''].map(isZoneName)).toEqual([true, true, false, false])
})

test('a moment names its day in both languages', () => {
  expect(createTimes('en', 'kyiv').moment(noon)).toBe('Sat 21 Nov, 12:05')
  expect(createTimes('uk', 'kyiv').moment(noon)).toBe('сб 21 лист., 12:05')
  expect(createTimes('en', 'kyiv').full(noon)).toBe('21 Nov 2026, 12:05')
})

test('hours and days of the week are counted from Monday and midnight', () => {
  expect(createTimes('uk', 'kyiv').place(Date.parse('2026-11-22T22:30:00Z'))).toEqual({
    hour: 0,
    weekday: 0,
    date: '2026-11-23',
  })
  expect(weekdayNames('en')).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
})
