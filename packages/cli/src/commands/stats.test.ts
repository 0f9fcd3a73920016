import { stats as endpoint } from '@p2p-rates/contract'
import { afterEach, expect, test } from 'vitest'
import { cheapestHere, statsReport } from './stats.js'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const stats = {
  cheapest_hours_kyiv: [
    { hour: 1, delta_pct: -0.25 },
    { hour: 23, delta_pct: -0.2 },
  ],
}

test.each([
  ['Europe/Kyiv', '01:00 (-0.25 %), 23:00 (-0.20 %)'],
  ['Europe/Helsinki', '01:00 (-0.25 %), 23:00 (-0.20 %)'],
  ['Europe/Warsaw', '00:00 (-0.25 %), 22:00 (-0.20 %) your time; in Kyiv 01:00, 23:00'],
  ['America/Sao_Paulo', '20:00 (-0.25 %), 18:00 (-0.20 %) your time; in Kyiv 01:00, 23:00'],
  ['Asia/Kolkata', '04:30 (-0.25 %), 02:30 (-0.20 %) your time; in Kyiv 01:00, 23:00'],
  ['Pacific/Auckland', '12:00 (-0.25 %), 10:00 (-0.20 %) your time; in Kyiv 01:00, 23:00'],
])('in %s the cheapest hours are in local time', (timeZone, text) => {
  process.env.TZ = timeZone
  for (const now of ['2026-11-21T10:05:00Z', '2026-11-30T23:30:00Z', '2026-12-31T22:30:00Z'])
    expect(cheapestHere(stats, new Date(now))).toBe(text)
})

test('a day without cheap hours is described in words', () => {
  expect(cheapestHere({ cheapest_hours_kyiv: [] }, new Date())).toBe('none is reliably cheaper')
})

test('the heading says how old the price is that it shows; an older server does not tell', () => {
  const nowMs = Date.parse('2026-11-21T10:05:24Z')
  const title = (more: object) => statsReport({ ...endpoint.example, ...more }, [], nowMs).title
  expect(title({ updated_at: '2026-11-21T10:05:12Z' })).toMatch(/: more expensive than usual, 12 s old$/)
  expect(title({})).toMatch(/: more expensive than usual$/)
})
