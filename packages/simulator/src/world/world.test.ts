import { type Fiat, fiats, sides } from '@p2p-rates/core'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { generateHistory } from '../price-history.js'
import { currencies, isTraded, tradedCurrencies } from './currencies.js'
import type { Offer } from './offer-and-person.js'
import { createWorld } from './world.js'

const start = Date.UTC(2026, 9, 14, 11, 37)
const hourMs = 3_600_000
const world = createWorld(11)
const board = (exchange: string, fiat: Fiat, side: 'BUY' | 'SELL', atMs = start) =>
  world.board({ exchange, fiat, side }, atMs)
const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

test('the same seed and instant always show the same board, whatever was looked at before', () => {
  const first = board('bybit', 'UAH', 'BUY')
  const wanderer = createWorld(11)
  for (const hours of [500, -500, 3])
    wanderer.board({ exchange: 'bybit', fiat: 'UAH', side: 'BUY' }, start + hours * hourMs)
  expect(wanderer.board({ exchange: 'bybit', fiat: 'UAH', side: 'BUY' }, start)).toEqual(first)
  expect(createWorld(12).board({ exchange: 'bybit', fiat: 'UAH', side: 'BUY' }, start)).not.toEqual(first)
})

test('a world with a lead shows the boards and the past of that much later', () => {
  const leadMs = -40 * 24 * hourMs
  const ahead = createWorld(11, undefined, leadMs)
  expect(ahead.board({ exchange: 'bybit', fiat: 'UAH', side: 'BUY' }, start)).toEqual(
    board('bybit', 'UAH', 'BUY', start + leadMs),
  )
  const span = { seed: 11, fiats: ['UAH' as const] }
  const [past] = generateHistory({ ...span, fromMs: start, toMs: start + hourMs, leadMs })
  const [shown] = generateHistory({ ...span, fromMs: start + leadMs, toMs: start + leadMs + hourMs })
  expect(past?.points).toEqual(shown?.points)
})

describe('each currency', () => {
  test('stays near its level for a month', () =>
    checkEach(fiats, (fiat) => {
      for (let day = 0; day < 30; day++)
        for (const side of sides) {
          const centre = Math.exp(world.walks('binance', fiat).centre(start + day * 24 * hourMs, side))
          expect(Math.abs(Math.log(centre / currencies[fiat].level))).toBeLessThan(0.08)
        }
    }))

  test('has boards exactly where it is traded, or none at all where it is thin', () =>
    checkEach(fiats, (fiat) => {
      for (const exchange of tradedCurrencies.keys())
        for (const side of sides) {
          const offers = board(exchange, fiat, side)
          if (!isTraded(exchange, fiat, side)) expect(offers).toEqual([])
          else if (currencies[fiat].depth !== 'thin') expect(offers.length).toBeGreaterThan(2)
        }
    }))

  test('publishes prices, limits and stocks that make sense', () =>
    checkEach(fiats, (fiat) => {
      for (const side of sides)
        for (const offer of board('binance', fiat, side)) {
          expect(offer.price).toBeGreaterThan(0)
          expect(Number(offer.price.toFixed(currencies[fiat].decimals))).toBe(offer.price)
          expect(offer.minFiat).toBeLessThanOrEqual(offer.maxFiat)
          expect(offer.stockUsdt).toBeGreaterThan(0)
          expect(offer.stockUsdt).toBeLessThanOrEqual(Math.max(offer.postedUsdt, offer.stockUsdt))
          expect(offer.advertiser.completion).toBeGreaterThanOrEqual(0)
          expect(offer.advertiser.completion).toBeLessThanOrEqual(1)
        }
    }))
})

test('thin markets are sometimes empty and never crowded', () => {
  let empty = 0
  for (let hour = 0; hour < 200; hour++) {
    const size =
      world.walks('mexc', 'KGS').adCount(start + hour * hourMs, 'BUY') +
      world.walks('okx', 'AMD').adCount(start + hour * hourMs, 'SELL')
    expect(size).toBeLessThan(14)
    for (const exchange of ['bybit', 'mexc', 'htx', 'bitget'])
      if (world.walks(exchange, exchange === 'bitget' ? 'AMD' : 'KGS').adCount(start + hour * hourMs, 'BUY') === 0)
        empty += 1
  }
  expect(empty).toBeGreaterThan(0)
})

test('an honest ad persists for hours, is repriced, and is bought down', () => {
  const seen = new Map<number, Offer[]>()
  for (let minute = 0; minute < 240; minute += 5)
    for (const offer of board('okx', 'UAH', 'BUY', start + minute * 60_000))
      if (offer.intent === 'honest') seen.set(offer.seed, [...(seen.get(offer.seed) ?? []), offer])
  const lasting = [...seen.values()].filter((looks) => looks.length > 24)
  expect(lasting.length).toBeGreaterThan(10)
  const changes = (pick: (offer: Offer) => unknown) =>
    lasting.filter((looks) => new Set(looks.map(pick)).size > 1).length
  expect(changes((offer) => offer.price) / lasting.length).toBeGreaterThan(0.5)
  expect(changes((offer) => offer.stockUsdt) / lasting.length).toBeGreaterThan(0.5)
  expect(changes((offer) => offer.advertiser.nickname)).toBe(0)
})

