import { exchangeIds } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { allCases, durations, spreads } from './faults/fault-case.js'
import { runCase, runWithoutFaults } from './faults/run-case.js'
import { faultsProof } from './faults.js'
import { holds } from './testing/holds.js'

const seed = Number(process.env.SEED)

test('each of the 12 kinds of failure leaves the other exchanges unchanged and ends well, and so do 2 hours without any', () =>
  holds(faultsProof))

test('the cases are all that there are, each once', () => {
  const cases = allCases(seed).map(({ exchange, kind, duration, spread }) => [exchange, kind, duration, spread].join())
  expect(cases).toHaveLength(exchangeIds.length * faultKinds.length * durations.length * spreads.length)
  expect(new Set(cases).size).toBe(cases.length)
})

test('a neighbour that is asked otherwise is noticed, and so is an exchange that stays away', async () => {
  const [one] = allCases(seed)
  if (one === undefined) throw new Error('There are cases.')
  const calm = await runWithoutFaults(1_200)
  const asItWas = await runCase(one, seed, calm)
  expect(asItWas.breaches).toEqual([])
  const shifted = calm.map((question, index) =>
    index === 40 ? { ...question, atMs: question.atMs + 1_000 } : question,
  )
  expect((await runCase(one, seed, shifted)).breaches).toEqual(['the others were asked differently'])
  // A refusal lasts longer than a time-out may.
  const late = await runCase({ ...one, kind: 'blocked', duration: 'an hour' }, seed, [], 90)
  expect(late.breaches).toContain('still left alone 90 s after it was well again')
})
