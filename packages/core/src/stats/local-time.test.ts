import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { createLocalTime } from './local-time.js'

const minutesMs = 60_000
const read = (zone: string, atMs: number) => new Date(createLocalTime(zone)(atMs)).toISOString().slice(0, 16)

describe.each([
  ['Europe/Kyiv', '2026-03-29T00:55Z', '2026-03-29T02:55', '2026-03-29T04:00'],
  ['Europe/Kyiv', '2026-10-25T00:55Z', '2026-10-25T03:55', '2026-10-25T03:00'],
  ['Australia/Adelaide', '2026-04-04T16:25Z', '2026-04-05T02:55', '2026-04-05T02:00'],
  ['Australia/Adelaide', '2026-10-03T16:25Z', '2026-10-04T01:55', '2026-10-04T03:00'],
  // Half an hour of summer time.
  ['Australia/Lord_Howe', '2026-04-04T14:55Z', '2026-04-05T01:55', '2026-04-05T01:30'],
  ['Australia/Lord_Howe', '2026-10-03T15:25Z', '2026-10-04T01:55', '2026-10-04T02:30'],
] as const)('%s around %s', (zone, last, before, after) => {
  test('the last five minutes before a change and the first after it', () => {
    const atMs = Date.parse(last)
    expect(read(zone, atMs)).toBe(before)
    expect(read(zone, atMs + 5 * minutesMs)).toBe(after)
  })
})

test('the time of a zone is what the calendar says, in every quarter of an hour of a year', () =>
  checkEach(
    [
      'UTC',
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'Pacific/Chatham',
      'America/St_Johns',
      'Europe/Kyiv',
      'America/Sao_Paulo',
    ],
    (zone) => {
      const calendar = new Intl.DateTimeFormat('sv-SE', {
        ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
      })
      const local = createLocalTime(zone)
      const start = Date.UTC(2026, 0, 1)
      // A prime, so that all quarters and hours come up.
      for (let step = 0; step < 3_000; step++) {
        const atMs = start + step * 11 * 16 * minutesMs
        expect(new Date(local(atMs)).toISOString().slice(0, 16)).toBe(calendar.format(atMs).replace(' ', 'T'))
      }
    },
  ))

test('a zone that does not exist is refused', () => {
  expect(() => createLocalTime('Europe/Nowhere')).toThrow(RangeError)
})
