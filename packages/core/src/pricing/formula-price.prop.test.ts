import { expect, test } from 'vitest'
import type { Ad, Board } from '../ad.js'
import { createRandom, type Random, seedFor } from '../random.js'
import { anAd, nowMs } from '../testing/an-ad.js'
import { type ExactNumber, exactPrice, middleOf, shownStep, toExact } from '../testing/exact-price.js'
import { judgeForMethods } from '../trust/judge-filtered.js'
import { judgeMarket } from '../trust/judge-market.js'
import type { JudgedAd, TrustedMarket } from '../trust/judgement.js'
import { roundings } from './decimal.js'
import { formulaPrice } from './formula-price.js'
import { type Formula, formulaBases, plainArithmetic } from './formula-type.js'

const seed = Number(process.env.SEED)
const worlds = Number(process.env.RUNS ?? 300)

const order = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']
const rails = ['Monobank', 'PrivatBank', 'Wise']

type Seen = JudgedAd & { readonly board: string }

function wantedWays(ad: Ad, { methods }: Formula): boolean {
  for (const way of ad.paymentMethods) {
    const isNamed = methods.oneOf.length === 0 || methods.oneOf.includes(way)
    if (isNamed && !methods.noneOf.includes(way)) return true
  }
  return false
}

function seenSlowly(boards: readonly Board[], market: TrustedMarket, asked: Formula): Seen[] {
  const seen: Seen[] = []
  for (const exchange of order)
    for (const board of boards) {
      if (board.exchange !== exchange || board.side !== asked.side) continue
      if (asked.exchanges.length > 0 && !asked.exchanges.includes(exchange)) continue
      for (const ad of board.ads) {
        if (!wantedWays(ad, asked)) continue
        const verdict = market.boards.flatMap(({ ads }) => ads).find((judged) => judged.ad.adId === ad.adId)
        if (verdict === undefined) throw new Error(`${ad.adId} was not judged`)
        seen.push({ ...verdict, ad, board: exchange })
      }
    }
  const sorted: Seen[] = []
  for (const each of seen) {
    const place = sorted.findIndex((other) => isBefore(each, other, asked))
    if (place < 0) sorted.push(each)
    else sorted.splice(place, 0, each)
  }
  return sorted
}

function isBefore(a: Seen, b: Seen, { side }: Formula): boolean {
  if (a.ad.price !== b.ad.price) return side === 'BUY' ? a.ad.price < b.ad.price : a.ad.price > b.ad.price
  if (a.board !== b.board) return order.indexOf(a.board) < order.indexOf(b.board)
  return a.score === b.score ? String(a.ad.adId) < String(b.ad.adId) : a.score > b.score
}

type Base = { readonly price: ExactNumber; readonly ads: number; readonly exchanges: readonly string[] }
type Answer = Base | { readonly reason: string }

function firstOf(offers: readonly Seen[], n: number): Answer {
  const offer = offers[n - 1]
  if (offer === undefined) return { reason: 'too_few_ads' }
  return { price: toExact(offer.ad.price), ads: 1, exchanges: [offer.board] }
}

function middleOfBests(offers: readonly Seen[]): Answer {
  const bests: ExactNumber[] = []
  const exchanges: string[] = []
  for (const exchange of order) {
    const best = offers.find(({ board }) => board === exchange)
    if (best === undefined) continue
    bests.push(toExact(best.ad.price))
    exchanges.push(exchange)
  }
  return { price: middleOf(bests), ads: bests.length, exchanges }
}

type Share = { readonly usdt: number; readonly ads: number }

const mostOf = ({ maxFiat, stockUsdt, price }: Ad): number =>
  stockUsdt === null ? maxFiat : Math.min(maxFiat, stockUsdt * price)

function groupsOf(ads: readonly Ad[], size: number): Ad[][] {
  if (size === 0) return [[]]
  return ads.flatMap((ad, at) => groupsOf(ads.slice(at + 1), size - 1).map((more) => [ad, ...more]))
}

