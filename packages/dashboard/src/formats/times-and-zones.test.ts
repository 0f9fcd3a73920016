import { expect, onTestFinished, test, vi } from 'vitest'
import { timeTicks } from '../charts/axis-ticks.js'
import { browserZone, createTimes, hoursAhead, isZoneName, weekdayNames, zoneName } from './times-and-zones.js'
import { zoneLabel, zoneNames } from './zone-names.js'

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

test('the ticks of 30 days need one clock of their zone, however many moments are read', () => {
  const { DateTimeFormat } = Intl
  let made = 0
  class Counted extends DateTimeFormat {
    constructor(...wanted: ConstructorParameters<typeof DateTimeFormat>) {
      super(...wanted)
      made += 1
    }
  }
  Object.assign(Intl, { DateTimeFormat: Counted })
  onTestFinished(() => void Object.assign(Intl, { DateTimeFormat }))
  const ticks = timeTicks(noon - 30 * 86_400_000, noon, 24, (atMs) => hoursAhead('Pacific/Apia', atMs))
  expect(ticks.length).toBe(30)
  expect(made).toBe(1)
})

test('Kyiv is called Kyiv where the browser says its old name', () => {
  const say = () => 'Kyiv time'
  expect(['Europe/Kiev', 'Europe/Kyiv', 'America/New_York'].map((name) => zoneLabel(name, say))).toEqual([
    'Kyiv time',
    'Kyiv time',
    'America/New York',
  ])
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Kiev', 'Europe/Riga'])
  expect(zoneNames('Europe/Kiev')).toEqual(['Europe/Kyiv', 'UTC', 'Europe/Riga'])
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Europe/Kiev',
  } as Intl.ResolvedDateTimeFormatOptions)
  expect(browserZone()).toBe('Europe/Kyiv')
})
