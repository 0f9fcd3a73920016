import { describe, expect, test } from 'vitest'
import type { Ad, Board } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from '../trust/judge-market.js'
import { boardKey, type TrustMemory } from '../trust/judgement.js'
import { type MarketIndex, marketIndex } from './market-index.js'

const exchange = (id: string, ask: number, bid: number, { ads = 12, orders = 400 } = {}): readonly Board[] => [
  aBoard(id, 'BUY', around(ask, ads, orders)),
  aBoard(id, 'SELL', around(bid, ads, orders)),
]
const around = (price: number, count: number, completedOrders: number): readonly Partial<Ad>[] =>
  Array.from({ length: count }, (_, at) => ({ price: price * (1 + 0.0004 * (at - (count - 1) / 2)), completedOrders }))

const indexOf = (boards: readonly Board[], memory: TrustMemory = {}): MarketIndex | null =>
  marketIndex(judgeMarket('UAH', boards, memory))
const shown = (boards: readonly Board[], memory?: TrustMemory): MarketIndex => {
  const index = indexOf(boards, memory)
  if (index === null) throw new Error('there is no index')
  return index
}

const calm = [
  ...exchange('binance', 41.4, 41.0),
  ...exchange('bybit', 41.5, 41.1),
  ...exchange('okx', 41.6, 41.2),
  ...exchange('mexc', 41.5, 41.0),
]

test('a market on which all agree has an index in the middle of it, beyond doubt', () => {
  const index = shown(calm)
  expect(index.value).toBeCloseTo(41.275, 2)
  expect(index).toMatchObject({ sources: 4, confidence: { level: 'high', reasons: [] } })
  expect((index.buy + index.sell) / 2).toBeCloseTo(index.value, 10)
  expect(index.buy - index.sell).toBeCloseTo(0.4, 1)
})

test('the newest observation dates it', () => {
  const later = calm.map((board) =>
    board.exchange === 'okx' ? { ...board, observedAtMs: board.observedAtMs + 60_000 } : board,
  )
  expect(shown(later).updatedAtMs).toBe(shown(calm).updatedAtMs + 60_000)
})

describe('exchanges that are few', () => {
  test('one alone makes an index that is never certain', () => {
    const index = shown(exchange('binance', 41.4, 41, { ads: 40 }))
    expect(index.value).toBeCloseTo(41.2, 2)
    expect(index).toMatchObject({ sources: 1, confidence: { level: 'medium', reasons: ['exchanges_missing'] } })
  })

  test('without any there is none', () => {
    expect(indexOf([])).toBeNull()
    expect(indexOf([aBoard('binance', 'BUY', []), aBoard('binance', 'SELL', [])])).toBeNull()
  })

  test('two that are 5 % apart meet in the middle, and are not believed', () => {
    const index = shown([...exchange('binance', 92.2, 91.8), ...exchange('htx', 96.8, 96.4)])
    expect(index.value).toBeCloseTo(94.3, 1)
    expect(index).toMatchObject({ sources: 2, confidence: { level: 'low', reasons: ['exchanges_disagree'] } })
  })

  test('of two the one with far more evidence speaks: a few ads on another exchange cannot drag it away', () => {
    const index = shown([...exchange('binance', 92.2, 91.8), ...exchange('htx', 130, 129, { ads: 2 })])
    expect(index.value).toBeCloseTo(92, 1)
    expect(index.confidence).toEqual({ level: 'medium', reasons: ['exchanges_disagree'] })
    const near = [...exchange('binance', 92.2, 91.8), ...exchange('htx', 92.4, 92, { ads: 2 })]
    expect(shown(near).confidence).toEqual({ level: 'high', reasons: [] })
  })

  test('a handful of unknown people make no more than a low one', () => {
    const { confidence } = shown(exchange('binance', 392, 390, { ads: 1, orders: 12 }))
    expect(confidence).toEqual({ level: 'low', reasons: ['exchanges_missing', 'little_evidence'] })
  })

  test('few of those that are asked are no certainty either', () => {
    const three = calm.filter((board) => board.exchange !== 'mexc')
    expect(shown(three, { exchangesAsked: 5 }).confidence.level).toBe('high')
    expect(shown(three, { exchangesAsked: 7 }).confidence).toEqual({ level: 'medium', reasons: ['exchanges_missing'] })
  })
})