/** Tries every group of one to three ads, in which all but one give their least or their most: nothing else is cheapest. */
function cheapestOfThree(ads: readonly Ad[], asked: Formula, amount: number): Share | null {
  let best: Share | null = null
  for (const size of [1, 2, 3])
    for (const group of groupsOf(ads, size))
      for (const open of group) {
        const others = group.filter((ad) => ad !== open)
        for (let choice = 0; choice < 2 ** others.length; choice++) {
          let [left, usdt] = [amount, 0]
          for (const [at, ad] of others.entries()) {
            const part = Math.floor(choice / 2 ** at) % 2 === 0 ? ad.minFiat : mostOf(ad)
            left -= part
            usdt += part / ad.price
          }
          if (group.some((ad) => ad.minFiat > mostOf(ad))) continue
          if (left < open.minFiat - amount * 1e-12 || left > mostOf(open) + amount * 1e-12) continue
          usdt += left / open.price
          const gain: number = best === null ? 1 : (usdt / best.usdt - 1) * (asked.side === 'BUY' ? 1 : -1)
          if (gain > 1e-12) best = { usdt, ads: size }
        }
      }
  return best
}

function bestFirst(ads: readonly Ad[], amount: number): Share | null {
  const fiat: number[] = []
  const taken: Ad[] = []
  let left = amount
  for (const ad of ads) {
    if (left <= 0 || ad.minFiat > mostOf(ad)) continue
    const before = taken.length - 1
    const spare = (fiat[before] ?? 0) - (taken[before]?.minFiat ?? 0)
    const part = ad.minFiat <= left ? Math.min(left, mostOf(ad)) : ad.minFiat
    if (part > left && part - left > spare) continue
    if (part > left) fiat[before] = (fiat[before] ?? 0) - (part - left)
    left = part > left ? 0 : left - part
    fiat.push(part)
    taken.push(ad)
  }
  if (left > amount * 1e-9) return null
  return { usdt: fiat.reduce((sum, part, at) => sum + part / (taken[at]?.price ?? 1), 0), ads: taken.length }
}

/** Unlike the other bases it counts on ads of any size, whose demands a normal caller meets. */
function costOfAmount(seen: readonly Seen[], asked: Formula): (Share & { readonly price: number }) | string {
  const ads = seen.filter(({ ad, trusted }) => trusted && ad.takerDemands?.extraVerification !== true)
  if (ads.length === 0) return 'no_ads'
  const offers = ads.map(({ ad }) => ad)
  const amount = asked.amountFiat ?? 0
  const share = cheapestOfThree(offers, asked, amount) ?? bestFirst(offers, amount)
  return share === null ? 'amount_does_not_fit' : { ...share, price: amount / share.usdt }
}

function baseSlowly(boards: readonly Board[], market: TrustedMarket, asked: Formula): Answer {
  const isMeant = (exchange: string) => asked.exchanges.length === 0 || asked.exchanges.includes(exchange)
  if (!boards.some(({ exchange, side }) => side === asked.side && isMeant(exchange))) return { reason: 'no_data' }
  const offers = seenSlowly(boards, market, asked).filter(({ eligible }) => eligible)
  if (offers.length === 0) return { reason: 'no_ads' }
  if (asked.base === 'median') return middleOfBests(offers)
  return firstOf(offers, asked.base === 'nth' ? (asked.n ?? 0) : 1)
}

function newestSlowly(boards: readonly Board[], asked: Formula, exchanges: readonly string[]): number {
  let newest = 0
  for (const board of boards) {
    if (board.side !== asked.side || !exchanges.includes(board.exchange)) continue
    newest = Math.max(newest, board.observedAtMs)
    for (const ad of board.ads) if (wantedWays(ad, asked)) newest = Math.max(newest, ad.observedAtMs)
  }
  return newest
}

