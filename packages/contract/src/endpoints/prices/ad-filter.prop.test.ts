import { type Ad, type Board, exchangeIds, type JudgedAd } from '@p2p-rates/core'
import { anyMarket } from '@p2p-rates/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuery } from '../../endpoint/input.js'
import { defaultPlans } from '../../endpoint/plans.js'
import type { WireAd } from '../../generated/types.js'
import { someMarketData } from '../../testing/market-data.js'
import { answerOrderbook, orderbook } from './orderbook.js'
import { answerQuote, quote } from './quote.js'

const seed = Number(process.env.SEED)
const runs = { seed, numRuns: 150 }

const names = fc.constantFrom('mono', 'privat', 'PUMB', 'a-bank', 'wise', 'bank')
const anyWish = fc.record(
  {
    payment_method: fc.uniqueArray(names, { minLength: 1, maxLength: 3 }),
    exclude_method: fc.uniqueArray(names, { minLength: 1, maxLength: 3 }),
    merchant: fc.constantFrom('true', 'false'),
    min_orders: fc.integer({ min: 1, max: 4_000 }).map(String),
    min_completion_pct: fc.integer({ min: 70, max: 100 }).map(String),
    trusted: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
)
type Wish = typeof anyWish extends fc.Arbitrary<infer Value> ? Value : never
const anyAmount = fc.integer({ min: 50, max: 400_000 })

const written = (wish: Wish, more: Readonly<Record<string, string>>): URLSearchParams => {
  const search = new URLSearchParams(more)
  for (const [name, value] of Object.entries(wish)) search.set(name, String(value))
  return search
}

const wants = (ad: Ad, wish: Wish): boolean => {
  let canBePaid = false
  for (const name of ad.paymentMethods) {
    const has = (part: string) => name.toLowerCase().indexOf(part.toLowerCase()) >= 0
    let isWanted = wish.payment_method === undefined
    for (const part of wish.payment_method ?? []) if (has(part)) isWanted = true
    for (const part of wish.exclude_method ?? []) if (has(part)) isWanted = false
    if (isWanted) canBePaid = true
  }
  if ((wish.payment_method !== undefined || wish.exclude_method !== undefined) && !canBePaid) return false
  if (wish.merchant === 'true' && ad.merchant !== true) return false
  if (wish.min_orders !== undefined)
    if (ad.completedOrders === null || ad.completedOrders < Number(wish.min_orders)) return false
  if (wish.min_completion_pct !== undefined)
    if (ad.completionPct === null || ad.completionPct < Number(wish.min_completion_pct)) return false
  return true
}

const adsOf = (boards: readonly Board[], search: URLSearchParams): readonly WireAd[] => {
  const read = readQuery(orderbook.query, search, { ...defaultPlans.Business, orderbookRows: 1_000 })
  if (!read.ok) throw new Error(read.problem.message)
  const answered = answerOrderbook(read.values, someMarketData(boards))
  return 'answer' in answered ? answered.answer.ads : []
}
const book = { exchange: 'binance', rows: '1000', include: 'trust' }

test('an order book has the ads that a slow reader of the raw boards finds, in the order of their prices', () => {
  fc.assert(
    fc.property(anyMarket, anyWish, fc.option(anyAmount), (boards, { trusted, ...wish }, amount) => {
      const asked = { ...book, ...(amount === null ? {} : { amount: String(amount) }) }
      const shown = adsOf(boards, written(wish, asked))
      const raw = boards.find(({ exchange, side }) => exchange === 'binance' && side === 'BUY')?.ads ?? []
      const expected = raw.filter((ad) => {
        if (amount !== null && (ad.minFiat > amount || ad.maxFiat < amount)) return false
        if (amount !== null && ad.stockUsdt !== null && ad.stockUsdt * ad.price < amount) return false
        return wants(ad, wish)
      })
      expect(shown.map(({ price }) => price)).toEqual(expected.map(({ price }) => price).sort((a, b) => a - b))
      expect(shown.map(({ nickname }) => nickname).sort()).toEqual(expected.map(({ nickname }) => nickname).sort())
      const believed = adsOf(boards, written(trusted === undefined ? wish : { ...wish, trusted }, asked))
      expect(believed).toEqual(trusted === 'true' ? shown.filter((ad) => ad.trusted) : shown)
    }),
    runs,
  )
})

test('the book of all exchanges is what asking each one gives, best price first, and fewer rows are its beginning', () => {
  const beginning = fc.integer({ min: 1, max: 40 })
  fc.assert(
    fc.property(anyMarket, anyWish, fc.constantFrom('BUY', 'SELL'), beginning, (boards, wish, side, rows) => {
      const asked = (more: Readonly<Record<string, string>>) => adsOf(boards, written(wish, { ...book, side, ...more }))
      const separately = exchangeIds.flatMap((exchange) => asked({ exchange }).map((ad) => ({ exchange, ...ad })))
      const together = asked({ exchange: 'all' })
      const direction = side === 'BUY' ? 1 : -1
      const prices = separately.map(({ price }) => price).sort((a, b) => direction * (a - b))
      expect(together.map(({ price }) => price)).toEqual(prices)
      const textsOf = (ads: readonly WireAd[]) => ads.map((ad) => JSON.stringify(ad)).sort()
      expect(textsOf(together)).toEqual(textsOf(separately))
      expect(asked({ exchange: 'all', rows: String(rows) })).toEqual(together.slice(0, rows))
    }),
    runs,
  )
})

test('what says nothing about ways to pay changes no verdict', () => {
  fc.assert(
    fc.property(anyMarket, anyWish, (boards, { payment_method, exclude_method, ...wish }) => {
      const all = new Map(adsOf(boards, written({}, book)).map((ad) => [ad.nickname, ad]))
      for (const ad of adsOf(boards, written(wish, book))) expect(ad).toEqual(all.get(ad.nickname))
    }),
    runs,
  )
})

test('a quote takes wanted ads alone, and what no wanted ad can give is left over', () => {
  fc.assert(
    fc.property(anyMarket, anyWish, anyAmount, (boards, wish, amount) => {
      const read = readQuery(quote.query, written(wish, { amount: String(amount) }), defaultPlans.Business)
      if (!read.ok) throw new Error(read.problem.message)
      const known = someMarketData(boards)
      const answered = answerQuote(read.values, known)
      fc.pre(!('problem' in answered))
      const wanted = new Map(
        boards.flatMap(({ side, ads }) =>
          side === 'BUY' ? ads.filter((ad) => wants(ad, wish)).map((ad) => [ad.nickname, ad]) : [],
        ),
      )
      for (const { nickname, price } of answered.answer.fills) expect(wanted.get(nickname)?.price).toBe(price)
      if (wanted.size === 0) expect(answered.answer.unfilled).toMatchObject({ amount, reason: 'no_ads' })
      // Without a word about ways to pay, the ads that fit whole can be had: nothing wanted is forgotten.
      if (wish.payment_method !== undefined || wish.exclude_method !== undefined) return
      const fits = ({ ad, eligible }: JudgedAd) =>
        eligible && wanted.has(ad.nickname) && ad.minFiat <= amount && amount <= reach(ad)
      const prices = known.market.boards.flatMap(({ side, ads }) =>
        side === 'BUY' ? ads.filter(fits).map(({ ad }) => ad.price) : [],
      )
      const { average_price: average, unfilled } = answered.answer
      if (prices.length > 0)
        expect([unfilled, (average ?? Number.NaN) <= Math.min(...prices) + 1e-3]).toEqual([null, true])
    }),
    runs,
  )
})

const reach = ({ maxFiat, stockUsdt, price }: Ad): number =>
  stockUsdt === null ? maxFiat : Math.min(maxFiat, stockUsdt * price)

test('options that request nothing give the same bytes as no options', () => {
  const nothing: Wish = { merchant: 'false', trusted: 'false' }
  fc.assert(
    fc.property(anyMarket, (boards) => {
      const asked = written(nothing, { ...book, payment_method: '', exclude_method: '' })
      expect(JSON.stringify(adsOf(boards, asked))).toBe(JSON.stringify(adsOf(boards, new URLSearchParams(book))))
    }),
    runs,
  )
})