describe('a side that is missing', () => {
  test('leaves its exchange out: half a market has no middle', () => {
    const half = calm.filter(({ exchange, side }) => exchange !== 'okx' || side === 'BUY')
    expect(shown(half)).toEqual(shown(calm.filter((board) => board.exchange !== 'okx')))
  })

  test('everywhere leaves nothing', () => {
    expect(indexOf(calm.filter(({ side }) => side === 'SELL'))).toBeNull()
    const opposite = calm.filter(({ exchange, side }) => (side === 'BUY') === (exchange === 'okx'))
    expect(indexOf(opposite)).toBeNull()
  })

  test('is also missing without a trusted ad', () => {
    const nobody = [
      ...exchange('binance', 41.4, 41),
      aBoard('okx', 'BUY', [{ price: 41.5 }]),
      aBoard('okx', 'SELL', [{ price: 41.1, completedOrders: null, completionPct: null }]),
    ]
    expect(shown(nobody).sources).toBe(1)
  })
})

describe('a crossed market', () => {
  const hryvnia = [
    ...exchange('binance', 45.5, 47.8),
    ...exchange('bybit', 45.1, 47.77),
    ...exchange('okx', 45.4, 47.01),
  ]
  test('has its index between the prices, whichever of them is higher', () => {
    const { value, buy, sell, confidence } = shown(hryvnia)
    expect(value).toBeGreaterThan(46)
    expect(value).toBeLessThan(46.8)
    expect(buy).toBeLessThan(value)
    expect(sell).toBeGreaterThan(value)
    expect(confidence.level).toBe('high')
  })
})

describe('an exchange with 90 % of all ads', () => {
  const giant = (ask: number, bid: number) => exchange('binance', ask, bid, { ads: 100 })
  const others = ['bybit', 'okx', 'mexc'].flatMap((id) => exchange(id, 41.5, 41.1, { ads: 10 }))

  test('cannot move the index away from all others', () => {
    expect(shown([...giant(41.5, 41.1), ...others]).value).toBeCloseTo(41.3, 2)
    expect(shown([...giant(43, 42.6), ...others]).value).toBeCloseTo(41.3, 2)
  })

  test('is the index if other exchanges are too thin to count', () => {
    const thin = ['bybit', 'okx', 'mexc'].flatMap((id) => exchange(id, 42.1, 41.7, { ads: 1 }))
    expect(Math.abs(shown([...giant(41.5, 41.1), ...thin]).value / 41.3 - 1)).toBeLessThan(0.016)
  })
})

describe('an exchange that falls out and returns', () => {
  const distant = [
    ...exchange('binance', 41.2, 40.8),
    ...exchange('bybit', 41.4, 41),
    ...exchange('okx', 42.2, 41.8),
    ...exchange('mexc', 41.3, 40.9),
  ]
  test.each(['binance', 'bybit', 'okx', 'mexc'])(
    '%s: the index stays between the prices of the exchanges in it',
    (out) => {
      const left = distant.filter((board) => board.exchange !== out)
      const centres = judgeMarket('UAH', left).boards.flatMap(({ consensus }) => consensus?.price ?? [])
      const { value, sources } = shown(left)
      expect(sources).toBe(3)
      expect(value).toBeGreaterThanOrEqual(Math.min(...centres))
      expect(value).toBeLessThanOrEqual(Math.max(...centres))
      // No farther than its neighbours are from each other.
      expect(Math.abs(value / shown(distant).value - 1)).toBeLessThan(0.006)
    },
  )

  test('back at prices of its own it is one voice of many', () => {
    const back = [...calm, ...exchange('bitget', 43.5, 43.1)]
    expect(Math.abs(shown(back).value / shown(calm).value - 1)).toBeLessThan(0.003)
  })
})

test('a centre that has just jumped is no certainty', () => {
  const previous = new Map(
    calm.map(({ exchange, side }) => [boardKey(exchange, side), side === 'BUY' ? 39 : 38.6] as const),
  )
  expect(shown(calm, { previous }).confidence).toEqual({ level: 'medium', reasons: ['centre_moved'] })
})
