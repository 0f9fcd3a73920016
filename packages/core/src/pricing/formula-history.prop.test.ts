import { expect, test } from 'vitest'
import { type Point, slotMs } from '../history/point.js'
import { createSeries, rangeOf, writePoint } from '../history/series.js'
import { createRandom, type Random, seedFor } from '../random.js'
import { type ExactNumber, exactPrice, middleOf, shownPrice, toExact } from '../testing/exact-price.js'
import { roundings } from './decimal.js'
import { formulaHistory } from './formula-history.js'
import type { Formula } from './formula-type.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 200)

type Asked = Pick<Formula, 'side' | 'base' | 'arithmetic'>
type Span = { readonly fromMs: number; readonly toMs: number }

function pastSlowly({ side, base, arithmetic }: Asked, recorded: readonly (readonly Point[])[], span: Span) {
  const told = []
  for (let t = Math.ceil(span.fromMs / slotMs) * slotMs; t <= span.toMs; t += slotMs) {
    const prices: ExactNumber[] = []
    for (const points of recorded)
      for (const point of points) {
        const price = side === 'BUY' ? point.buy : point.sell
        if (point.t === t && price !== null) prices.push(toExact(price))
      }
    if (prices.length === 0) continue
    let start = base === 'median' ? middleOf(prices) : (prices[0] ?? 0n)
    if (base === 'best') for (const price of prices) if (side === 'BUY' ? price < start : price > start) start = price
    told.push({ t, base: shownPrice(start), price: exactPrice(start, arithmetic) })
  }
  return told
}

function aRecord(random: Random, startMs: number, level: number): Point[] {
  const points: Point[] = []
  let hole = random.integer(0, 20)
  for (let slot = 0; slot < 60; slot++) {
    if (random.chance(0.1)) hole = random.integer(1, 12)
    hole -= 1
    if (hole >= 0) continue
    const price = () => Number((level * (1 + random.integer(0, 9) * 0.0004)).toFixed(random.integer(2, 4)))
    const missing = random.chance(0.2) ? random.pick(['buy', 'sell']) : null
    const [buy, sell] = [missing === 'buy' ? null : price(), missing === 'sell' ? null : price()]
    points.push({ t: startMs + slot * slotMs, buy, sell, buyAds: 2, sellAds: 1 })
  }
  return points
}

test('the past of a formula equals a calculation by hand over each recorded slot', () => {
  for (let world = 0; world < worlds; world++) {
    const random = createRandom(seedFor(seed, world))
    const level = random.pick([0.86, 9.9985, 41.3, 99.97, 480, 12_400])
    // Cross the clock change in about half of the runs; slots are counted in UTC.
    const startMs = Date.UTC(2026, 9, 24 + random.below(3), random.below(24))
    const recorded = Array.from({ length: random.integer(0, 5) }, () => aRecord(random, startMs, level))
    const fromMs = startMs + random.integer(-3, 20) * slotMs + random.pick([0, 1, slotMs - 1])
    const span = { fromMs, toMs: fromMs + random.integer(0, 60) * slotMs + random.pick([0, 1, slotMs - 1]) }
    const asked: Asked = {
      side: random.pick(['BUY', 'SELL']),
      base: random.pick(['best', 'median']),
      arithmetic: {
        offsetPct: random.pick([0, 0, 1.5, -0.25, 0.12345678]),
        offset: random.pick([0, 0, 0.05, Number((-level).toFixed(2))]),
        step: random.pick([null, 0.0005, 0.002, 0.02, 0.05, 0.25]),
        rounding: random.pick(roundings),
        floor: random.chance(0.2) ? Number(level.toFixed(3)) : null,
        ceiling: random.chance(0.2) ? Number((level * 1.002).toFixed(3)) : null,
      },
    }
    const exchanges = recorded.map((points) => {
      const series = createSeries(80)
      for (const point of points) writePoint(series, point)
      return { series, range: rangeOf(series, span.fromMs, span.toMs) }
    })
    const context = `seed ${seed}, world ${world}: ${JSON.stringify({ ...asked, ...span })}`
    expect(formulaHistory(asked, exchanges), context).toEqual(pastSlowly(asked, recorded, span))
  }
})
