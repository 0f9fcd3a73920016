import type { Board } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import {
  assessReading,
  centreOf,
  type HeldVerdict,
  isSuddenlyEmpty,
  middleOf,
  stillContradicts,
} from './plausibility.js'
import { anHonestBoard, type BoardShape } from './testing/scripted-exchanges.js'

const question = { exchange: 'bybit', fiat: 'UAH', side: 'BUY', atMs: 0 } as const
const board = (shape: BoardShape = {}) => anHonestBoard(question, shape)
const seen = (of: Board) => ({ board: of, centre: centreOf(of) })
const at = (...times: number[]) => new Map(times.map((factor, index) => [`other ${index}`, 41 * factor]))
const otherCentres = at(1, 1.01, 0.99)
const weigh = (shape: BoardShape, hold: HeldVerdict | null = null, where: ReadonlyMap<string, number> = otherCentres) =>
  assessReading({ ...seen(board(shape)), before: 41, otherCentres: where, hold })
const withPrices = (...prices: number[]) => {
  const { ads, ...rest } = board({ ads: prices.length })
  return { ...rest, ads: ads.map((ad, index) => ({ ...ad, price: prices[index] ?? ad.price })) }
}

describe('a board', () => {
  test('near the rest is accepted, up to a fifth away', () => {
    expect(weigh({})).toBeNull()
    expect(weigh({ times: 1.19 })).toBeNull()
    expect(weigh({ times: 0.85 })).toBeNull()
  })

  test.each([0.5, 0.8, 1.25, 10])('at %s times the rest is excluded', (times) => {
    expect(weigh({ times })).toMatchObject({ agreeing: 1, from: 41 })
  })

  test('is accepted without other exchanges to compare with, or if they disagree', () => {
    expect(weigh({ times: 2 }, null, at())).toBeNull()
    expect(weigh({ times: 2 }, null, at(1))).toBeNull()
    expect(weigh({ times: 2 }, null, at(1, 2))).toBeNull()
    expect(weigh({ times: 2 }, null, at(1, 1.1))).not.toBeNull()
  })

  test('with a few ads of bait is believed: an absurd ad is the advertiser’s, not the exchange’s', () => {
    const honest = [41, 41.1, 41.2, 41.3, 41.4, 41.5, 41.6, 41.7]
    const judge = (...prices: number[]) =>
      assessReading({ ...seen(withPrices(...prices)), before: 41, otherCentres, hold: null })
    expect(judge(0.041, ...honest)).toBeNull()
    expect(judge(20, 30, 4_100, ...honest)).toBeNull()
    expect(judge(20, 21, 22, 23, ...honest.slice(0, 5))).not.toBeNull()
  })

  test('of one or two ads has no middle and is left to the judgement of ads', () => {
    expect(centreOf(board({ ads: 2 }))).toBeNull()
    expect(weigh({ ads: 2, times: 3 })).toBeNull()
  })
})

describe('a board that is held out', () => {
  const readings = (count: number, where: ReadonlyMap<string, number>, times = 1.4) => {
    let hold = weigh({ times })
    for (let reading = 1; reading < count; reading++) hold = weigh({ times }, hold, where)
    return hold
  }

  test('stays out for ever while all other exchanges stay still', () => {
    expect(readings(500, otherCentres)).toMatchObject({ agreeing: 500 })
  })

  test('is believed at the third reading when another exchange has followed more than half the way', () => {
    const followed = at(1.2, 1.01, 0.99)
    expect(readings(2, followed)).not.toBeNull()
    expect(readings(3, followed)).toBeNull()
    expect(readings(3, at(1.15, 1.01, 0.99))).not.toBeNull()
    expect(readings(3, at(0.7, 1.01, 0.99))).not.toBeNull()
  })

  test('starts again when its prices change', () => {
    const hold = readings(2, otherCentres)
    expect(weigh({ times: 1.6 }, hold)).toMatchObject({ agreeing: 1 })
    expect(weigh({ times: 1.42 }, hold)).toMatchObject({ agreeing: 3 })
  })

  test('is believed again once it agrees, or stands where it stood before', () => {
    const hold = readings(1, otherCentres)
    expect(weigh({}, hold)).toBeNull()
    expect(weigh({}, hold, at())).toBeNull()
    expect(weigh({ times: 1.4 }, hold, at())).not.toBeNull()
  })

  test('comes back without a new reading when the rest have moved to it', () => {
    expect(stillContradicts(board({ times: 1.4 }), otherCentres)).toBe(true)
    expect(stillContradicts(board({ times: 1.4 }), at(1.4, 1.39, 1))).toBe(false)
    expect(stillContradicts(board({ times: 1.4 }), at())).toBe(true)
  })
})

test('the middle of the rest is the one most of them agree on', () => {
  expect(middleOf(at(1, 1, 5))).toBe(41)
  expect(middleOf(at(1, 1, 5, 5, 1))).toBe(41)
})

test('an empty list is sudden after five ads or more', () => {
  expect([4, 5, 50].map((before) => isSuddenlyEmpty(before, 0))).toEqual([false, true, true])
  expect(isSuddenlyEmpty(50, 1)).toBe(false)
})
