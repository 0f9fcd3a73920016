import { describe, expect, test } from 'vitest'
import { createRandom, mix, seedFor } from './random.js'

const seed = Number(process.env.SEED)
const many = <Value>(draw: () => Value): Value[] => Array.from({ length: 20_000 }, draw)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('a seed gives the numbers it has always given: worlds, transcripts and stored figures hang on them', () => {
  const { next } = createRandom(7)
  expect([next(), next(), next()].map((number) => number.toFixed(9))).toMatchInlineSnapshot(`
    [
      "0.011704753",
      "0.061958258",
      "0.976907633",
    ]
  `)
  expect([
    seedFor(7, 'honest', 'okx'),
    seedFor(7, 'honest', 'bybit'),
    mix(7, 1),
    mix(7, 2 ** 40),
  ]).toMatchInlineSnapshot(`
    [
      4200507112,
      934686241,
      3074162401,
      3927528852,
    ]
  `)
})

test('labels and their order make different seeds', () => {
  const seeds = [
    seedFor(seed),
    seedFor(seed, 'a'),
    seedFor(seed, 'b'),
    seedFor(seed, 'a', 'b'),
    seedFor(seed, 'b', 'a'),
  ]
  expect(new Set([...seeds, seedFor(seed, 'ab'), seedFor(seed + 1, 'a')]).size).toBe(7)
})

describe('draws', () => {
  const random = createRandom(seed)

  test('are uniform between 0 and 1, without 1', () => {
    const drawn = many(random.next)
    expect(mean(drawn)).toBeCloseTo(0.5, 1)
    for (const number of drawn) expect(number >= 0 && number < 1).toBe(true)
  })

  test('of whole numbers reach both ends, and no further', () => {
    expect([...new Set(many(() => random.integer(-2, 2)))].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2])
    expect([...new Set(many(() => random.below(3)))].sort()).toEqual([0, 1, 2])
  })

  test('between two numbers stay there', () => {
    for (const number of many(() => random.between(40, 42))) expect(number >= 40 && number < 42).toBe(true)
  })

  test('of a chance come true that often', () => {
    expect(many(() => random.chance(0.3)).filter((come) => come).length / 20_000).toBeCloseTo(0.3, 1)
  })

  test('pick from everything, and from nothing refuse', () => {
    expect(new Set(many(() => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
    expect(() => random.pick([])).toThrow('Nothing to pick from.')
  })

  test('of a normal number have mean 0 and spread 1', () => {
    const drawn = many(random.normal)
    expect(mean(drawn)).toBeCloseTo(0, 1)
    expect(Math.sqrt(mean(drawn.map((number) => number ** 2)))).toBeCloseTo(1, 1)
  })
})
