import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { endpoints, errorsOf } from '../endpoint/all-endpoints.js'
import { type ErrorCode, errorBody, errorCodes, errorStatus, toProblemResponse } from './error-codes.js'

const codes = Object.keys(errorCodes) as ErrorCode[]

test('each code is a plain word with a status of an error', () =>
  checkEach(codes, (code) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(errorStatus(code)).toBeGreaterThanOrEqual(400)
    expect(errorStatus(code)).toBeLessThan(600)
  }))

test('each code is returned in the one shape of all errors, without unknown fields', () =>
  checkEach(codes, (code) => {
    const smallest = { buy: null, sell: null }
    const bare = toProblemResponse({ code, message: 'A sentence.' })
    expect(bare).toEqual({ detail: { code, message: 'A sentence.' } })
    const more = { param: 'fiat', suggestion: 'UAH' }
    const full = toProblemResponse({ code, message: 'A sentence.', ...more, smallestTrade: smallest })
    expect(full.detail).toEqual({ code, message: 'A sentence.', ...more, smallest_trade: smallest })
    for (const body of [bare, full]) expect(errorBody.safeParse(body).error).toBeUndefined()
  }))

test('an error without a code or a sentence is none', () => {
  for (const body of [
    {},
    { detail: {} },
    { detail: { code: 'x' } },
    { detail: { message: 'x' } },
    { detail: 'x' },
    null,
  ])
    expect(errorBody.safeParse(body).success).toBe(false)
})

test('only what takes a key speaks of keys and quotas', () => {
  const ofKeys = ['missing_key', 'invalid_key', 'quota_exceeded']
  for (const endpoint of endpoints) {
    const { kind } = endpoint.access
    const told = errorsOf(endpoint).filter((code) => ofKeys.includes(code))
    if (kind !== 'key')
      // Requests without a session get the same code as requests with a bad key.
      expect([endpoint.name, told]).toEqual([
        endpoint.name,
        kind === 'session' || kind === 'reader' ? ['invalid_key'] : [],
      ])
    else expect(told).toEqual(expect.arrayContaining(['missing_key', 'invalid_key']))
    expect(told.includes('quota_exceeded') && endpoint.quotaFree).toBe(false)
  }
})
