import { describe, expect, test } from 'vitest'
import { allMethods } from '../filter/wanted-methods.js'
import { createSeries, writePoint } from '../history/series.js'
import { aBoard, nowMs } from '../testing/an-ad.js'
import { judgeMarket } from '../trust/judge-market.js'
import { formulaBase } from './formula-base.js'
import { formulaHistory, needsMarkets, pointOfMarket } from './formula-history.js'
import { formulaPrice } from './formula-price.js'
import { formulaSteps, priceOfSteps } from './formula-steps.js'
import { type Formula, plainArithmetic } from './formula-type.js'

const aFormula = (facts: Partial<Formula> = {}): Formula => ({
  side: 'BUY',
  base: 'best',
  n: null,
  amountFiat: null,
  exchanges: [],
  methods: allMethods,
  arithmetic: plainArithmetic,
  ...facts,
})

const market = judgeMarket('UAH', [
  aBoard('okx', 'BUY', [{ price: 41.3 }, { price: 41.4, completedOrders: 3 }, { price: 41.44 }]),
  aBoard('bybit', 'BUY', [{ price: 41.35 }, { price: 41.42 }, { price: 41.5 }]),
  aBoard('binance', 'BUY', [{ price: 41.38 }, { price: 41.45 }, { price: 41.47 }]),
  aBoard('bybit', 'SELL', [{ price: 41.1 }, { price: 41.05 }]),
  aBoard('okx', 'SELL', [{ price: 41.2 }, { price: 41 }]),
])
const base = (facts: Partial<Formula>) => formulaBase(aFormula(facts), market)

describe('the base of a formula', () => {
  test('is the best that a normal caller can take, of the named exchanges', () => {
    expect(base({})).toEqual({ price: 41.3, exchanges: ['okx'], ads: 1, observedAtMs: nowMs })
    expect(base({ side: 'SELL' })).toMatchObject({ price: 41.2, exchanges: ['okx'] })
    expect(base({ exchanges: ['bybit', 'binance'] })).toMatchObject({ price: 41.35, exchanges: ['bybit'] })
  })

  test('counts ads from the best one and leaves out who cannot be trusted', () => {
    const prices = [1, 2, 3, 4].map((n) => base({ base: 'nth', n }))
    expect(prices.map((found) => 'price' in found && found.price)).toEqual([41.3, 41.35, 41.38, 41.42])
    expect(base({ base: 'nth', n: 9 })).toEqual({ reason: 'too_few_ads' })
    expect(base({ base: 'nth', n: 2, side: 'SELL' })).toMatchObject({ price: 41.1 })
  })

  test('gives each exchange one voice in the median', () => {
    expect(base({ base: 'median' })).toMatchObject({ price: 41.35, exchanges: ['binance', 'bybit', 'okx'], ads: 3 })
    const two = base({ base: 'median', exchanges: ['okx', 'binance'] })
    expect('price' in two && two.price).toBeCloseTo(41.34, 9)
  })

  test('is the average price of an amount, or says that it does not fit', () => {
    const found = base({ base: 'size', amountFiat: 60_000 })
    expect('price' in found && found.price).toBeCloseTo(60_000 / (30_000 / 41.3 + 30_000 / 41.35), 9)
    expect(found).toMatchObject({ exchanges: ['bybit', 'okx'], ads: 2 })
    expect(base({ base: 'size', amountFiat: 9e9 })).toEqual({ reason: 'amount_does_not_fit' })
    expect(base({ base: 'size', amountFiat: 10 })).toEqual({ reason: 'amount_does_not_fit' })
  })

  test('distinguishes no fresh data from no usable ads', () => {
    expect(base({ exchanges: ['mexc'] })).toEqual({ reason: 'no_data' })
    const poor = judgeMarket('UAH', [aBoard('okx', 'BUY', [{ price: 41.3, completedOrders: 0, completionPct: 0 }])])
    expect(formulaBase(aFormula(), poor)).toEqual({ reason: 'no_ads' })
  })
})

test('a formula makes its price of the base, or says why there is none', () => {
  expect(formulaPrice(aFormula({ arithmetic: { ...plainArithmetic, offset: 0.2 } }), market)).toEqual({
    price: 41.5,
    exchanges: ['okx'],
    ads: 1,
    confidence: market.confidence.BUY,
    observedAtMs: nowMs,
    steps: [
      { step: 'base', price: 41.3 },
      { step: 'offset', price: 41.5 },
    ],
  })
  const eaten = aFormula({ arithmetic: { ...plainArithmetic, offset: -42 } })
  expect(formulaPrice(eaten, market)).toEqual({ reason: 'not_positive' })
  expect(formulaPrice(aFormula({ exchanges: ['mexc'] }), market)).toEqual({ reason: 'no_data' })
})

