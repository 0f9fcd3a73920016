import { canonicalJson } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { contentOf, type FixingEntry } from '../history-stores.js'
import { fixingChainFaults, nextFixingEntry } from './fixing-chain.js'

const links: FixingEntry[] = []
for (let day = 10; day < 15; day++) {
  const figure = { value: 41 + day / 100, confidence: 'high', sources: 5, slots: 12 } as const
  links.push(
    nextFixingEntry(links.at(-1) ?? null, 'UAH', { ...figure, day: `2026-11-${day}`, madeAtMs: 0, correction: null }),
  )
}
const spoilt = (at: number, change: Partial<FixingEntry>) =>
  links.map((link, index) => (index === at ? { ...link, ...change } : link))

test('a chain as it was made has no fault', () => {
  expect(fixingChainFaults(links)).toEqual([])
  expect(fixingChainFaults([])).toEqual([])
})

test('whatever is changed in it is found', () => {
  const [, second, third] = links
  if (second === undefined || third === undefined) throw new Error('there is no chain')
  const rewritten = canonicalJson({ ...contentOf(second), value: 40 })
  const remade = nextFixingEntry(links[0] ?? null, 'UAH', { ...contentOf(second), value: 40, madeAtMs: 0 } as never)
  expect(fixingChainFaults(spoilt(1, { content: rewritten }))).toEqual(['fixing UAH 2: digest mismatch'])
  expect(fixingChainFaults(spoilt(1, { digest: third.digest }))).toHaveLength(2)
  expect(fixingChainFaults(spoilt(1, remade))).toEqual(['fixing UAH 3: not behind the one before it'])
  expect(fixingChainFaults(spoilt(1, { day: '2026-11-30' }))).toEqual(['fixing UAH 2: in the place of another'])
  expect(
    fixingChainFaults(
      spoilt(1, { content: 'x', digest: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881' }),
    ),
  ).toContain('fixing UAH 2: unreadable')
  expect(fixingChainFaults(links.toSpliced(1, 1))).toEqual(['fixing UAH 3: not the next in its chain'])
  expect(fixingChainFaults(links.slice(1))).toHaveLength(1)
})
