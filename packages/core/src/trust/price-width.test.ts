import { describe, expect, test } from 'vitest'
import type { Ad } from '../ad.js'
import { examine } from './candidate.js'
import { poll } from './poll.js'
import { priceWidth } from './price-width.js'
import { anAd } from './testing.js'
import { normalRules } from './trust-rules.js'

const candidates = (facts: readonly Partial<Ad>[]) =>
  facts.map((fact, index) => examine(anAd({ adId: `ad ${index}`, nickname: `person ${index}`, ...fact }), normalRules))

describe('the width of prices', () => {
  const board = (values: readonly number[]) => poll(candidates(values.map((price) => ({ price }))), null)
  const steps = (count: number, step: number) => Array.from({ length: count }, (_, index) => 41 + step * index)

  test('is worth more than it looks where few votes measured it', () => {
    const alone = (count: number) => priceWidth(board(steps(count, 0.4)), [])
    expect(alone(3)).toBeCloseTo(Math.sqrt((3 * (1.495 * 1.4826 * Math.log(41.8 / 41.4)) ** 2 + 6 * 0.006 ** 2) / 9), 3)
    expect(alone(4)).toBeGreaterThan(0.0098)
  })

  test('of one board is bounded by that of the others', () => {
    const others = [1, 2, 3].map(() => board(steps(12, 0.02))).filter((each) => each !== null)
    expect(priceWidth(board(steps(12, 0.2)), others) / priceWidth(board(steps(12, 0.02)), others)).toBeLessThan(1.7)
  })

  test('ignores an attractive half that lies much wider than the other', () => {
    const skewed = [...steps(13, 0.01), ...Array.from({ length: 10 }, (_, index) => 40.9 - 0.25 * index)]
    const others = [1, 2, 3].map(() => board(skewed)).filter((each) => each !== null)
    expect(priceWidth(board(skewed), others)).toBeLessThan(0.004)
  })
})
