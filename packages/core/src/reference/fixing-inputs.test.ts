import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.js'
import {
  type FixingInputs,
  type FixingState,
  firstFixingState,
  fixingMethods,
  fixingOfInputs,
  nextFixingState,
} from './fixing-inputs.js'

type Source = readonly [exchange: string, price: number, evidence: number]
const four: readonly Source[] = [
  ['binance', 41, 10],
  ['bybit', 41.1, 10],
  ['okx', 41.2, 10],
  ['mexc', 41.3, 10],
]
const slotsOf = (sources: readonly Source[], count = 12) =>
  Array.from({ length: count }, (_, at) => ({
    at: new Date(Date.UTC(2026, 10, 25, 11, 30 + 5 * at)).toISOString(),
    confidence: 'high' as const,
    sources: sources.map(([exchange, price, evidence]) => ({ exchange, price, evidence })),
  }))
const inputs = (state: FixingState, sources: readonly Source[], count = 12): FixingInputs => ({
  ...state,
  slots: slotsOf(sources, count),
})
const newest = fixingMethods.at(-1)
const fresh = firstFixingState(false)
const settled = nextFixingState(inputs(fresh, four))
const without = (...names: readonly string[]) => four.filter(([exchange]) => !names.includes(exchange))

/** Fixings of days on end, each with the state that the one before it hands on. */
function firstDays(count: number, sources: readonly Source[], first: FixingState) {
  let state = first
  return Array.from({ length: count }, () => {
    const day = inputs(state, sources)
    state = nextFixingState(day)
    return { inputs: day, result: fixingOfInputs(day) }
  })
}

test('a fixing is the median of its slots, each a weighted median of its exchanges', () => {
  expect(fixingOfInputs(inputs(fresh, four))).toEqual({
    ...{ value: 41.15, confidence: 'high', sources: 4, slots: 12, method: newest, withheld: null, next: null },
  })
  expect(fixingOfInputs(inputs(fresh, four, 7))).toMatchObject({ value: 41.15, slots: 7 })
  expect(fixingOfInputs(inputs(fresh, four, 6))).toBeNull()
  expect(() => fixingOfInputs(inputs({ ...fresh, method: 'later' }, four))).toThrow('unknown to this version')
})

describe('a fixing is withheld', () => {
  test('if more than a quarter of the usual weight is unreadable, with the names', () => {
    const result = fixingOfInputs(inputs(settled, without('bybit', 'okx')))
    expect(result).toMatchObject({ value: null, confidence: null, withheld: ['bybit', 'okx'], slots: 12 })
    expect(fixingOfInputs(inputs(settled, without('okx')))).toMatchObject({ withheld: null, value: 41.1 })
  })

  test('if it is unreadable in more than half of the slots', () => {
    const [whole, half] = [slotsOf(four, 12), slotsOf(without('bybit', 'okx'), 12)]
    const mixed = (lost: number) => [...half.slice(0, lost), ...whole.slice(lost)]
    expect(fixingOfInputs({ ...settled, slots: mixed(6) })?.withheld).toBeNull()
    expect(fixingOfInputs({ ...settled, slots: mixed(7) })?.withheld).toEqual(['bybit', 'okx'])
  })

  test('and is fixed again once the lost exchanges are no longer usual', () => {
    const days = firstDays(60, without('bybit', 'okx'), settled)
    const back = days.findIndex(({ result }) => result?.withheld === null)
    expect(back).toBe(21)
    expect(days.slice(back).every(({ result }) => result?.value === 41.15)).toBe(true)
  })

  test('but never on the first day, when no weight is usual yet', () => {
    expect(fixingOfInputs(inputs(fresh, without('bybit', 'okx')))?.withheld).toBeNull()
  })
})

test('a new exchange gains its weight over 30 days', () => {
  const heavy: Source = ['htx', 45, 25]
  const [old, all] = [four.slice(0, 3), [...four.slice(0, 3), heavy]]
  const days = firstDays(40, all, nextFixingState(inputs(fresh, old)))
  expect(days[0]?.result?.value).toBe(41.1)
  expect(days.at(-1)?.result?.value).toBe(41.2)
  expect(days.map(({ inputs }) => inputs.usual.find(({ exchange }) => exchange === 'htx')?.days ?? 0)).toEqual(
    Array.from({ length: 40 }, (_, at) => Math.min(at, 30)),
  )
  const shares = days.map(({ inputs }) => inputs.usual.find(({ exchange }) => exchange === 'htx')?.share ?? 0)
  expect(shares.every((share, at) => at === 0 || share > (shares[at - 1] ?? 0))).toBe(true)
})

test('an exchange that is gone is forgotten, and is new when it returns', () => {
  const gone = firstDays(300, without('okx'), settled).at(-1)?.inputs
  expect(gone?.usual.map(({ exchange }) => exchange)).toEqual(['binance', 'bybit', 'mexc'])
})

test('a new method runs next to the old one for five fixings', () => {
  const days = firstDays(7, four, firstFixingState(true))
  expect(days.map(({ result }) => [result?.method, result?.next?.method ?? null])).toEqual([
    ...Array.from({ length: 5 }, () => ['index-1', newest]),
    ...Array.from({ length: 2 }, () => [newest, null]),
  ])
  expect(days[0]?.result?.next).toEqual({ method: newest, value: 41.15 })
})

test('the inputs give the same fixing after a way through JSON', () => {
  const day = inputs(settled, [['binance', 41 + 1 / 3, 10 / 3], ...without('binance')])
  expect(fixingOfInputs(JSON.parse(canonicalJson(day)))).toEqual(fixingOfInputs(day))
})
