import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { anAd } from '../testing/an-ad.js'
import { collectVotes } from './advertiser-votes.js'
import { boardSpread } from './board-spread.js'
import { toCandidateAd } from './candidate-ad.js'
import { normalRules } from './trust-rules.js'
import { madToSigma } from './weighted-median.js'

const votesAt = (...values: readonly number[]) => ({
  votes: values.map((value) => ({ value, weight: 1 })),
  centre: 0,
  weight: values.length,
})
/** Expected spread of the board's votes and six votes for the usual 0.6 %. */
const mixed = (own: number, votes: number) => Math.sqrt((votes * own ** 2 + 6 * 0.006 ** 2) / (votes + 6))

test('few votes weigh little against the usual spread, by their number', () => {
  expect(boardSpread(votesAt(-0.004, 0, 0.004), [])).toBeCloseTo(mixed(madToSigma * 0.004, 3), 9)
  expect(boardSpread(votesAt(-0.004, -0.004, 0, 0.004, 0.004), [])).toBeCloseTo(mixed(madToSigma * 0.004, 5), 9)
})

test('one vote says nothing about how wide prices lie', () => {
  expect(boardSpread(votesAt(0), [])).toBe(0.006)
  expect(boardSpread(null, [])).toBe(0.006)
})

const candidates = (facts: readonly Partial<Ad>[]) =>
  facts.map((fact, index) =>
    toCandidateAd(anAd({ adId: `ad ${index}`, nickname: `person ${index}`, ...fact }), normalRules),
  )

describe('the width of prices', () => {
  const board = (values: readonly number[]) => collectVotes(candidates(values.map((price) => ({ price }))), null)
  const steps = (count: number, step: number) => Array.from({ length: count }, (_, index) => 41 + step * index)

  test('of one board is bounded by the width of the rest', () => {
    const others = [1, 2, 3].map(() => board(steps(12, 0.02))).filter((each) => each !== null)
    expect(boardSpread(board(steps(12, 0.2)), others) / boardSpread(board(steps(12, 0.02)), others)).toBeLessThan(2.2)
  })

  test('is a number where a cap puts nearly all ads of all exchanges at one price', () => {
    const capped = [...Array.from({ length: 20 }, () => 41.5), 41.6, 41.7]
    const others = [1, 2, 3].map(() => board(capped)).filter((each) => each !== null)
    expect(boardSpread(board(capped), others)).toBe(0)
  })

  test('ignores an attractive half that lies much wider than the other', () => {
    const skewed = [...steps(13, 0.01), ...Array.from({ length: 10 }, (_, index) => 40.9 - 0.25 * index)]
    const others = [1, 2, 3].map(() => board(skewed)).filter((each) => each !== null)
    expect(boardSpread(board(skewed), others)).toBeLessThan(0.004)
  })
})