describe('the steps of a formula', () => {
  test('go by the figures that people see, one after the other', () => {
    const arithmetic = { ...plainArithmetic, offsetPct: 1.5, offset: -0.05, step: 0.05, floor: 41, ceiling: 41.88 }
    expect(formulaSteps(41.32, arithmetic)).toEqual([
      { step: 'base', price: 41.32 },
      { step: 'offset_pct', price: 41.9398 },
      { step: 'offset', price: 41.8898 },
      { step: 'rounding', price: 41.9 },
      { step: 'ceiling', price: 41.88 },
    ])
  })

  test('keep as many digits as prices are shown with, where no step is named', () => {
    const priceOf = (price: number) => priceOfSteps(formulaSteps(price, { ...plainArithmetic, offsetPct: 0.123 }))
    expect([1.2345, 41.3217, 1_234.567].map(priceOf)).toEqual([1.236, 41.373, 1_236.09])
  })

  test('round a half away from zero, and make no price at or below it', () => {
    const arithmetic = { ...plainArithmetic, step: 0.1 }
    expect(priceOfSteps(formulaSteps((73.828 + 73.829) / 2, plainArithmetic))).toBe(73.829)
    expect(priceOfSteps(formulaSteps(41.35, arithmetic))).toBe(41.4)
    expect(priceOfSteps(formulaSteps(41.35, { ...arithmetic, offset: -41.35 }))).toBeNull()
    expect(priceOfSteps(formulaSteps(41.35, { ...arithmetic, offset: -99, floor: 40 }))).toBe(40)
  })
})

describe('the past of a formula', () => {
  const slot = 300_000
  const t0 = Math.floor(nowMs / slot) * slot
  const past = (points: readonly (readonly [slots: number, buy: number | null])[]) => {
    const series = createSeries(20)
    for (const [at, buy] of points)
      writePoint(series, { t: t0 + at * slot, buy, sell: 40, buyAds: buy === null ? 0 : 1, sellAds: 1 })
    return { series, range: { from: 0, to: series.length } }
  }

  test('uses only recorded slots, and leaves missing slots empty', () => {
    const both = [past([[0, 41.3], [1, 41.5], [3, null]]), past([[1, 41.4], [4, 42]])] // biome-ignore format: one line each
    const arithmetic = { ...plainArithmetic, offset: 0.1 }
    expect(formulaHistory(aFormula({ arithmetic }), both)).toEqual([
      { t: t0, base: 41.3, price: 41.4 },
      { t: t0 + slot, base: 41.4, price: 41.5 },
      { t: t0 + 4 * slot, base: 42, price: 42.1 },
    ])
    expect(formulaHistory(aFormula({ base: 'median' }), both).map(({ base }) => base)).toEqual([41.3, 41.45, 42])
    expect(formulaHistory(aFormula({ side: 'SELL' }), both).map(({ base }) => base)).toEqual([40, 40, 40, 40])
  })

  test('the record of best prices serves the best and the median, paid in any way; all else needs the markets', () => {
    const methods = { oneOf: [], noneOf: ['wise'] }
    expect(needsMarkets(aFormula())).toBe(false)
    expect(needsMarkets(aFormula({ base: 'median', exchanges: ['okx'] }))).toBe(false)
    expect(needsMarkets(aFormula({ methods }))).toBe(true)
    expect(needsMarkets(aFormula({ base: 'size', amountFiat: 100 }))).toBe(true)
    expect(needsMarkets(aFormula({ base: 'nth', n: 2 }))).toBe(true)
  })

  test('a market of the past makes the price that it made then, and none where it made none', () => {
    const methods = { oneOf: ['wise'], noneOf: [] }
    const past = { t: 7, market, memory: {} }
    for (const formula of [
      aFormula(),
      aFormula({ base: 'nth', n: 2 }),
      aFormula({ base: 'size', amountFiat: 2_000 }),
    ]) {
      const now = formulaPrice(formula, market)
      if ('reason' in now) throw new Error(now.reason)
      expect(pointOfMarket(formula, past)).toEqual({ t: 7, base: now.steps[0]?.price, price: now.price })
    }
    expect(pointOfMarket(aFormula({ base: 'nth', n: 99 }), past)).toBeNull()
    expect(pointOfMarket(aFormula({ methods }), past)).toBeNull()
    const eaten = { ...plainArithmetic, offset: -1_000 }
    expect(pointOfMarket(aFormula({ arithmetic: eaten }), past)).toMatchObject({ price: null })
  })
})
