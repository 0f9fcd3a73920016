import { exchangeIds } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { generateOutages } from './outage-history.js'

const dayMs = 86_400_000
const toMs = Date.UTC(2026, 9, 14, 12, 0, 30)
const monthOf = (seed: number) => generateOutages({ seed, fromMs: toMs - 30 * dayMs, toMs })

test.each([1, 2, 3, 4, 5])('a month of seed %i has troubles of its own, some within the last day, all over', (seed) => {
  const troubles = monthOf(seed)
  expect(troubles).toEqual(monthOf(seed))
  expect(troubles).not.toEqual(monthOf(seed + 1))
  expect(troubles.length).toBeGreaterThan(exchangeIds.length)
  expect(troubles.some((trouble) => trouble.fromMs > toMs - dayMs)).toBe(true)
  for (const trouble of troubles) {
    expect(trouble.toMs).toBeLessThan(toMs)
    expect(trouble.fromMs).toBeLessThan(trouble.toMs)
    expect(trouble.fromMs % 60_000).toBe(0)
    expect(trouble.fiats.length > 1).toBe(trouble.kind !== 'implausible')
  }
})

test('an exchange has one trouble at a time', () => {
  for (let seed = 0; seed < 200; seed++) {
    const troubles = monthOf(seed)
    for (const one of troubles)
      for (const other of troubles)
        if (one.exchange === other.exchange && one.fromMs < other.fromMs) expect(one.toMs).toBeLessThan(other.fromMs)
  }
})

test('of some exchanges returns only their own outcomes', () => {
  const troubles = generateOutages({ seed: 3, fromMs: toMs - 30 * dayMs, toMs, exchanges: ['okx'] })
  expect(new Set(troubles.map(({ exchange }) => exchange))).toEqual(new Set(['okx']))
})
