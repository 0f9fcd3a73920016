import { expect, test } from 'vitest'
import { spanOf } from './span.js'

const nowMs = Date.UTC(2026, 10, 21, 12)

test('a span is hours back from now, or from a moment to a moment', () => {
  expect(spanOf({}, nowMs)).toMatchObject({ hours: 720 })
  expect(spanOf({ hours: 24 }, nowMs)).toMatchObject({ hours: 24 })
  expect(spanOf({ since: '2026-11-20', until: '2026-11-21T06:00:00+02:00' }, nowMs)).toEqual({
    hours: 36,
    sinceMs: Date.UTC(2026, 10, 20),
    untilMs: Date.UTC(2026, 10, 21, 4),
  })
})

test.each([
  [{ since: '2026-11-31' }, 'is no day'],
  [{ since: '2026-11-31T08:00:00Z' }, 'is no day'],
  [{ until: '2026-02-29T00:00+02:00' }, 'is no day'],
  [{ since: '21.11.2026' }, 'is no day'],
  [{ since: '2026-11-20T10:00' }, 'is no day'],
  [{ until: 'now' }, 'is no day'],
  [{ since: '2026-11-22' }, 'Nothing lies between'],
  [{ since: '2026-11-20', until: '2026-11-19' }, 'Nothing lies between'],
  [{ since: '2026-09-01' }, '833 hours'],
  [{ hours: 834 }, '833 hours'],
])('%j is refused', (options, says) => {
  expect(() => spanOf(options, nowMs)).toThrow(says)
})
