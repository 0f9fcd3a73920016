import { createRandom, type Random } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { causelessRefusals, type Decision, fullestWindow, overfullWindows } from './rate-limit-windows.js'

const seed = Number(process.env.SEED)
const rounds = 200
const windowMs = 2_000

/** Maximum delay between a caller's start or end and the decision, in milliseconds. */
const longestWayMs = 40

function honestDecisions(random: Random, limit: number): readonly (Decision & { readonly atMs: number })[] {
  const admittedAt: number[] = []
  let nowMs = random.between(0, 1e9)
  return Array.from({ length: random.integer(limit, limit * 12) }, () => {
    nowMs += random.chance(0.05) ? random.between(0, 3_000) : random.between(0, (2 * windowMs) / (limit * 3))
    const isAdmitted = admittedAt.filter((atMs) => nowMs - atMs < windowMs).length < limit
    if (isAdmitted) admittedAt.push(nowMs)
    const [before, after] = [random.between(0, longestWayMs), random.between(0, longestWayMs)]
    return { atMs: nowMs, startMs: nowMs - before, endMs: nowMs + after, isAdmitted }
  })
}

const shuffled = <Item>(random: Random, items: readonly Item[]): readonly Item[] =>
  items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

test('what an exact limiter decides is never called wrong, in whatever order the callers report', () => {
  const random = createRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const limit = random.integer(1, 30)
    const decisions = shuffled(random, honestDecisions(random, limit))
    expect(overfullWindows(decisions, windowMs, limit)).toEqual([])
    expect(causelessRefusals(decisions, windowMs, limit)).toEqual([])
    expect(fullestWindow(decisions, windowMs)?.admitted).toBeLessThanOrEqual(limit)
  }
})

test('one admitted beyond a full window is found', () => {
  const random = createRandom(seed)
  let found = 0
  for (let round = 0; round < rounds; round++) {
    const limit = random.integer(1, 30)
    const decisions = honestDecisions(random, limit)
    // A refusal says that the window before it is full; one that surely is so when it is looked at from outside.
    const wrong = decisions.find(({ isAdmitted, atMs, endMs }) => {
      const inside = decisions.filter((one) => one.isAdmitted && one.startMs > endMs - windowMs && one.endMs < endMs)
      return !isAdmitted && inside.length >= limit && atMs > 0
    })
    if (wrong === undefined) continue
    found += 1
    const broken = decisions.map((one) => (one === wrong ? { ...one, isAdmitted: true } : one))
    const [first] = overfullWindows(shuffled(random, broken), windowMs, limit)
    expect(first?.admitted).toBeGreaterThan(limit)
    expect((first?.toMs ?? 0) - (first?.fromMs ?? 0)).toBeLessThan(windowMs)
  }
  expect(found).toBeGreaterThan(rounds / 4)
})

test('a refusal whose window had room is found', () => {
  const random = createRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const limit = random.integer(1, 30)
    const decisions = honestDecisions(random, limit)
    const refusal = decisions.find(({ isAdmitted }) => !isAdmitted)
    if (refusal === undefined) continue
    const mayCount = ({ startMs, endMs }: Decision) => endMs >= refusal.startMs - windowMs && startMs <= refusal.endMs
    const counted = decisions.filter((one) => one.isAdmitted && mayCount(one))
    // Remove enough admitted requests that the window had room whatever the clocks say.
    const gone = new Set(shuffled(random, counted).slice(0, counted.length - limit + 1))
    const broken = shuffled(
      random,
      decisions.filter((one) => !gone.has(one)),
    )
    expect(causelessRefusals(broken, windowMs, limit)).toContainEqual({ ...refusal, mayCount: limit - 1 })
  }
})

test('an event at the ends of the window counts towards no limit', () => {
  const at = (startMs: number, endMs: number, isAdmitted = true) => ({ startMs, endMs, isAdmitted })
  // A window ago exactly, the place is free again.
  expect(overfullWindows([at(0, 0), at(2_000, 2_000)], windowMs, 1)).toEqual([])
  expect(overfullWindows([at(0, 0), at(1_999, 1_999)], windowMs, 1)).toHaveLength(1)
  expect(causelessRefusals([at(0, 1), at(2_001, 2_002, false)], windowMs, 1)).toEqual([])
  expect(causelessRefusals([at(0, 1), at(2_002, 2_003, false)], windowMs, 1)).toHaveLength(1)
  expect(fullestWindow([], windowMs)).toBeNull()
})
