import { beforeEach, expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createRecentErrors, type ErrorPlace, type RecentErrors } from './recent-errors.js'

const hourMs = 3_600_000
const wrongFiat: ErrorPlace = { code: 'unsupported_fiat', endpoint: 'rates', param: 'fiat', suggestion: null }
const noData: ErrorPlace = { code: 'data_unavailable', endpoint: 'rates', param: null, suggestion: null }

let clock: ReturnType<typeof createFakeClock>
let errors: RecentErrors
beforeEach(() => {
  clock = createFakeClock()
  errors = createRecentErrors(clock, { accounts: 3, kindsEach: 4 })
})

const note = (error: ErrorPlace, times = 1, account = 'acc_1') => {
  for (let time = 0; time < times; time++) errors.recordError(account, error)
}
const counts = (account = 'acc_1') => errors.of(account).map(({ code, count }) => [code, count])

test('returns the count and the last time of each error, the most frequent first', () => {
  note(wrongFiat)
  clock.advance(1_000)
  note(noData, 2)
  const lastAtMs = clock.wallMs()
  clock.advance(60_000)
  expect(errors.of('acc_1')).toEqual([
    { ...noData, count: 2, lastAtMs },
    { ...wrongFiat, count: 1, lastAtMs: lastAtMs - 1_000 },
  ])
  expect(errors.of('acc_2')).toEqual([])
})

test('keeps apart what differs in code, endpoint, parameter or suggestion, and accounts', () => {
  note(wrongFiat)
  note({ ...wrongFiat, suggestion: 'UAH' })
  note({ ...wrongFiat, endpoint: 'stats' })
  note({ ...wrongFiat, param: null })
  note(wrongFiat, 5, 'acc_2')
  expect(errors.of('acc_1').map(({ count }) => count)).toEqual([1, 1, 1, 1])
  expect(counts('acc_2')).toEqual([['unsupported_fiat', 5]])
})

test('forgets hourly records after 24 hours, and nothing before 23 hours', () => {
  note(wrongFiat, 3)
  clock.advance(23 * hourMs)
  note(wrongFiat)
  note(noData)
  expect(counts()).toEqual([
    ['unsupported_fiat', 4],
    ['data_unavailable', 1],
  ])
  clock.advance(hourMs)
  expect(counts()).toEqual([
    ['unsupported_fiat', 1],
    ['data_unavailable', 1],
  ])
  clock.advance(23 * hourMs)
  expect(counts()).toEqual([])
})

test('a wall clock that is set brings nothing back and forgets nothing', () => {
  note(wrongFiat)
  clock.setWall(clock.wallMs() + 100 * hourMs)
  expect(counts()).toEqual([['unsupported_fiat', 1]])
  clock.advance(24 * hourMs)
  clock.setWall(clock.wallMs() - 200 * hourMs)
  expect(counts()).toEqual([])
})

test('never exceeds its limits: the latest kinds of an account, the latest accounts of all', () => {
  for (let kind = 0; kind < 10; kind++) note({ ...noData, endpoint: `endpoint-${kind}` })
  note({ ...noData, endpoint: 'endpoint-6' })
  note(wrongFiat)
  const kept = errors.of('acc_1').map(({ endpoint }) => endpoint)
  expect(kept.toSorted()).toEqual(['endpoint-6', 'endpoint-8', 'endpoint-9', 'rates'])
  for (const account of ['acc_2', 'acc_3', 'acc_4']) note(noData, 1, account)
  expect(counts('acc_1')).toEqual([])
  expect(counts('acc_4')).toEqual([['data_unavailable', 1]])
})
