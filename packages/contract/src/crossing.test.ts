import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CrossingMemory, crossingStep, freshForMs, type Trigger, usualHysteresis } from './crossing.js'

const up: Trigger = { direction: 'up', threshold: 0.5, hysteresis: 0.1 }
const down: Trigger = { direction: 'down', threshold: 41, hysteresis: 0.041 }
const unknown: CrossingMemory = { state: 'unknown', firedAtMs: null }
const minute = 60_000

const firings = (watch: Trigger, values: readonly (number | null)[], apartMs = 5 * minute) => {
  let memory = unknown
  return values.flatMap((value, index) => {
    const { fires, ...next } = crossingStep(memory, value, watch, index * apartMs)
    memory = next
    return fires ? [index] : []
  })
}

test('fires when the value rises to the threshold, once until it has moved back', () => {
  expect(firings(up, [0.1, 0.49, 0.5, 0.7, 0.45, 0.6, 0.39, 0.55])).toEqual([2, 7])
})

test('fires when the value falls to the threshold', () => {
  expect(firings(down, [41.5, 41.01, 41, 40.5, 41.03, 40.9, 41.05, 40.99])).toEqual([2, 7])
})

test('a first value beyond the threshold fires', () => {
  expect(firings(up, [0.9])).toEqual([0])
  expect(firings(down, [40])).toEqual([0])
})

test('missing data neither fire nor re-arm', () => {
  expect(firings(up, [null, Number.NaN, 0.6, null, null, 0.6])).toEqual([2])
})

test('fires at most once in five minutes, and keeps a firing that is due', () => {
  expect(firings(up, [0.6, 0.3, 0.6, 0.6, 0.6, 0.6, 0.6], minute)).toEqual([0, 5])
})

test('flutter around the threshold within the hysteresis is silent', () => {
  const flutter = Array.from({ length: 200 }, (_, index) => 0.5 + (index % 2 === 0 ? 0.05 : -0.05))
  expect(firings(up, flutter)).toEqual([0])
})

test('moving back by exactly the hysteresis re-arms, whatever binary fractions make of it', () => {
  expect(firings(up, [0.5, 0.4, 0.5])).toEqual([0, 2])
  expect(firings({ direction: 'down', threshold: 41, hysteresis: 0.041 }, [41, 41.041, 41])).toEqual([0, 2])
  expect(firings({ direction: 'up', threshold: 0.3, hysteresis: 0.1 }, [0.3, 0.2, 0.3])).toEqual([0, 2])
})

test('a value that stands on its threshold fires once, also without any hysteresis', () => {
  expect(firings({ direction: 'up', threshold: 41, hysteresis: 0 }, [41, 41, 41, 40.99, 41])).toEqual([0, 4])
})

test('a clock set back does not silence a webhook', () => {
  const fired = crossingStep(unknown, 0.6, up, 1_000 * minute)
  const back = crossingStep(fired, 0.1, up, 0)
  expect(crossingStep(back, 0.6, up, minute).fires).toBe(true)
})

test('the usual hysteresis follows the threshold, with a floor for percent', () => {
  expect(usualHysteresis('percent', 0.5)).toBe(0.1)
  expect(usualHysteresis('percent', -4)).toBe(0.2)
  expect(usualHysteresis('price', 41)).toBeCloseTo(0.041)
})

test('whatever the values: never two firings without moving back in between, never two within five minutes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.option(fc.double({ min: -2, max: 2, noNaN: true })), fc.integer({ min: 0, max: 400_000 }))),
      (steps) => {
        let memory = unknown
        let nowMs = 0
        let movedBack = true
        let lastFiredMs = Number.NEGATIVE_INFINITY
        for (const [value, waitMs] of steps) {
          nowMs += waitMs
          const { fires, ...next } = crossingStep(memory, value, up, nowMs)
          if (fires) {
            expect(value).toBeGreaterThanOrEqual(up.threshold)
            expect(movedBack).toBe(true)
            expect(nowMs - lastFiredMs).toBeGreaterThanOrEqual(300_000)
            movedBack = false
            lastFiredMs = nowMs
          } else if (value !== null && value <= up.threshold - up.hysteresis) movedBack = true
          memory = next
        }
      },
    ),
    { seed: Number(process.env.SEED) },
  )
})

describe('where the value must stay beyond the threshold', () => {
  const forTen: Trigger = { ...up, holdMs: 10 * minute }

  test('fires with the first update after the hold time', () => {
    expect(firings(forTen, [0.4, 0.6, 0.6, 0.7, 0.6])).toEqual([3])
    expect(firings({ ...forTen, holdMs: 10 * minute + 1 }, [0.4, 0.6, 0.6, 0.7, 0.6])).toEqual([4])
  })

  test('a peak shorter than the hold time fires nothing, and the hold restarts', () => {
    expect(firings(forTen, [0.6, 0.6, 0.49, 0.6, 0.6, 0.49, 0.6, 0.6, 0.6])).toEqual([8])
  })

  test('time without news counts for nothing, and takes away nothing', () => {
    // Until the first null it was known to hold.
    expect(firings(forTen, [0.6, null, null, null, 0.6, 0.6])).toEqual([5])
    expect(firings(forTen, [null, 0.6, null, 0.6, null, 0.6])).toEqual([5])
    expect(firings(forTen, [0.6, null, null, null, null, 0.6])).toEqual([])
  })

  test('a time without observations counts at most as long as data are fresh', () => {
    const hour = { ...up, holdMs: 60 * minute }
    const first = crossingStep(unknown, 0.6, hour, 0)
    const later = crossingStep(first, 0.6, hour, 600 * minute)
    expect(later).toMatchObject({ fires: false, holding: { heldMs: freshForMs, seenAtMs: 600 * minute } })
  })

  test('a clock set back neither counts nor undoes', () => {
    const first = crossingStep(unknown, 0.6, forTen, 100 * minute)
    const five = crossingStep(first, 0.6, forTen, 105 * minute)
    const back = crossingStep(five, 0.6, forTen, 50 * minute)
    expect(back).toMatchObject({ fires: false, holding: { heldMs: 5 * minute } })
    expect(crossingStep(back, 0.6, forTen, 55 * minute).fires).toBe(true)
  })

  test('it fires again only after moving back and staying beyond once more', () => {
    expect(firings(forTen, [0.6, 0.6, 0.6, 0.6, 0.6, 0.3, 0.6, 0.6, 0.6])).toEqual([2, 8])
  })

  test('what asks for no time remembers none', () => {
    const steps = [0.1, null, 0.6, 0.3].map((value, at) => crossingStep(unknown, value, up, at).holding)
    expect(steps).toEqual([null, null, null, null])
  })
})
