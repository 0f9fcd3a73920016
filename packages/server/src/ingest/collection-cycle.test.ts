import { describe, expect, test } from 'vitest'
import { cycleResultOf, mayRetry, newCycle } from './collection-cycle.js'
import { aFault, anHonestBoard } from './testing/scripted-exchanges.js'

const market = { fiat: 'UAH', side: 'BUY' } as const
const read = (ads: number) =>
  ({
    state: 'read',
    board: anHonestBoard({ ...market, exchange: 'okx', atMs: 0 }, { ads }),
    rejected: [],
    rowCount: ads,
    pages: 1,
    incomplete: null,
  }) as const
const failed = { state: 'failed', fault: aFault('timeout') } as const
const unanswered = new Map([
  ['UAH BUY', { entry: { market, stopAfterMs: 1, stopAtMonoMs: 1, attempt: 0 }, fault: aFault('timeout') }],
])

test('a refresh may retry a tenth of its requests, and one in any case', () => {
  const most = [0, 2, 19, 20, 38].map((asked) => {
    let retries = 0
    while (mayRetry({ ...newCycle(), asked, retries })) retries += 1
    return retries
  })
  expect(most).toEqual([1, 1, 1, 2, 3])
})

describe('a refresh', () => {
  test('without a fault was good', () => {
    expect(cycleResultOf({ ...newCycle(), outcomes: [read(8), read(0)] }).state).toBe('good')
  })

  test('with faults and answers was mixed', () => {
    expect(cycleResultOf({ ...newCycle(), faults: 1, unanswered, outcomes: [failed, read(8)] }).state).toBe('mixed')
  })

  test('without any answer was lost, and the last fault stands for all', () => {
    expect(cycleResultOf({ ...newCycle(), faults: 2, unanswered, outcomes: [failed, failed] })).toEqual({
      state: 'lost',
      fault: aFault('timeout'),
    })
  })

  test('in which nothing failed in a way that may pass was not lost', () => {
    expect(cycleResultOf({ ...newCycle(), faults: 2, outcomes: [failed, failed] }).state).toBe('mixed')
  })

  test('that showed nothing anywhere hides everything', () => {
    expect(cycleResultOf({ ...newCycle(), outcomes: Array.from({ length: 6 }, () => read(0)) }).state).toBe(
      'hides_everything',
    )
    expect(cycleResultOf({ ...newCycle(), outcomes: Array.from({ length: 5 }, () => read(0)) }).state).toBe('good')
  })
})
