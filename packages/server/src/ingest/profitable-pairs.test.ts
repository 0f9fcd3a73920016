import type { ProfitablePair } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { createProfitablePairs } from './profitable-pairs.js'

const open = (told?: readonly ProfitablePair[]) => {
  const { clock } = createFakeTime()
  const nowMs = clock.wallMs()
  const pair = (sellExchange: string, sizeUsdt = 250): ProfitablePair => ({
    ...{ buyExchange: 'okx', sellExchange, sizeUsdt },
    ...{ sinceMs: nowMs - 3_600_000, seenMs: nowMs },
  })
  return { clock, pair, memory: createProfitablePairs({ clock, published: () => told }) }
}
const okx = { exchange: 'okx', fiat: 'UAH', side: 'BUY' } as const

test('the next publication continues from the stored memory, of this currency alone', () => {
  const { memory, pair } = open()
  expect(memory.before('UAH')).toEqual([])
  memory.recordPairs('UAH', [pair('bybit')])
  expect(memory.before('UAH')).toEqual([pair('bybit')])
  expect(memory.before('EUR')).toEqual([])
})

test.each([-3_600_000, 86_400_000])('a wall clock that is set by %i ms makes no pair older or younger', (setByMs) => {
  const { memory, pair, clock } = open()
  memory.recordPairs('UAH', [pair('bybit')])
  const { sinceMs, seenMs } = pair('bybit')
  clock.setWall(clock.wallMs() + setByMs)
  expect(memory.before('UAH')).toEqual([{ ...pair('bybit'), sinceMs: sinceMs + setByMs, seenMs: seenMs + setByMs }])
})

test('a clock that is merely tuned moves no instant', () => {
  const { memory, pair, clock } = open()
  memory.recordPairs('UAH', [pair('bybit')])
  clock.setWall(clock.wallMs() + 900)
  expect(memory.before('UAH')).toEqual([pair('bybit')])
})

test('the stored memories of boards are restored together from all of them', () => {
  const { memory, pair } = open()
  const kraken = { ...pair('okx', 50), buyExchange: 'kraken' }
  memory.recordPairs('UAH', [pair('bybit'), pair('mexc', 1_000), kraken])
  const kept = memory.storedPairsOf(okx)
  expect(kept).toEqual([
    ['bybit', 250, pair('bybit').sinceMs, pair('bybit').seenMs],
    ['mexc', 1_000, pair('mexc').sinceMs, pair('mexc').seenMs],
  ])
  expect(memory.storedPairsOf({ ...okx, side: 'SELL' })).toEqual([])
  expect(memory.storedPairsOf({ ...okx, fiat: 'EUR' })).toEqual([])
  const { memory: after } = open()
  after.restorePairs(okx, kept)
  after.restorePairs({ ...okx, exchange: 'kraken' }, memory.storedPairsOf({ ...okx, exchange: 'kraken' }))
  expect(after.before('UAH')).toEqual([pair('bybit'), pair('mexc', 1_000), kraken])
})

test('the newest memory of another server comes before the database, and our own before both', () => {
  const { pair } = open()
  const { memory } = open([pair('mexc')])
  memory.restorePairs(okx, [['bybit', 250, 1, 2]])
  expect(memory.before('UAH')).toEqual([pair('mexc')])
  memory.recordPairs('UAH', [])
  expect(memory.before('UAH')).toEqual([])
})
