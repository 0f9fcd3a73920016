import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { rates } from '../rates/rates.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'
import { boardKey } from './judgement.js'

const amd = (exchange: string, ads: readonly Partial<Ad>[]) =>
  aBoard(
    exchange,
    'BUY',
    ads.map((ad) => ({ minFiat: 20_000, maxFiat: 200_000, ...ad })),
    'AMD',
  )

const others = [
  amd('bybit', [{ price: 391 }, { price: 392 }, { price: 393 }]),
  amd('okx', [{ price: 390.5 }, { price: 392 }]),
  amd('bitget', [{ price: 392.5 }]),
]

const judge = (own: readonly Partial<Ad>[], rest = others) => judgeMarket('AMD', [amd('binance', own), ...rest])

describe('a thin market', () => {
  const lone = { price: 380, completedOrders: 40, completionPct: 97 }

  test('judges the only ad of an exchange by the other exchanges', () => {
    const market = judge([lone])
    for (const board of market.boards) expect(board.consensus?.price).toBeCloseTo(392, 6)
    expect(market.boards[0]?.ads[0]).toMatchObject({ score: 0, reasons: [{ code: 'price_outlier' }, {}, {}, {}, {}] })
    expect(market.boards.slice(1).flatMap((board) => board.ads.map((ad) => ad.trusted))).toEqual(Array(6).fill(true))
    expect(rates(market).exchanges.map(({ exchange, buy }) => [exchange, buy])).toEqual([
      ['bybit', 391],
      ['okx', 390.5],
      ['bitget', 392.5],
    ])
    expect(rates(market).bestBuy).toEqual({ exchange: 'okx', price: 390.5 })
  })

  test('gives the only ad of an exchange a gate of about 2 %', () => {
    expect(judge([lone]).boards[0]?.consensus?.gate).toBeCloseTo(0.02, 2)
  })

  test('sees how wide two or three ads lie, although each board hides it from itself', () => {
    const wide = ['binance', 'bybit', 'okx', 'bitget'].map((exchange) =>
      amd(exchange, [{ price: 386 }, { price: 392 }, { price: 398 }]),
    )
    for (const { consensus } of judgeMarket('AMD', wide).boards) {
      expect(consensus?.price).toBeCloseTo(392, 6)
      expect(consensus?.spread).toBeGreaterThan(0.015)
    }
    const single = judgeMarket('AMD', [amd('binance', [{ price: 392 }]), ...wide.slice(1)]).boards[0]?.consensus
    expect(single?.spread).toBeGreaterThan(0.015)
  })

  test('believes a good record inside the gate', () => {
    const market = judge([{ price: 388.5, completedOrders: 120, completionPct: 98.5 }])
    expect(market.boards[0]?.ads[0]).toMatchObject({ trusted: true, eligible: true })
    expect(Math.abs((market.boards[0]?.ads[0]?.score ?? 0) - 0.95)).toBeLessThan(0.01)
    expect(rates(market).bestBuy).toEqual({ exchange: 'binance', price: 388.5 })
  })

  test('lets quality decide alone without other votes, and reports low evidence', () => {
    const market = judge([lone], [])
    expect(market.boards[0]?.ads[0]?.trusted).toBe(true)
    expect(market.boards[0]?.ads[0]?.score).toBeCloseTo(0.94, 2)
    expect(market.confidence.BUY).toEqual({
      level: 'low',
      reasons: ['little_evidence', 'exchanges_missing', 'wide_prices'],
    })
  })

  test('puts the centre at the heavier record of two ads far apart', () => {
    const market = judge([lone, { price: 395, completedOrders: 400, merchant: true }], [])
    expect(market.boards[0]?.consensus?.price).toBeCloseTo(395, 6)
    expect(rates(market).bestBuy).toEqual({ exchange: 'binance', price: 395 })
  })

  test('judges the only ad of the world by the previous centre', () => {
    const memory = { previous: new Map([[boardKey('binance', 'BUY'), 392]]) }
    const market = judgeMarket('AMD', [amd('binance', [lone])], memory)
    expect(market.boards[0]?.consensus?.price).toBeCloseTo(392, 6)
    expect(market.boards[0]?.ads[0]?.reasons[0]?.code).toBe('price_outlier')
  })

  test('has no price where there is no ad, never 0', () => {
    const empty = judge([], [])
    expect(empty.boards[0]).toMatchObject({ ads: [], consensus: null })
    expect(rates(empty)).toMatchObject({ bestBuy: null, bestSell: null, exchanges: [], updatedAtMs: null })
  })
})

describe('memory', () => {
  test('follows a real jump of the whole board instead of calling every ad mistyped for ever', () => {
    const jumped = amd(
      'binance',
      [600, 601, 602, 603, 604, 605, 606, 607, 608, 609].map((price) => ({ price })),
    )
    const [board] = judgeMarket('AMD', [jumped], { previous: new Map([[boardKey('binance', 'BUY'), 392]]) }).boards
    expect(board?.consensus?.price).toBeGreaterThan(599)
    expect(board?.ads.every((ad) => ad.trusted)).toBe(true)
  })

  test('keeps a few mistyped ads from deciding where a thin board is', () => {
    const mixed = amd('binance', [{ price: 39.2, completedOrders: 60 }, { price: 392 }, { price: 393 }])
    const [board] = judgeMarket('AMD', [mixed], { previous: new Map([[boardKey('binance', 'BUY'), 392]]) }).boards
    expect(board?.ads[0]?.reasons[0]).toMatchObject({ code: 'unit_error', detail: 'power of ten' })
    expect(board?.consensus?.price).toBeCloseTo(392, 6)
  })

  test('names the other currency behind a mistyped price', () => {
    const memory = {
      otherFiats: new Map([
        ['UAH', 41.3],
        ['AMD', 392],
      ]),
    }
    const [board] = judgeMarket('AMD', [amd('binance', [{ price: 41.5 }]), ...others], memory).boards
    expect(board?.ads[0]?.reasons[0]).toMatchObject({ code: 'unit_error', detail: 'price in UAH' })
  })
})