test('a lasting advertiser has completed more orders a month later, under the same name', () => {
  const people = (atMs: number) =>
    new Map(
      sides
        .flatMap((side) => board('okx', 'TRY', side, atMs))
        .map(({ advertiser }) => [advertiser.seed, advertiser] as const),
    )
  const [now, later] = [people(start), people(start + 30 * 24 * hourMs)]
  const met = [...now].filter(([seed]) => later.has(seed))
  expect(met.length).toBeGreaterThan(3)
  for (const [seed, before] of met) {
    expect(later.get(seed)?.nickname).toBe(before.nickname)
    expect(later.get(seed)?.lifetimeOrders).toBeGreaterThanOrEqual(before.lifetimeOrders)
  }
})

test('every kind of attack stands somewhere, unchanged, at a better price than honest people offer', () => {
  const kinds = new Map<string, number>()
  for (const exchange of tradedCurrencies.keys())
    for (const fiat of fiats)
      for (const side of sides) {
        const offers = board(exchange, fiat, side)
        const honest = middle(offers.filter(({ intent }) => intent === 'honest').map(({ price }) => price))
        const later = new Map(board(exchange, fiat, side, start + 20 * 60_000).map((offer) => [offer.seed, offer]))
        for (const offer of offers) {
          if (offer.intent === 'honest') continue
          kinds.set(offer.intent, (kinds.get(offer.intent) ?? 0) + 1)
          const still = later.get(offer.seed)
          if (still !== undefined) expect(still).toEqual(offer)
          const advantage = Math.log(offer.price / honest) * (side === 'BUY' ? -1 : 1)
          if (['fresh', 'good', 'limits'].includes(offer.intent) && currencies[fiat].depth === 'thick')
            expect(advantage).toBeGreaterThan(-0.03)
        }
      }
  for (const kind of ['fresh', 'good', 'tiny', 'limits', 'unit', 'stale', 'moderate', 'sybil'])
    expect(kinds.get(kind), kind).toBeGreaterThan(0)
})

describe('a crossed currency', () => {
  const crossed = createWorld(11, { UAH: 4 })
  const median = (exchange: string, fiat: Fiat, side: 'BUY' | 'SELL', atMs: number) =>
    middle(
      crossed
        .board({ exchange, fiat, side }, atMs)
        .filter(({ intent }) => intent === 'honest')
        .map(({ price }) => price),
    )

  test('stays crossed on every exchange for weeks, by about the given percent', () => {
    for (const { fiats: traded, exchange } of [...tradedCurrencies].map(([exchange, { fiats }]) => ({
      exchange,
      fiats,
    })))
      for (let day = 0; traded.includes('UAH') && day < 21; day += 3) {
        const atMs = start + day * 24 * hourMs
        const pct = (median(exchange, 'UAH', 'SELL', atMs) / median(exchange, 'UAH', 'BUY', atMs) - 1) * 100
        expect(pct, exchange).toBeGreaterThan(2)
        expect(pct, exchange).toBeLessThan(6)
      }
  })

  test('changes nothing in other currencies, nor in the advertisers there', () => {
    const market = { exchange: 'bybit', fiat: 'EUR', side: 'BUY' } as const
    expect(crossed.board(market, start)).toEqual(world.board(market, start))
    const names = (of: typeof world) =>
      new Set(of.board({ ...market, fiat: 'UAH' }, start).map(({ advertiser }) => advertiser.nickname))
    expect(names(crossed)).toEqual(names(world))
  })

  test('has a crossed past as well', () => {
    const span = { seed: 11, fromMs: start, toMs: start + hourMs, fiats: ['UAH'], exchanges: ['okx'] } as const
    for (const { points } of generateHistory({ ...span, crossed: { UAH: 4 } }))
      for (const { buy, sell } of points) expect(sell ?? 0).toBeGreaterThan(buy ?? Number.NaN)
  })
})

test('pounds are cheaper in the Kyiv afternoon than at night', () => {
  const walk = world.walks('binance', 'GBP')
  const mean = (utcHour: number) => {
    const days = Array.from({ length: 30 }, (_, day) => walk.centre(Date.UTC(2026, 5, 1 + day, utcHour), 'BUY'))
    return days.reduce((sum, price) => sum + price, 0) / days.length
  }
  // 12:00 UTC is 15:00 in Kyiv in summer.
  expect(mean(12) - mean(0)).toBeLessThan(-0.004)
})
