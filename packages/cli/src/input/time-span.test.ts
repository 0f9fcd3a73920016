import { expect, test } from 'vitest'
import { dayOptions, hoursIn, spanOf } from './time-span.js'

const nowMs = Date.UTC(2026, 10, 21, 12)

test('a span is hours back from now, or from a moment to a moment', () => {
  expect(spanOf({}, 720, nowMs)).toMatchObject({ hours: 720 })
  expect(spanOf({ last: 24 }, 720, nowMs)).toMatchObject({ hours: 24 })
  expect(spanOf({ since: '2026-11-20', until: '2026-11-21T06:00:00+02:00' }, 720, nowMs)).toEqual({
    hours: 36,
    sinceMs: Date.UTC(2026, 10, 20),
    untilMs: Date.UTC(2026, 10, 21, 4),
  })
})

test.each([
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['2026-11-20T10:00', new Date(2026, 10, 20, 10).getTime()],
  ['1763625600', Date.UTC(2025, 10, 20, 8)],
  ['now', nowMs],
  ['3h', nowMs - 3 * 3_600_000],
  ['yesterday', nowMs - 24 * 3_600_000],
  ['yesterday 10:00', new Date(2026, 10, 20, 10).getTime()],
])('--until %s is a moment of --at, or a day', (until, untilMs) => {
  expect(spanOf({ until }, 720, nowMs)).toMatchObject({ untilMs })
})

test.each([
  [{ since: '2026-11-31' }, 'is neither a day'],
  [{ since: '2026-11-31T08:00:00Z' }, 'is neither a day'],
  [{ until: '2026-02-29T00:00+02:00' }, 'is neither a day'],
  [{ since: '21.11.2026' }, 'is neither a day'],
  [{ since: '2026-11-20T25:00Z' }, 'is neither a day'],
  [{ until: '14:05' }, 'is neither a day'],
  [{ since: '2026-11-22' }, '--since must be before'],
  [{ since: '2026-11-20', until: '2026-11-19' }, '--since must be before'],
])('%j is refused', (options, says) => {
  expect(() => spanOf(options, 720, nowMs)).toThrow(says)
})

test('a span is a number with its unit', () => {
  expect(['72h', '30d', '2w'].map(hoursIn)).toEqual([72, 720, 336])
  for (const text of ['72', 'h', '0h', '-1h', '1.5h', '3m', '']) expect(hoursIn(text)).toBeNull()
})

test('days count the begun one', () => {
  expect(dayOptions({ last: 720 }, nowMs)).toEqual({ from: '2026-10-23' })
  expect(dayOptions({ last: 1 }, nowMs)).toEqual({ from: '2026-11-21' })
  expect(dayOptions({ since: '2026-11-01', until: '2026-11-02' }, nowMs)).toEqual({
    from: '2026-11-01',
    to: '2026-11-02',
  })
  expect(dayOptions({}, nowMs)).toEqual({})
})
