import { describe, expect, test } from 'vitest'
import type { Ad, Board } from '../ad.js'
import { aBoard } from '../testing/an-ad.js'
import { judgeMarket } from './judge-market.js'
import { boardKey, type TrustMemory } from './judgement.js'

const exchanges = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']
const around = (centre: number, count = 12): Partial<Ad>[] =>
  Array.from({ length: count }, (_, index) => ({ price: centre * (1 + 0.001 * (index - 4)) }))
const asks = (centre = 41.5, on = exchanges) => on.map((exchange) => aBoard(exchange, 'BUY', around(centre)))
const bids = () => exchanges.map((exchange) => aBoard(exchange, 'SELL', around(40.9)))
const confidence = (boards: ReturnType<typeof asks>, memory: TrustMemory = {}) =>
  judgeMarket('UAH', [...boards, ...bids()], { exchangesAsked: 6, ...memory }).confidence.BUY
const where = (centre: number) => new Map(exchanges.map((exchange) => [boardKey(exchange, 'BUY'), centre]))

describe('confidence', () => {
  test('is high on an ordinary market, without a word', () => {
    expect(confidence(asks(), { previous: where(41.5) })).toEqual({ level: 'high', reasons: [] })
  })

  test('counts the weight of evidence: below 3 low, below 8 medium', () => {
    const level = (count: number) =>
      judgeMarket('UAH', [
        aBoard('okx', 'BUY', around(41.5, count)),
        aBoard('okx', 'SELL', around(41.2)),
        aBoard('mexc', 'BUY', around(41.55, 1)),
      ]).confidence.BUY
    expect([1, 2, 3, 7, 8, 11].map((count) => level(count).level)).toEqual([
      'low',
      'low',
      'medium',
      'medium',
      'high',
      'high',
    ])
    expect(level(7).reasons).toEqual(['little_evidence'])
  })

  test('is low without an ad usable by a normal caller', () => {
    const far = exchanges.map((exchange) =>
      aBoard(
        exchange,
        'BUY',
        around(41.5).map((ad) => ({ ...ad, minFiat: 90_000, maxFiat: 200_000 })),
      ),
    )
    expect(confidence(far)).toMatchObject({ level: 'low', reasons: ['no_price'] })
  })

  test('is medium while fewer than half of the exchanges are in', () => {
    expect(confidence(asks(41.5, exchanges.slice(0, 2)))).toEqual({ level: 'medium', reasons: ['exchanges_missing'] })
    expect(confidence(asks(41.5, exchanges.slice(0, 3)))).toEqual({ level: 'high', reasons: [] })
  })

  test('is not high if the exchange of the best price, or most exchanges, were read in part', () => {
    const best = asks(41.49, exchanges.slice(0, 1))
    const others = asks(41.5, exchanges.slice(1, 3))
    const inPart = (boards: ReturnType<typeof asks>) =>
      boards.map((board) => ({ ...board, isIncomplete: true as const }))
    expect(confidence([...best, ...others])).toEqual({ level: 'high', reasons: [] })
    expect(confidence([...best, ...inPart(others)])).toEqual({ level: 'medium', reasons: ['exchanges_missing'] })
    expect(confidence([...inPart(best), ...others])).toEqual({ level: 'medium', reasons: ['exchanges_missing'] })
  })

  test('a board that was read in part does not decide its own prices', () => {
    const trustedOn = (front: Board) =>
      judgeMarket('UAH', [front, ...asks(41.5, exchanges.slice(1)), ...bids()]).boards[0]?.ads.filter(
        ({ trusted }) => trusted,
      ).length
    const tempting = aBoard('binance', 'BUY', around(40.7))
    expect(trustedOn(tempting)).toBeGreaterThan(3)
    expect(trustedOn({ ...tempting, isIncomplete: true })).toBe(0)
  })

  test('is not high when the best price lies far into its gate', () => {
    const near = asks().map((board) => ({ ...board, ads: board.ads.map((ad) => ({ ...ad, price: ad.price + 0.06 })) }))
    const maxGateShareOfBest = { price: 41.08, completedOrders: 3_000, completionPct: 99.5, merchant: true }
    const led = aBoard('binance', 'BUY', [...(near[0]?.ads ?? []), maxGateShareOfBest])
    expect(confidence(near).level).toBe('high')
    expect(confidence([led, ...near.slice(1)]).level).not.toBe('high')
    expect(confidence([led, ...near.slice(1)]).reasons).toContain('tempting_price')
  })

  test('is low with two severe doubts together, as with a lying advertiser', () => {
    const maxGateShareOfBest = { price: 41.08, completedOrders: 3_000, completionPct: 99.5, merchant: true }
    const led = aBoard('binance', 'BUY', [...around(41.56), maxGateShareOfBest])
    const near = [led, ...asks(41.56).slice(1)]
    const { level, reasons } = confidence(near, { previous: where(38.4) })
    expect(reasons).toEqual(expect.arrayContaining(['tempting_price', 'centre_moved']))
    expect(level).toBe('low')
  })

  test('is medium in the cycle in which all centres moved by more than a gate', () => {
    expect(confidence(asks(), { previous: where(38.4) })).toEqual({ level: 'medium', reasons: ['centre_moved'] })
    expect(confidence(asks(), { previous: where(41.4) }).level).toBe('high')
  })

  test('is not high while a quarter of the advertisers ask for much more than the rest', () => {
    const leaving = exchanges.map((exchange) =>
      aBoard(
        exchange,
        'BUY',
        around(41.5).map((ad, index) => ({ price: (ad.price ?? 0) * (index % 4 === 0 ? 1.08 : 1) })),
      ),
    )
    expect(confidence(leaving).reasons).toContain('two_camps')
    expect(confidence(leaving).level).not.toBe('high')
  })

  test('is low where two camps stand on the only exchange', () => {
    const camps = [...around(41.5, 6), ...around(38, 6).map((ad) => ({ ...ad, completedOrders: 2_000 }))]
    const alone = judgeMarket('UAH', [aBoard('okx', 'BUY', camps)]).confidence.BUY
    expect(alone.level).toBe('low')
    expect(alone.reasons).toContain('two_camps')
  })

  test('is not high where prices lie so wide that a limit of the rules is reached', () => {
    const wide = exchanges.map((exchange) =>
      aBoard(
        exchange,
        'BUY',
        around(41.5).map((ad, index) => ({ ...ad, price: 41.5 * (1 + 0.02 * (index - 4)) })),
      ),
    )
    expect(confidence(wide).reasons).toContain('wide_prices')
  })

  test('is not high where no other exchange comes near the best price', () => {
    const ahead = aBoard('binance', 'BUY', around(41))
    expect(confidence([ahead, ...asks().slice(1)])).toMatchObject({ level: 'medium', reasons: ['ahead_of_others'] })
  })

  test('is low where two exchanges contradict each other by 10 %, and says so', () => {
    const two = [aBoard('okx', 'BUY', around(45.77)), aBoard('bitget', 'BUY', around(41.32))]
    const { level, reasons } = judgeMarket('UAH', two).confidence.BUY
    expect(level).toBe('low')
    expect(reasons).toContain('exchanges_disagree')
  })

  test('is low where one exchange stands 10 % before two others', () => {
    const three = [aBoard('okx', 'BUY', around(45.7)), aBoard('bybit', 'BUY', around(45.9))]
    const { level, reasons } = judgeMarket('UAH', [...three, aBoard('bitget', 'BUY', around(41.32))]).confidence.BUY
    expect(level).toBe('low')
    expect(reasons).toContain('exchanges_disagree')
  })

  test('does not suffer from an ordinary premium of 3 % between two exchanges', () => {
    const two = [aBoard('okx', 'BUY', around(42.75)), aBoard('bitget', 'BUY', around(41.5))]
    expect(judgeMarket('UAH', [...two, ...bids()]).confidence.BUY).toEqual({ level: 'high', reasons: [] })
  })

  test('does not suffer from two forgotten ads on another exchange', () => {
    const two = [aBoard('okx', 'BUY', around(41.5, 20)), aBoard('kucoin', 'BUY', around(45.7, 2))]
    expect(judgeMarket('UAH', [...two, ...bids()]).confidence.BUY).toEqual({ level: 'high', reasons: [] })
  })

  test('is not high if only one exchange has ads, however many answer', () => {
    const alone = exchanges.map((exchange) => aBoard(exchange, 'BUY', exchange === 'okx' ? around(41.5, 30) : []))
    expect(confidence(alone)).toEqual({ level: 'medium', reasons: ['exchanges_missing'] })
    const two = exchanges.map((exchange, at) => aBoard(exchange, 'BUY', at < 2 ? around(41.5, 30) : []))
    expect(confidence(two)).toEqual({ level: 'medium', reasons: ['exchanges_missing'] })
    const camps = [...around(41.5, 6), ...around(38, 6).map((ad) => ({ ...ad, completedOrders: 2_000 }))]
    expect(confidence([aBoard('okx', 'BUY', camps), ...alone.slice(0, 2), ...alone.slice(3)]).level).toBe('low')
  })

  test('is not high once one in eight has gone to a new price', () => {
    const leaving = exchanges.map((exchange) =>
      aBoard(
        exchange,
        'BUY',
        around(41.5, 16).map((ad, index) => ({ price: (ad.price ?? 0) * (index % 8 === 0 ? 1.08 : 1) })),
      ),
    )
    expect(confidence(leaving)).toEqual({ level: 'medium', reasons: ['two_camps'] })
  })

  test('is not high where no other side protects', () => {
    const led = exchanges.map((exchange) =>
      aBoard(exchange, 'BUY', [...around(41.56), { price: 41.25, completedOrders: 3_000, merchant: true }]),
    )
    expect(judgeMarket('UAH', led).confidence.BUY).toEqual({ level: 'medium', reasons: ['wide_prices'] })
    expect(confidence(led)).toEqual({ level: 'high', reasons: [] })
  })

  test('is not high where nearly all of another exchange stand at one better price, which may be the market', () => {
    const capped = aBoard(
      'binance',
      'BUY',
      around(41.5, 20).map((ad) => ({ ...ad, price: 40 })),
    )
    expect(confidence([capped, ...asks().slice(1)])).toEqual({ level: 'medium', reasons: ['capped_elsewhere'] })
    const spread = aBoard('binance', 'BUY', [...around(41.5, 16), ...Array.from({ length: 4 }, () => ({ price: 40 }))])
    expect(confidence([spread, ...asks().slice(1)]).reasons).not.toContain('capped_elsewhere')
  })

  test('is given for each exchange, so that a doubted best price leaves the rest reliable', () => {
    const ahead = aBoard('binance', 'BUY', around(41))
    const { boards } = judgeMarket('UAH', [ahead, ...asks().slice(1), ...bids()], { exchangesAsked: 6 })
    const levels = boards.filter(({ side }) => side === 'BUY').map(({ confidence }) => confidence?.level)
    expect(levels).toEqual(['medium', 'high', 'high', 'high', 'high', 'high'])
  })
})
