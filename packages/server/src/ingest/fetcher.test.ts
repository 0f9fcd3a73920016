import { expect, test } from 'vitest'
import { classifyReading, emptyResult } from './fetcher.js'
import { aFault, anHonestBoard } from './testing/scripted-exchanges.js'

const read = (ads: number, incomplete: ReturnType<typeof aFault> | null = null) =>
  ({
    state: 'read',
    board: anHonestBoard({ exchange: 'okx', fiat: 'UAH', side: 'BUY', atMs: 0 }, { ads }),
    rejected: [],
    rowCount: ads,
    pages: 1,
    incomplete,
  }) as const

test('an answer is a board, a fault, or the first pages and the fault behind them', () => {
  const fault = aFault('timeout')
  expect(classifyReading(read(3), false)).toEqual({ read: read(3), fault: null })
  expect(classifyReading({ state: 'failed', fault }, false)).toEqual({ read: null, fault })
  expect(classifyReading(read(3, fault), false)).toEqual({ read: read(3, fault), fault })
})

test('an exchange that hides everything is believed again with the first row that it shows', () => {
  expect(classifyReading(read(0), false).read).not.toBeNull()
  expect(classifyReading(read(0), true)).toEqual({ read: null, fault: emptyResult })
  expect(classifyReading(read(1), true).fault).toBeNull()
})
