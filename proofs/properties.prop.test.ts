import { expect, test } from 'vitest'
import { properties } from './properties.js'

/** SEED=… repeats a run; a failure names its seed. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

test('there are fifteen', () => {
  expect(properties.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
})

test.each(properties)(`$number: $name (seed ${seed})`, ({ check }) => {
  check({ seed, numRuns: 40 })
})
