import { describe, expect, test } from 'vitest'
import { cyclesToBelieveSwap, type SwapWatch, watchSwap } from './swap-suspicion.js'

const cycleMs = 300_000
const six = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']
const manyFiats = ['UAH', 'EUR', 'USD', 'PLN', 'KZT']
const naming = new Set(['binance', 'bybit', 'okx'])

type Where = { readonly exchange: string; readonly fiat: string; readonly cycle: number }
/** How far asks lie above bids, in percent, as it really is; negative = crossed. */
type Spread = (where: Where) => number

/** Markets whose exchanges are read one after the other, cycle by cycle, some of them with their sides exchanged. */
const market = (shape: {
  readonly exchanges?: readonly string[]
  readonly fiats?: readonly string[]
  readonly spread: Spread
  readonly isSwapped?: (where: Where) => boolean
}) => {
  const { exchanges = six, fiats = ['UAH'], spread, isSwapped = () => false } = shape
  let watches = new Map<string, SwapWatch>()
  const read = (where: Where): void => {
    const { exchange, fiat, cycle } = where
    const [middle, half] = [41 * (1 + 0.01 * Math.sin(cycle / 50)), spread(where) / 200]
    const [ask, bid] = [middle * (1 + half), middle * (1 - half)]
    const key = (one: string, currency: string) => watches.get(`${one} ${currency}`) ?? []
    watches.set(
      `${exchange} ${fiat}`,
      watchSwap({
        sides: isSwapped(where) ? { ask: bid, bid: ask } : { ask, bid },
        atMonoMs: cycle * cycleMs,
        before: watches.get(`${exchange} ${fiat}`) ?? null,
        others: exchanges.filter((other) => other !== exchange).flatMap((other) => key(other, fiat)),
        elsewhere: fiats.filter((other) => other !== fiat).flatMap((other) => key(exchange, other)),
        namesSide: naming.has(exchange),
      }),
    )
  }
  return {
    /** Reads everything from one cycle to before another, and says who was left out when, as `exchange currency`. */
    run: (from: number, to: number): readonly (readonly string[])[] =>
      Array.from({ length: to - from }, (_, index) => {
        for (const fiat of fiats) for (const exchange of exchanges) read({ exchange, fiat, cycle: from + index })
        return [...watches].flatMap(([name, { inARow }]) => (inARow >= cyclesToBelieveSwap ? [name] : []))
      }),
    restart: () => {
      watches = new Map()
    },
  }
}

const weeks = 3 * 7 * 24 * 12
const everybody =
  (spread: number): Spread =>
  () =>
    spread
const nobodyOut = (out: readonly (readonly string[])[]) => expect(out.flat()).toEqual([])

describe('a whole currency that is crossed', () => {
  test('from the first cycle stays on air on every exchange, for weeks', () => {
    nobodyOut(market({ spread: everybody(-4.5) }).run(0, weeks))
  })

  test('beside others that are not, stays on air', () => {
    nobodyOut(market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? -4.5 : 1.2) }).run(0, 500))
  })

  test.each([0.002, 0.02, 0.2, 0.8])('step by step, by %d points a cycle, stays on air', (step) => {
    nobodyOut(market({ spread: ({ cycle }) => Math.max(-5, 1.2 - step * cycle) }).run(0, Math.ceil(9 / step)))
  })

  test('first on one exchange, days before the others follow, stays on air', () => {
    const days = (cycle: number) => cycle / 288
    const spread: Spread = ({ exchange, cycle }) =>
      Math.max(-4, 1.2 - Math.max(0, days(cycle) - (exchange === 'binance' ? 0 : 2)))
    nobodyOut(market({ spread }).run(0, 9 * 288))
  })

  test('overnight, while nobody looked, stays on air', () => {
    const shop = market({ spread: ({ cycle }) => (cycle < 50 ? 1.2 : -4) })
    nobodyOut([...shop.run(0, 50), ...shop.run(150, 400)])
  })

  test('from one cycle to the next on all exchanges stays on air', () => {
    for (const exchanges of [six, ['binance', 'bitget']])
      nobodyOut(market({ exchanges, spread: ({ cycle }) => (cycle < 50 ? 1.5 : -1.5) }).run(0, 200))
  })

  test('on three of six exchanges, the others as everywhere else, stays on air', () => {
    const spread: Spread = ({ fiat, exchange }) => (fiat === 'UAH' && naming.has(exchange) ? -4.5 : 7)
    nobodyOut(market({ fiats: manyFiats, spread }).run(0, 500))
  })

  test('on the one exchange whose rows name their side is believed', () => {
    nobodyOut(market({ spread: ({ exchange }) => (exchange === 'binance' ? -4 : 1.2) }).run(0, 500))
  })

  test('and breathes, with boards so thin that their middles jump, stays on air', () => {
    const jumpy: Spread = ({ exchange, cycle }) => -4.5 + 3 * Math.sin(cycle * (1 + six.indexOf(exchange)))
    nobodyOut(market({ spread: jumpy }).run(0, 2_000))
  })

  test('survives a restart in the middle, with or without what was restored', () => {
    const shop = market({ spread: everybody(-4.5) })
    shop.run(0, 300)
    shop.restart()
    // Restored boards are read first, then the first cycle reads them anew.
    nobodyOut([...shop.run(299, 300), ...shop.run(300, 600)])
  })

  test('on two exchanges, or on the only one there is, stays on air', () => {
    nobodyOut(market({ exchanges: ['bybit', 'bitget'], spread: everybody(-4.5) }).run(0, 500))
    nobodyOut(market({ exchanges: ['bitget'], spread: everybody(-4.5) }).run(0, 500))
    nobodyOut(market({ exchanges: ['bitget'], spread: ({ cycle }) => 2 - 0.05 * cycle }).run(0, 130))
  })
})

