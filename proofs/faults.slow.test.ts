import { exchangeIds, faultKinds } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { allCases, durations, spreads } from './faults/fault-case.js'
import { playCalm, playCase } from './faults/play-case.js'
import { faultsProof } from './faults.js'

const seed = Math.floor(Math.random() * 1e9)
console.log(`faults seed ${seed}`)

test('every fault class, every way of lasting, every exchange: nothing is broken', async () => {
  const printed: string[] = []
  const result = await faultsProof.run({ seed, count: 12, fast: true, print: (line) => printed.push(line) })
  expect(result.holds, printed.join('\n')).toBe(true)
})

test('the cases are all that there are, each once', () => {
  const cases = allCases(seed).map(({ exchange, kind, duration, spread }) => [exchange, kind, duration, spread].join())
  expect(cases).toHaveLength(exchangeIds.length * faultKinds.length * durations.length * spreads.length)
  expect(new Set(cases).size).toBe(cases.length)
})

test('a neighbour that is asked otherwise is noticed, and so is an exchange that stays away', async () => {
  const [one] = allCases(seed)
  if (one === undefined) throw new Error('There are cases.')
  const calm = await playCalm(1_200)
  const asItWas = await playCase(one, seed, calm)
  expect(asItWas.breaches).toEqual([])
  const shifted = calm.map((question, index) =>
    index === 40 ? { ...question, atMs: question.atMs + 1_000 } : question,
  )
  expect((await playCase(one, seed, shifted)).breaches).toEqual(['the others were asked differently'])
  // A refusal lasts longer than a time-out may.
  const late = await playCase({ ...one, kind: 'blocked', duration: 'an hour' }, seed, [], 90)
  expect(late.breaches).toContain('still left alone 90 s after it was well again')
})

test('the same seed plays the same case', async () => {
  const one = allCases(seed)[Math.floor(Math.random() * 648)]
  if (one === undefined) throw new Error('There are cases.')
  expect(await playCase(one, seed, [])).toEqual(await playCase(one, seed, []))
})
