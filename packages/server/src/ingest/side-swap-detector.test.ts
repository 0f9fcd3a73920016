import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { cyclesToBelieveSwap, type SwapState, updateSwapState } from './side-swap-detector.js'

const cycleMs = 300_000
const six = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']
const manyFiats = ['UAH', 'EUR', 'USD', 'PLN', 'KZT']
const naming = new Set(['binance', 'bybit', 'okx'])

type Where = { readonly exchange: string; readonly fiat: string; readonly cycle: number }
/** Distance of asks above bids in percent, before any swap; negative if crossed. */
type Spread = (where: Where) => number

const market = (shape: {
  readonly exchanges?: readonly string[]
  readonly fiats?: readonly string[]
  readonly spread: Spread
  readonly isSwapped?: (where: Where) => boolean
  /** Offset of an exchange's prices from the rest, in percent. */
  readonly shift?: Spread
}) => {
  const { exchanges = six, fiats = ['UAH'], spread, isSwapped = () => false, shift = () => 0 } = shape
  let watches = new Map<string, SwapState>()
  const read = (where: Where): void => {
    const { exchange, fiat, cycle } = where
    const middle = 41 * (1 + 0.01 * Math.sin(cycle / 50)) * (1 + shift(where) / 100)
    const half = spread(where) / 200
    const [ask, bid] = [middle * (1 + half), middle * (1 - half)]
    const key = (one: string, currency: string) => watches.get(`${one} ${currency}`) ?? []
    watches.set(
      `${exchange} ${fiat}`,
      updateSwapState({
        sides: isSwapped(where) ? { ask: bid, bid: ask } : { ask, bid },
        atMonoMs: cycle * cycleMs,
        before: watches.get(`${exchange} ${fiat}`) ?? null,
        otherExchanges: exchanges.filter((other) => other !== exchange).flatMap((other) => key(other, fiat)),
        otherFiats: fiats.filter((other) => other !== fiat).flatMap((other) => key(exchange, other)),
        sideInRow: naming.has(exchange),
      }),
    )
  }
  return {
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

  test('next to uncrossed ones, stays included', () => {
    nobodyOut(market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? -4.5 : 1.2) }).run(0, 500))
  })

  test('step by step, by 0.002 to 0.8 points a cycle, stays on air', () =>
    checkEach([0.002, 0.02, 0.2, 0.8], (step) =>
      nobodyOut(market({ spread: ({ cycle }) => Math.max(-5, 1.2 - step * cycle) }).run(0, Math.ceil(9 / step))),
    ))

  test('first on one exchange, days before the rest follow, stays included', () =>
    checkEach(six, (first) => {
      const days = (cycle: number) => cycle / 288
      const spread: Spread = ({ exchange, cycle }) =>
        Math.max(-4, 1.2 - Math.max(0, days(cycle) - (exchange === first ? 0 : 2)))
      nobodyOut(market({ spread }).run(0, 9 * 288))
    }))

  test('overnight, without a running server, stays included', () => {
    const shop = market({ spread: ({ cycle }) => (cycle < 50 ? 1.2 : -4) })
    nobodyOut([...shop.run(0, 50), ...shop.run(150, 400)])
    const alone = market({ exchanges: ['bitget'], spread: ({ cycle }) => (cycle < 50 ? 1.2 : -1.2) })
    nobodyOut([...alone.run(0, 50), ...alone.run(70, 400)])
  })

  test('from one cycle to the next on all exchanges stays on air', () => {
    for (const exchanges of [six, ['binance', 'bitget']])
      nobodyOut(market({ exchanges, spread: ({ cycle }) => (cycle < 50 ? 1.5 : -1.5) }).run(0, 200))
  })

  test('on three of six exchanges, uncrossed on the rest, stays included', () => {
    const spread: Spread = ({ fiat, exchange }) => (fiat === 'UAH' && naming.has(exchange) ? -4.5 : 7)
    nobodyOut(market({ fiats: manyFiats, spread }).run(0, 500))
  })

  test('on all exchanges but one, which always stood the other way, stays on air with that one', () => {
    nobodyOut(market({ spread: ({ exchange }) => (exchange === 'kucoin' ? 7.7 : -4.5) }).run(0, 500))
  })

  test('on one exchange from the first look is believed if its rows name their side', () => {
    const on = (first: string) => market({ spread: ({ exchange }) => (exchange === first ? -4 : 1.2) }).run(0, 500)
    nobodyOut(on('binance'))
    expect(on('bitget').at(-1)).toEqual(['bitget UAH'])
  })

  test('on one exchange from the first look is believed if three other currencies of its are as they should be', () => {
    const on = (...fiats: string[]) =>
      market({ fiats, spread: ({ exchange, fiat }) => (exchange === 'bitget' && fiat === 'UAH' ? -4 : 1.2) }).run(
        0,
        500,
      )
    nobodyOut(on('UAH', 'EUR', 'USD', 'PLN'))
    expect(on('UAH', 'EUR', 'USD').at(-1)).toEqual(['bitget UAH'])
  })

  test('is not doubted because one other currency of that exchange is exchanged', () => {
    const spread: Spread = ({ exchange, fiat, cycle }) =>
      fiat === 'UAH' && exchange === 'bitget' ? Math.max(-4, 1.2 - 0.1 * cycle) : 1.2
    const isSwapped = ({ exchange, fiat, cycle }: Where) => exchange === 'bitget' && fiat === 'EUR' && cycle > 100
    expect(
      market({ fiats: ['UAH', 'EUR'], spread, isSwapped })
        .run(0, 300)
        .at(-1),
    ).toEqual(['bitget EUR'])
  })

  test('because bait floods one side of the only exchange stays on air', () => {
    const flooded: Spread = ({ cycle }) => (cycle < 50 || cycle > 80 ? 6 : -3)
    const shift = ({ cycle }: Where) => (cycle < 50 || cycle > 80 ? 0 : -3.5)
    nobodyOut(market({ exchanges: ['bitget'], spread: flooded, shift }).run(0, 200))
  })

  test('and breathes, with boards so thin that their middles jump, stays on air', () => {
    const jumpy: Spread = ({ exchange, cycle }) => -4.5 + 3 * Math.sin(cycle * (1 + six.indexOf(exchange)))
    nobodyOut(market({ spread: jumpy }).run(0, 2_000))
  })

  test('survives a restart in the middle, with or without restored data', () => {
    const shop = market({ spread: everybody(-4.5) })
    shop.run(0, 300)
    shop.restart()
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

  test('at one exchange alone are found out in the second cycle, and forgotten at the first good look', () =>
    checkEach(six, (culprit) => {
      const isSwapped = ({ exchange, cycle }: Where) => exchange === culprit && cycle >= from && cycle < until
      const shop = market({ spread, isSwapped })
      nobodyOut(shop.run(0, from))
      const out = shop.run(from, until + 100)
      expect(outOf(out, from)).toEqual([])
      for (let cycle = from + 1; cycle < until; cycle++) expect(outOf(out, cycle)).toEqual([`${culprit} UAH`])
      nobodyOut(out.slice(until - from))
    }))

  test('at one exchange in this currency and in no other are found out', () =>
    checkEach(six, (culprit) => {
      const isSwapped = ({ exchange, fiat, cycle }: Where) =>
        exchange === culprit && fiat === 'UAH' && cycle >= from && cycle < until
      const shop = market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? ordinary : 1.2), isSwapped })
      shop.run(0, from)
      const out = shop.run(from, until + 100)
      expect(outOf(out, from + 1)).toEqual([`${culprit} UAH`])
      expect(outOf(out, until - 1)).toEqual([`${culprit} UAH`])
      nobodyOut(out.slice(until - from))
    }))

  test('at one exchange, the only one with data, are found out by the change', () =>
    checkEach(six, (only) => {
      const isSwapped = ({ cycle }: Where) => cycle >= from && cycle < until
      const shop = market({ exchanges: [only], spread, isSwapped })
      shop.run(0, from)
      const out = shop.run(from, until + 100)
      expect(outOf(out, from + 1)).toEqual([`${only} UAH`])
      expect(outOf(out, until - 1)).toEqual([`${only} UAH`])
      nobodyOut(out.slice(until - from))
    }))

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

  test('at one exchange from the very first cycle, in all its currencies, are found out', () =>
    checkEach(six, (culprit) => {
      const isSwapped = ({ exchange }: Where) => exchange === culprit
      const shop = market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? ordinary : 1.2), isSwapped })
      const last = shop.run(0, 6).at(-1)
      expect(last).toEqual(manyFiats.map((fiat) => `${culprit} ${fiat}`))
    }))

  test('and a restart while they are: found out again within three cycles', () => {
    const isSwapped = ({ exchange, cycle }: Where) => exchange === 'kucoin' && cycle >= from
    const shop = market({ fiats: manyFiats, spread: ({ fiat }) => (fiat === 'UAH' ? ordinary : 1.2), isSwapped })
    shop.run(0, from + 20)
    shop.restart()
    expect(shop.run(from + 20, from + 23).at(-1)).toContain('kucoin UAH')
  })
})