describe.each([
  ['an ordinary', 1.2],
  ['a crossed', -4.5],
])('in %s currency, sides exchanged', (_, ordinary) => {
  const spread = everybody(ordinary)
  const from = 30
  const until = 300
  const outOf = (out: readonly (readonly string[])[], cycle: number) => out[cycle - from]

  test.each(six)('at %s alone are found out in the second cycle, and forgotten at the first good look', (culprit) => {
    const isSwapped = ({ exchange, cycle }: Where) => exchange === culprit && cycle >= from && cycle < until
    const shop = market({ spread, isSwapped })
    nobodyOut(shop.run(0, from))
    const out = shop.run(from, until + 100)
    expect(outOf(out, from)).toEqual([])
    for (let cycle = from + 1; cycle < until; cycle++) expect(outOf(out, cycle)).toEqual([`${culprit} UAH`])
    nobodyOut(out.slice(until - from))
  })

  test.each(six)('at %s in this currency and in no other are found out', (culprit) => {
    const isSwapped = ({ exchange, fiat, cycle }: Where) =>
      exchange === culprit && fiat === 'UAH' && cycle >= from && cycle < until
    const shop = market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? ordinary : 1.2), isSwapped })
    shop.run(0, from)
    const out = shop.run(from, until + 100)
    expect(outOf(out, from + 1)).toEqual([`${culprit} UAH`])
    expect(outOf(out, until - 1)).toEqual([`${culprit} UAH`])
    nobodyOut(out.slice(until - from))
  })

  test.each(six)('at %s, the only one with data, are found out by the change', (only) => {
    const isSwapped = ({ cycle }: Where) => cycle >= from && cycle < until
    const shop = market({ exchanges: [only], spread, isSwapped })
    shop.run(0, from)
    const out = shop.run(from, until + 100)
    expect(outOf(out, from + 1)).toEqual([`${only} UAH`])
    expect(outOf(out, until - 1)).toEqual([`${only} UAH`])
    nobodyOut(out.slice(until - from))
  })

  test.each([
    ['bybit', 'bitget'],
    ['bitget', 'bybit'],
  ])('at %s, one of two, are found out; %s stays on air', (culprit, honest) => {
    const isSwapped = ({ exchange, cycle }: Where) => exchange === culprit && cycle >= from && cycle < until
    const shop = market({ exchanges: [culprit, honest], spread, isSwapped })
    shop.run(0, from)
    const out = shop.run(from, until + 100)
    for (let cycle = from + 1; cycle < until; cycle++) expect(outOf(out, cycle)).toEqual([`${culprit} UAH`])
    nobodyOut(out.slice(until - from))
  })

  test.each(six)('at %s from the very first cycle, in all its currencies, are found out', (culprit) => {
    const isSwapped = ({ exchange }: Where) => exchange === culprit
    const shop = market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? ordinary : 1.2), isSwapped })
    const last = shop.run(0, 6).at(-1)
    expect(last).toEqual(manyFiats.map((fiat) => `${culprit} ${fiat}`))
  })

  test('and a restart while they are: found out again within three cycles', () => {
    const isSwapped = ({ exchange, cycle }: Where) => exchange === 'kucoin' && cycle >= from
    const shop = market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? ordinary : 1.2), isSwapped })
    shop.run(0, from + 20)
    shop.restart()
    expect(shop.run(from + 20, from + 23).at(-1)).toContain('kucoin UAH')
  })
})

test('a spread too narrow to have a direction is never suspected', () => {
  nobodyOut(market({ spread: ({ exchange, cycle }) => 0.45 * Math.sin(cycle + six.indexOf(exchange)) }).run(0, 500))
})

test('sides that cannot be compared are not suspected', () => {
  const sides = { ask: 41, bid: 44 }
  const suspect = watchSwap({
    sides,
    atMonoMs: 0,
    before: null,
    others: [],
    elsewhere: [],
    namesSide: false,
  })
  const scene = { atMonoMs: cycleMs, before: { ...suspect, inARow: 5 }, others: [], elsewhere: [], namesSide: false }
  expect(watchSwap({ ...scene, sides: null }).inARow).toBe(0)
})
