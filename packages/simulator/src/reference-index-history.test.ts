import { readIndexPoint } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { indexHistory } from './reference-index-history.js'

const point = (exchange: string, buy: number | null, sell: number | null) => ({
  ...{ fiat: 'UAH' as const, exchange, buy, sell, buyAds: 3, sellAds: 3 },
  centre: { buy: (buy ?? 0) + 0.1, sell: (sell ?? 0) - 0.1 },
})

test('the index of a past lies in the middle of the exchanges that have both sides', () => {
  const [index] = indexHistory([point('okx', 41.4, 41), point('mexc', 41.6, 41.4), point('bybit', 43, null)])
  expect(index?.fiat).toBe('UAH')
  expect(readIndexPoint(index as never)).toMatchObject({ sources: 2, confidence: 'high' })
  expect(readIndexPoint(index as never)?.value).toBeCloseTo(41.35, 9)
})

test('one exchange makes one that is less sure, none makes none', () => {
  expect(readIndexPoint(indexHistory([point('okx', 41.4, 41)])[0] as never)?.confidence).toBe('medium')
  expect(indexHistory([point('okx', 41.4, null)])).toEqual([])
})