// In a crossed currency that may as well be an exchange that has come to stand as most currencies do.
test('in an ordinary currency, sides exchanged at one exchange while its prices move are found out', () =>
  checkEach(six, (culprit) => {
    const isSwapped = ({ exchange, cycle }: Where) => exchange === culprit && cycle >= 30
    const shop = market({ spread: everybody(1.2), isSwapped, shift: (where) => (isSwapped(where) ? 3 : 0) })
    nobodyOut(shop.run(0, 31))
    for (const out of shop.run(31, 300)) expect(out).toEqual([`${culprit} UAH`])
  }))

test('one other exchange is too few to be contradicted', () => {
  const spread: Spread = ({ exchange }) => (exchange === 'bitget' ? -4 : 1.2)
  nobodyOut(market({ exchanges: ['bybit', 'bitget'], spread }).run(0, 300))
})

test('a spread too narrow to have a direction is never suspected', () => {
  nobodyOut(market({ spread: ({ exchange, cycle }) => 0.45 * Math.sin(cycle + six.indexOf(exchange)) }).run(0, 500))
})

test('sides that cannot be compared are not suspected', () => {
  const sides = { ask: 41, bid: 44 }
  const suspect = updateSwapState({
    sides,
    atMonoMs: 0,
    before: null,
    otherExchanges: [],
    otherFiats: [],
    sideInRow: false,
  })
  const scene = {
    atMonoMs: cycleMs,
    before: { ...suspect, inARow: 5 },
    otherExchanges: [],
    otherFiats: [],
    sideInRow: false,
  }
  expect(updateSwapState({ ...scene, sides: null }).inARow).toBe(0)
})
