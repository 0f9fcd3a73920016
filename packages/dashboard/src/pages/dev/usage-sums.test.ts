import type { UsageOfKey, UsageReport } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { daysOf, knownMonths, linesOf, projected, sumOf, sumsBy } from './usage-sums.js'

const line = (key_prefix: string, day: string, endpoint: string, requests: number): UsageOfKey => ({
  key_prefix,
  day,
  endpoint,
  requests,
  counted: requests - 1,
  errors: 1,
  limited: 2,
})
const report: UsageReport = {
  days: [],
  keys: [
    line('p2p_a', '2026-10-31', 'rates', 5),
    line('p2p_a', '2026-11-01', 'rates', 10),
    line('p2p_b', '2026-11-01', 'quote', 20),
    line('p2p_a', '2026-11-02', 'quote', 30),
  ],
}
const november = { month: '2026-11', key: '', endpoint: '' }

test('figures are those of the answer, added up and nothing else', () => {
  expect(sumOf(linesOf(report, november))).toEqual({ requests: 60, counted: 57, errors: 3, limited: 6 })
  expect(sumOf([])).toEqual({ requests: 0, counted: 0, errors: 0, limited: 0 })
})

test('a month, a key and an endpoint each narrow the shown rows', () => {
  const requests = (filter: object) => linesOf(report, { ...november, ...filter }).map((one) => one.requests)
  expect(requests({})).toEqual([10, 20, 30])
  expect(requests({ month: '2026-10' })).toEqual([5])
  expect(requests({ key: 'p2p_a' })).toEqual([10, 30])
  expect(requests({ endpoint: 'quote', key: 'p2p_b' })).toEqual([20])
  expect(requests({ endpoint: 'stats' })).toEqual([])
})

test('sums by name begin with the most requests', () => {
  const names = sumsBy(linesOf(report, november), ({ endpoint }) => endpoint)
  expect(names.map(({ name, requests }) => [name, requests])).toEqual([
    ['quote', 50],
    ['rates', 10],
  ])
})

test('a month has its own number of days', () => {
  expect([daysOf('2026-11').length, daysOf('2026-12').length, daysOf('2028-02').length]).toEqual([30, 31, 29])
  expect([daysOf('2026-11')[0], daysOf('2026-11').at(-1)]).toEqual(['2026-11-01', '2026-11-30'])
})

test('only months of which every day is known are offered', () => {
  expect(knownMonths(Date.parse('2026-11-22T08:00:00Z'))).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(knownMonths(Date.parse('2026-03-01T00:00:00Z'))).toEqual(['2026-03', '2026-02', '2026-01'])
})

test('a projection needs a day, has three figures, and is never below the usage', () => {
  expect(projected(500, Date.parse('2026-11-01T23:00:00Z'))).toBeNull()
  expect(projected(412_806, Date.parse('2026-11-21T10:05:00Z'))).toBe(606_000)
  expect(projected(123_456, Date.parse('2026-11-30T23:59:59Z'))).toBe(123_456)
  expect(projected(0, Date.parse('2026-11-21T10:05:00Z'))).toBe(0)
  expect(projected(12, Date.parse('2026-11-22T10:05:00Z'))).toBe(17)
})
