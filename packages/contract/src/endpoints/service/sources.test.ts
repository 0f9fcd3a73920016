import { exchangeIds } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readQuery } from '../../endpoint/input.js'
import { defaultPlans } from '../../endpoint/plans.js'
import { type SourceInput, sources, toSourcesResponse } from './sources.js'

const nowMs = Date.UTC(2026, 10, 21, 10, 5, 12)

const facts: SourceInput = {
  exchange: 'okx',
  fiat: 'UAH',
  state: 'live',
  reason: null,
  observedAtMs: nowMs - 1_000,
  ads: 87,
  trustedAds: 61,
  lastError: null,
  nextAttemptAtMs: nowMs,
  simulated: false,
}
const present = (more: Partial<SourceInput>) => {
  const answer = toSourcesResponse([{ ...facts, ...more }], nowMs)
  expect(sources.answer.safeParse(answer).error).toBeUndefined()
  return answer.sources[0]
}

describe('the age of a source', () => {
  test('is whole seconds that have passed, and never negative, whatever the clocks say', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 1e9 }), (agoMs) => {
        const age = present({ observedAtMs: nowMs - agoMs })?.age_seconds ?? Number.NaN
        expect(age * 1_000).toBeLessThanOrEqual(Math.max(0, agoMs))
        expect((age + 1) * 1_000).toBeGreaterThan(agoMs)
      }),
      { seed: Number(process.env.SEED) },
    )
  })

  test('is unknown where nothing was ever seen, and known of the very first instant', () => {
    expect(present({ observedAtMs: null })).toMatchObject({ age_seconds: null, observed_at: null })
    expect(present({ observedAtMs: 0 })).toMatchObject({
      age_seconds: nowMs / 1_000,
      observed_at: '1970-01-01T00:00:00.000Z',
    })
  })
})

test('a source may be in each of its states', () =>
  checkEach(['live', 'stale', 'frozen', 'blocked', 'empty', 'unsupported', 'held_out'] as const, (state) => {
    expect(present({ state })).toHaveProperty('state', state)
  }))

test('a source may have failed with each fault, and says when and in which words', () =>
  checkEach(faultKinds, (kind) => {
    const lastError = { kind, message: 'Said by the exchange.', atMs: nowMs }
    expect(present({ lastError })).toMatchObject({
      last_error: { kind, message: 'Said by the exchange.', failed_at: '2026-11-21T10:05:12.000Z' },
    })
  }))

test('sources come in the order in which they are given, each with its own facts', () => {
  const given = exchangeIds.map((exchange, at) => ({
    ...facts,
    exchange,
    ads: at,
    trustedAds: at,
    simulated: at === 0,
  }))
  const told = toSourcesResponse(given, nowMs).sources
  expect(told.map(({ exchange, ads, simulated }) => [exchange, ads, simulated])).toEqual(
    exchangeIds.map((exchange, at) => [exchange, at, at === 0]),
  )
  expect(toSourcesResponse([], nowMs)).toEqual({ sources: [] })
})

test('a source has no state, count or age beyond its bounds', () => {
  const [whole] = sources.example.sources
  const accepts = (more: object) => sources.answer.safeParse({ sources: [{ ...whole, ...more }] }).success
  expect(accepts({})).toBe(true)
  const wrong = [{ state: 'fine' }, { ads: -1 }, { trusted_ads: 0.5 }, { age_seconds: -1 }, { simulated: 'no' }]
  expect(wrong.filter(accepts)).toEqual([])
  const at = '2026-11-21T10:05:12.000Z'
  expect(
    [
      { kind: 'bad luck', message: 'x', at },
      { kind: 'blocked', at },
    ].filter((e) => accepts({ last_error: e })),
  ).toEqual([])
})

test('both filters may be left out, and each takes one value', () => {
  const read = (query: string) => readQuery(sources.query, new URLSearchParams(query), defaultPlans.Free)
  expect(read('')).toMatchObject({ ok: true, values: { fiat: undefined, exchange: undefined } })
  expect(read('fiat=eur&exchange=mexc')).toMatchObject({ ok: true, values: { fiat: 'EUR', exchange: 'mexc' } })
  expect(read('exchange=best')).toMatchObject({ ok: false, problem: { code: 'unsupported_exchange' } })
})
