import { describe, expect, test } from 'vitest'
import { dueDigestDay, isExpired, isQuiet, withExpiry } from './schedule.js'
import { aWebhook } from './testing/a-webhook.js'

const quiet = (quietHours: string, moment: string, tz = 'Europe/Kyiv') =>
  isQuiet({ quietHours, tz }, Date.parse(moment))

describe('quiet hours', () => {
  test.each([
    ['23:00-08:00', '2026-11-21T20:59:59Z', false],
    ['23:00-08:00', '2026-11-21T21:00:00Z', true],
    ['23:00-08:00', '2026-11-21T22:00:00Z', true],
    ['23:00-08:00', '2026-11-22T05:59:59Z', true],
    ['23:00-08:00', '2026-11-22T06:00:00Z', false],
    ['00:00-08:00', '2026-11-21T21:59:59Z', false],
    ['00:00-08:00', '2026-11-21T22:00:00Z', true],
    ['23:00-00:00', '2026-11-21T21:30:00Z', true],
    ['23:00-00:00', '2026-11-21T22:00:00Z', false],
    ['12:00-13:30', '2026-11-21T11:29:59Z', true],
    ['12:00-13:30', '2026-11-21T11:30:00Z', false],
  ])('of %s in Kyiv at %s: %s', (hours, moment, expected) => expect(quiet(hours, moment)).toBe(expected))

  test('go by the zone, also one of quarters of an hour', () => {
    expect(quiet('23:00-08:00', '2026-11-21T17:14:59Z', 'Asia/Kathmandu')).toBe(false)
    expect(quiet('23:00-08:00', '2026-11-21T17:15:00Z', 'Asia/Kathmandu')).toBe(true)
  })

  test('of a night in which the clock goes forward end by the new time, an hour earlier', () => {
    expect(quiet('23:00-08:00', '2026-03-29T04:59:59Z')).toBe(true)
    expect(quiet('23:00-08:00', '2026-03-29T05:00:00Z')).toBe(false)
    // 03:00 to 04:00 does not exist.
    expect(quiet('23:00-03:30', '2026-03-29T00:59:59Z')).toBe(true)
    expect(quiet('23:00-03:30', '2026-03-29T01:00:00Z')).toBe(false)
  })

  test('of a night in which the clock goes back last an hour longer', () => {
    expect(quiet('23:00-08:00', '2026-10-25T05:59:59Z')).toBe(true)
    expect(quiet('23:00-08:00', '2026-10-25T06:00:00Z')).toBe(false)
    // 03:00 to 04:00 comes twice.
    for (const moment of ['2026-10-25T00:15:00Z', '2026-10-25T01:15:00Z'])
      expect(quiet('23:00-03:30', moment)).toBe(true)
  })
})

describe('a digest', () => {
  const day = (digestTime: string, moment: string) =>
    dueDigestDay({ digestTime, tz: 'Europe/Kyiv' }, Date.parse(moment)) ?? 0
  const isLater = (digestTime: string, before: string, after: string) =>
    day(digestTime, after) - day(digestTime, before)

  test.each([
    ['08:00', '2026-11-21T05:59:59Z', '2026-11-21T06:00:00Z', 1],
    ['08:00', '2026-11-21T06:00:00Z', '2026-11-22T05:59:59Z', 0],
    ['00:00', '2026-11-21T21:59:59Z', '2026-11-21T22:00:00Z', 1],
    ['23:59', '2026-11-21T21:58:59Z', '2026-11-21T22:30:00Z', 1],
    // The clock goes forward over 03:30, so the digest is due at 04:00.
    ['03:30', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', 1],
    ['03:30', '2026-03-29T01:00:00Z', '2026-03-29T23:59:00Z', 0],
    ['08:00', '2026-03-29T04:59:59Z', '2026-03-29T05:00:00Z', 1],
    // 03:30 comes twice. The first time counts.
    ['03:30', '2026-10-25T00:29:59Z', '2026-10-25T00:30:00Z', 1],
    ['03:30', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 0],
    ['03:30', '2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', -1],
  ])('at %s between %s and %s becomes due %i times', (time, before, after, times) =>
    expect(isLater(time, before, after)).toBe(times),
  )
})

test('a webhook is expired from its moment on, and shown as disabled unless its owner has disabled it', () => {
  const webhook = aWebhook({ expiresAtMs: 1_000 })
  expect([999, 1_000].map((nowMs) => isExpired(webhook, nowMs))).toEqual([false, true])
  expect(withExpiry(webhook, 999)).toBe(webhook)
  expect(withExpiry(webhook, 1_000)).toMatchObject({ enabled: false, disabledReason: 'expired' })
  const disabled = aWebhook({ expiresAtMs: 1_000, enabled: false, disabledReason: 'user' })
  expect(withExpiry(disabled, 1_000)).toBe(disabled)
})
