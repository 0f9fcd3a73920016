import type { FaultKind } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { describe, expect, test } from 'vitest'
import {
  afterAnswer,
  afterFault,
  afterGoodCycle,
  type Breaker,
  closedBreaker,
  fromStored,
  startProbe,
} from './breaker.js'
import { aFault } from './testing/scripted-exchanges.js'

const now = 1_000_000
const passing: readonly FaultKind[] = ['timeout', 'network', 'tls', 'dns', 'unavailable', 'bad_response']
const fail = (breaker: Breaker, kind: FaultKind, times = 1, retryAfter?: number): Breaker =>
  Array.from({ length: times }).reduce<Breaker>((b) => afterFault(b, aFault(kind, retryAfter), now), breaker)
const pauseSeconds = ({ notBeforeMonoMs }: Breaker) =>
  notBeforeMonoMs === null ? null : (notBeforeMonoMs - now) / 1000

const pausesOf = (kind: FaultKind, count: number) => {
  let breaker = fail(closedBreaker, kind, 5)
  return Array.from({ length: count }, () => {
    const pause = pauseSeconds(breaker)
    breaker = fail(startProbe(breaker), kind)
    return pause
  })
}

describe.each(passing)('%s', (kind) => {
  test('opens the breaker at the fifth fault in a row', () => {
    expect(fail(closedBreaker, kind, 4).state).toBe('closed')
    expect(fail(closedBreaker, kind, 5).state).toBe('open')
  })

  test('is forgiven when an answer comes between', () => {
    expect(fail(afterAnswer(fail(closedBreaker, kind, 4)), kind, 4).state).toBe('closed')
  })

  test('pauses 15, 30, then 60 seconds', () => {
    expect(pausesOf(kind, 5)).toEqual([15, 30, 60, 60, 60])
  })
})

test('half of ten requests failing opens the breaker, however they are spread', () => {
  let breaker = closedBreaker
  for (let index = 0; index < 9; index++) breaker = index % 2 === 0 ? fail(breaker, 'timeout') : afterAnswer(breaker)
  expect(breaker.state).toBe('closed')
  expect(fail(breaker, 'timeout').state).toBe('open')
})

test('four in ten failing does not', () => {
  let breaker = closedBreaker
  for (let index = 0; index < 200; index++)
    breaker = index % 5 === 1 || index % 5 === 3 ? fail(breaker, 'timeout') : afterAnswer(breaker)
  expect(breaker.state).toBe('closed')
})

test('a host that shows several kinds of passing trouble is in one trouble', () => {
  const breaker = fail(startProbe(fail(closedBreaker, 'timeout', 5)), 'unavailable')
  expect(pauseSeconds(breaker)).toBe(30)
  expect(pauseSeconds(fail(startProbe(breaker), 'blocked'))).toBe(300)
})

describe('too many requests', () => {
  test('pauses for the requested time and a second more', () => {
    expect(pauseSeconds(fail(closedBreaker, 'rate_limited', 1, 20))).toBe(21)
    expect(pauseSeconds(fail(closedBreaker, 'rate_limited', 1, 900))).toBe(901)
  })

  test('pauses a minute when nothing is asked for, doubling up to a quarter of an hour', () => {
    expect(pausesOf('rate_limited', 6)).toEqual([60, 120, 240, 480, 900, 900])
  })

  test('halves the pace, down to an eighth, and regains a tenth with every good run', () => {
    const rates = [1, 2, 3, 4].map(
      (times) =>
        Array.from({ length: times }).reduce<Breaker>(
          (b) => fail(startProbe(b), 'rate_limited'),
          startProbe(closedBreaker),
        ).rate,
    )
    expect(rates).toEqual([0.5, 0.25, 0.125, 0.125])
    let breaker = fail(closedBreaker, 'rate_limited')
    const regained = [0, 0, 0, 0, 0, 0].map(() => {
      breaker = afterGoodCycle(breaker)
      return Number(breaker.rate.toFixed(3))
    })
    expect(regained).toEqual([0.6, 0.7, 0.8, 0.9, 1, 1])
  })
})

test('a refusal pauses 5, 15, then 60 minutes, longer when asked to', () => {
  expect(pausesOf('blocked', 4)).toEqual([300, 900, 3_600, 3_600])
  expect(pauseSeconds(fail(closedBreaker, 'blocked', 1, 20))).toBe(300)
  expect(pauseSeconds(fail(closedBreaker, 'blocked', 1, 800))).toBe(800)
})

test('a final refusal is never asked about again', () => {
  const refused = afterFault(closedBreaker, { ...aFault('blocked'), isFinal: true }, now)
  expect(refused).toMatchObject({ state: 'open', kind: 'blocked', notBeforeMonoMs: null })
})

test('an outage that names its end is believed at once', () => {
  expect(pauseSeconds(fail(closedBreaker, 'unavailable', 1, 40))).toBe(41)
})

test.each<FaultKind>(['too_large', 'redirect'])('%s pauses a quarter of an hour every time', (kind) => {
  expect(pausesOf(kind, 3)).toEqual([900, 900, 900])
})

test.each<FaultKind>(['schema_drift', 'no_market'])('%s is asked about every cycle, and ends an outage', (kind) => {
  expect(fail(closedBreaker, kind, 50)).toEqual(closedBreaker)
  expect(fail(startProbe(fail(closedBreaker, 'timeout', 5)), kind).state).toBe('closed')
})

describe('a probe', () => {
  test('that is answered closes the breaker; the next trouble still counts as a repetition', () => {
    const closed = afterAnswer(startProbe(fail(closedBreaker, 'timeout', 5)))
    expect(closed).toMatchObject({ state: 'closed', faultsInARow: 0, recent: [] })
    expect(pauseSeconds(fail(closed, 'timeout', 5))).toBe(30)
  })

  test('that is answered and followed by a good run leaves no memory', () => {
    expect(afterGoodCycle(afterAnswer(startProbe(fail(closedBreaker, 'blocked'))))).toEqual(closedBreaker)
  })
})

test('after a restart a failing exchange is probed first, and within an hour at the latest', () => {
  expect(fromStored('blocked', 2, now + 5_000, now)).toMatchObject({
    state: 'open',
    openings: 2,
    notBeforeMonoMs: 1_005_000,
  })
  expect(pauseSeconds(fromStored('blocked', 2, now + 1e12, now))).toBe(3_600)
})

test('every kind of fault has its rule', () => {
  for (const kind of faultKinds) expect(() => fail(closedBreaker, kind, 5)).not.toThrow()
})
