import { fiats } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { generateHistory } from './price-history.js'
import { currencies, depths } from './world/currencies.js'
import { createWorld } from './world/world.js'

const dayMs = 86_400_000
const toMs = Date.UTC(2026, 9, 14, 12)

test('thirty days of all currencies on all exchanges are finite, complete and near their level', () => {
  let cycles = 0
  let points = 0
  let gaps = 0
  for (const { atMs, points: all } of generateHistory({ seed: 9, fromMs: toMs - 30 * dayMs, toMs })) {
    if (atMs % 300_000 !== 0) throw new Error(`${atMs} is off the grid`)
    cycles += 1
    for (const { fiat, buy, sell, buyAds, sellAds } of all) {
      points += 1
      if (buy === null || sell === null) gaps += 1
      if ((buy === null) !== (buyAds === 0) || (sell === null) !== (sellAds === 0))
        throw new Error('a price without ads')
      for (const price of [buy, sell])
        if (price !== null && !(Math.abs(Math.log(price / currencies[fiat].level)) < 0.12))
          throw new Error(`${fiat} at ${price}`)
    }
  }
  expect(cycles).toBe(30 * 288)
  expect(points / cycles).toBeGreaterThan(60)
  expect(gaps).toBeGreaterThan(0)
  expect(gaps / points).toBeLessThan(0.1)
})

test('the newest point of the past lies where the live boards stand', () => {
  const world = createWorld(9)
  const [cycle] = generateHistory({ seed: 9, fromMs: toMs, toMs: toMs + 1 })
  const errors: number[] = []
  for (const { exchange, fiat, buy, buyAds } of cycle?.points ?? []) {
    if (buy === null || currencies[fiat].depth === 'thin') continue
    const honest = world.board({ exchange, fiat, side: 'BUY' }, toMs).filter(({ intent }) => intent === 'honest')
    expect(buyAds).toBe(Math.ceil(0.7 * Math.min(50, honest.length)))
    errors.push(
      (Math.abs(Math.log(buy / (honest[0]?.price ?? Number.NaN))) / depths[currencies[fiat].depth].raggednessPct) * 100,
    )
  }
  expect(errors.length).toBeGreaterThan(50)
  // In units of how ragged a board is anyway.
  expect(Math.max(...errors)).toBeLessThan(4)
  expect(errors.sort((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThan(1)
})

test('the same seed gives the same past, in pieces or at once, and only the requested part', () => {
  const ask = (fromMs: number, until: number) => [
    ...generateHistory({ seed: 4, fromMs, toMs: until, fiats: ['UAH', 'KGS'], exchanges: ['okx', 'binance'] }),
  ]
  const whole = ask(toMs - dayMs, toMs)
  expect([...ask(toMs - dayMs, toMs - dayMs / 2), ...ask(toMs - dayMs / 2, toMs)]).toEqual(whole)
  expect(new Set(whole.flatMap(({ points }) => points.map(({ fiat, exchange }) => `${exchange} ${fiat}`)))).toEqual(
    new Set(['okx UAH', 'binance UAH', 'binance KGS']),
  )
  expect(fiats).toContain('KGS')
})