function anAmount(random: Random, boards: readonly Board[], level: number): number {
  const fiat = level * random.pick([5, 100, 300, 900, 3_000, 20_000]) * random.between(0.5, 2)
  const board = random.chance(0.5) && boards.length > 0 ? random.pick(boards).ads : []
  const held = board.slice(0, random.integer(1, 7)).reduce((sum, ad) => sum + mostOf(ad), 0)
  return Number((held === 0 ? fiat : held + level * random.pick([-9, 0, 3, 9])).toFixed(2))
}

function anAsk(random: Random, boards: readonly Board[], level: number): Formula {
  const some = <T>(items: readonly T[], probability: number) => items.filter(() => random.chance(probability))
  const near = Number((level * random.between(0.98, 1.02)).toFixed(random.integer(2, 4)))
  const floor = random.chance(0.3) ? near : null
  const methods = {
    oneOf: random.chance(0.3) ? some(rails, 0.5) : [],
    noneOf: random.chance(0.3) ? some(rails, 0.3) : [],
  }
  return {
    side: random.pick(['BUY', 'SELL']),
    base: random.pick(formulaBases),
    n: random.integer(1, random.pick([3, 8, 14])),
    amountFiat: Math.max(1, anAmount(random, boards, level)),
    exchanges: random.chance(0.4) ? some(order, 0.4) : [],
    methods,
    arithmetic: {
      offsetPct: random.chance(0.5) ? 0 : Number(random.between(-3, 3).toFixed(random.pick([0, 1, 2, 8]))),
      offset: random.chance(0.5) ? 0 : Number((level * random.pick([0.01, -0.01, -1.1])).toFixed(random.integer(1, 4))),
      step: random.chance(0.5) ? null : random.pick([0.0001, 0.0005, 0.002, 0.005, 0.02, 0.05, 0.2, 0.25, 1]),
      rounding: random.pick(roundings),
      floor,
      ceiling: random.chance(0.3) ? Number(((floor ?? near) + random.pick([0, 0.001, 0.3])).toFixed(4)) : null,
    },
  }
}

/** Few ads, on a grid so coarse that prices often are the same and middles often lie just between two digits. */
function someBoards(random: Random, level: number): Board[] {
  const exchanges = order.filter(() => random.chance(0.45)).slice(0, 4)
  const most = exchanges.length === 1 ? 12 : 3
  const widest = random.pick([1.4, 3, 30, 100])
  return exchanges.flatMap((exchange) =>
    (['BUY', 'SELL'] as const).flatMap((side): Board[] => {
      if (random.chance(0.1)) return []
      const observedAtMs = nowMs - random.below(300_000)
      const ads = Array.from({ length: random.integer(0, most) }, (_, at) => {
        const away = (side === 'BUY' ? 1 : -1) * random.integer(0, 9) * 0.0004
        const price = Number((level * (1 + away)).toFixed(random.integer(2, 4)))
        const [name, least] = [`${exchange} ${side} ${at}`, random.pick([10, 25, 100])]
        return anAd({
          ...{ exchange, side, price, adId: name, advertiserId: name, nickname: name },
          minFiat: Number((price * least).toFixed(2)),
          maxFiat: Number((price * least * random.pick([1, widest, widest])).toFixed(2)),
          stockUsdt: random.chance(0.2) ? least * random.pick([1.5, 10]) : null,
          paymentMethods: random.chance(0.2) ? rails : [random.pick(rails)],
          completedOrders: random.chance(0.12) ? 0 : random.integer(200, 3_000),
          takerDemands: random.chance(0.1)
            ? {
                minOrders: null,
                minCompletionPct: null,
                minAccountAgeDays: null,
                extraVerification: random.chance(0.7),
              }
            : null,
          observedAtMs: observedAtMs + random.pick([0, 0, 1, 1_500]),
        })
      })
      return [{ exchange, fiat: 'UAH', side, ads, observedAtMs }]
    }),
  )
}

const isShown = (told: number, exact: number): boolean =>
  Math.abs(told - exact) <= (0.5 + 1e-6) * Number(`${shownStep(toExact(exact))}e-18`) &&
  toExact(told) % shownStep(toExact(exact)) === 0n

