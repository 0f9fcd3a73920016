import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { sides } from '../currencies-and-sides.js'
import { rates } from '../rates/rates.js'
import { aBoard } from '../testing/an-ad.js'
import { checkEach } from '../testing/check-each.js'
import { judgeMarket } from './judge-market.js'
import { boardKey } from './judgement.js'

const people = [
  { adId: 'a', completedOrders: 60, place: 0 },
  { adId: 'b', completedOrders: 120, place: 0.004 },
  { adId: 'c', completedOrders: 200, place: 0.008 },
]
const boards = (exchanges: readonly string[], level: number, more: readonly Partial<Ad>[] = []) =>
  exchanges.flatMap((exchange) =>
    sides.map((side) =>
      aBoard(
        exchange,
        side,
        [
          ...people.map(({ place, ...ad }) => {
            const price = level * (side === 'BUY' ? 1.01 + place : 0.99 - place)
            return { ...ad, price, minFiat: 5_000, maxFiat: 80_000 }
          }),
          ...more.map((ad) => ({ minFiat: 5_000, maxFiat: 80_000, ...ad })),
        ],
        'KGS',
      ),
    ),
  )

const watching = () => {
  let previous = new Map<string, number>()
  return (seen: ReturnType<typeof boards>) => {
    const market = judgeMarket('KGS', seen, { previous })
    previous = new Map(
      market.boards.flatMap(({ exchange, side, ownCentre }) =>
        ownCentre === null ? [] : [[boardKey(exchange, side), ownCentre] as const],
      ),
    )
    return rates(market)
  }
}

describe.each([[['bybit']], [['bybit', 'okx']]])('a currency that only %o shows', (exchanges) => {
  const best = (level: number) => ({ buy: level * 1.01, sell: level * 0.99 })

  test('is followed within three looks when all prices move by a factor', () =>
    checkEach([1.08, 0.92, 1.02, 0.98, 1.5, 0.6], (factor) => {
      const look = watching()
      for (let cycle = 0; cycle < 5; cycle += 1) look(boards(exchanges, 86.5))
      const after = Array.from({ length: 15 }, () => look(boards(exchanges, 86.5 * factor)))
      for (const { bestBuy, bestSell } of after.slice(2)) {
        expect(bestBuy?.price).toBeCloseTo(best(86.5 * factor).buy, 9)
        expect(bestSell?.price).toBeCloseTo(best(86.5 * factor).sell, 9)
      }
    }))

  test.each([1.01, 0.99])('keeps both prices while they drift by the factor %d in each of 20 looks', (factor) => {
    const look = watching()
    for (let cycle = 0; cycle < 20; cycle += 1) {
      const level = 86.5 * factor ** cycle
      const { bestBuy, bestSell } = look(boards(exchanges, level))
      expect(Math.abs(Math.log((bestBuy?.price ?? 0) / best(level).buy))).toBeLessThan(0.0081)
      expect(Math.abs(Math.log((bestSell?.price ?? 0) / best(level).sell))).toBeLessThan(0.0081)
    }
  })

  test('forgets bait older than all other ads', () =>
    checkEach([0.92, 0.88, 0.85], (factor) => {
      const look = watching()
      const bait = { adId: 'bait', price: 86.5 * 1.01 * factor, completedOrders: 90, completionPct: 100 }
      const alone = boards(exchanges, 86.5, [bait]).map((board) => ({
        ...board,
        ads: board.side === 'BUY' ? board.ads.filter(({ adId }) => adId === 'bait') : [],
      }))
      for (let cycle = 0; cycle < 3; cycle += 1) look(alone)
      const company = boards(exchanges, 86.5).map((board) =>
        board.side === 'BUY'
          ? {
              ...board,
              ads: [
                ...board.ads,
                ...(alone.find(({ exchange, side }) => exchange === board.exchange && side === 'BUY')?.ads ?? []),
              ],
            }
          : board,
      )
      const after = Array.from({ length: 12 }, () => look(company))
      expect(after.at(-1)?.bestBuy?.price).toBeCloseTo(best(86.5).buy, 9)
    }))

  test('a trace of past bait blocks no ad', () => {
    const look = watching()
    const bait = boards(exchanges, 86.5 * 0.85)
    for (let cycle = 0; cycle < 3; cycle += 1) look(bait)
    look(boards(exchanges, 86.5))
    look(boards(exchanges, 86.5))
    expect(look(boards(exchanges, 86.5)).bestBuy?.price).toBeCloseTo(best(86.5).buy, 9)
  })
})

test('the remembered middle of a board is its own, whatever limited it', () => {
  const lone = boards(['bybit'], 86.5).filter(({ side }) => side === 'BUY')
  const own = judgeMarket('KGS', lone).boards[0]
  const told = judgeMarket('KGS', lone, { previous: new Map([['bybit:BUY', 80]]) }).boards[0]
  expect(told?.consensus?.price).toBeCloseTo(80, 9)
  expect(told?.ownCentre).toBe(own?.ownCentre)
})