test('a price by formula equals a calculation by hand over the ads on the boards', () => {
  const met = new Set<string>()
  for (let world = 0; world < worlds; world++) {
    const random = createRandom(seedFor(seed, world))
    const level = random.pick([0.86, 9.9985, 41.3, 99.97, 480, 12_400])
    const boards = someBoards(random, level)
    const whole = judgeMarket('UAH', boards)
    for (let round = 0; round < 8; round++) {
      const asked = anAsk(random, boards, level)
      const market = judgeForMethods(whole, asked.methods)
      const told = formulaPrice(asked, market)
      const context = `seed ${seed}, world ${world}, round ${round}: ${JSON.stringify(asked)}`
      met.add(`${asked.base} ${'reason' in told ? told.reason : 'price'}`)
      const meant = baseSlowly(boards, market, asked)
      const isNone = 'reason' in meant && meant.reason === 'no_data'
      const cost = asked.base === 'size' && !isNone ? costOfAmount(seenSlowly(boards, market, asked), asked) : null

      if (typeof cost === 'string') expect(told, context).toEqual({ reason: cost })
      else if (cost !== null) {
        if ('reason' in told) {
          expect(told, context).toEqual({ reason: 'not_positive' })
          expect(exactPrice(toExact(cost.price), asked.arithmetic), context).toBeNull()
          continue
        }
        const base = told.steps[0]?.price ?? 0
        expect(isShown(base, cost.price), `${context}: ${base}, ${cost.price}`).toBe(true)
        expect(told.ads, context).toBe(cost.ads)
        expect(told.price, context).toBe(exactPrice(toExact(base), asked.arithmetic))
        expect(told.observedAtMs, context).toBe(newestSlowly(boards, asked, told.exchanges))
      } else if ('reason' in meant) expect(told, context).toEqual(meant)
      else {
        const price = exactPrice(meant.price, asked.arithmetic)
        if (price === null) expect(told, context).toEqual({ reason: 'not_positive' })
        else {
          const { ads, exchanges } = meant
          const observedAtMs = newestSlowly(boards, asked, exchanges)
          const confidence = market.confidence[asked.side]
          expect(told, context).toMatchObject({ price, ads, exchanges, observedAtMs, confidence })
        }
      }
    }
  }
  const reasons = ['no_ads', 'no_data', 'not_positive', 'price']
  const all = [
    ...['best', 'median'].flatMap((base) => reasons.map((reason) => `${base} ${reason}`)),
    ...[...reasons, 'too_few_ads'].map((reason) => `nth ${reason}`),
    ...[...reasons, 'amount_does_not_fit'].map((reason) => `size ${reason}`),
  ]
  if (worlds >= 200) expect([...met].toSorted()).toEqual(all.toSorted())
})

test('a middle that lies just between two digits is rounded away from zero, as on paper', () => {
  const random = createRandom(seedFor(seed, 'middles'))
  for (let round = 0; round < 3_000; round++) {
    const { low, digits } = random.pick([
      { low: random.integer(1_000, 99_998), digits: 4 },
      { low: random.integer(10_000, 99_998), digits: 3 },
      { low: random.integer(10_000, 9_999_999), digits: 2 },
    ])
    const [one, other] = [Number(`${low}e-${digits}`), Number(`${low + 1}e-${digits}`)]
    const boards = ['okx', 'bybit'].map((exchange, at): Board => {
      const ad = anAd({ exchange, adId: exchange, price: at === 0 ? one : other, minFiat: 1, maxFiat: other * 900 })
      return { exchange, fiat: 'UAH', side: 'BUY', ads: [ad], observedAtMs: nowMs }
    })
    const asked: Formula = { ...plainMedian, arithmetic: plainArithmetic }
    const context = `seed ${seed}, ${one} and ${other}`
    expect(formulaPrice(asked, judgeMarket('UAH', boards)), context).toMatchObject({ price: other, ads: 2 })
  }
})

const plainMedian = {
  ...({ side: 'BUY', base: 'median', n: null, amountFiat: null, exchanges: [] } as const),
  methods: { oneOf: [], noneOf: [] },
}
