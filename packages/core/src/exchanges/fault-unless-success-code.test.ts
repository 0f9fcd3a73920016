import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { faultUnless } from './fault-unless-success-code.js'

const refusal = faultUnless('200', 'Example', new Map([['40002', 'schema_drift']]))

describe('an answer inside an HTTP 200', () => {
  test('is no refusal with anything else', () =>
    checkEach(
      [
        ['the good code as text', { code: '200' }],
        ['the good code as a number', { code: 200, success: true }],
        ['no code at all', { data: [] }],
        ['no object at all', 'hello'],
        ['a code of no known form', { code: { nested: 1 } }],
      ] as const,
      ([_, body]) => {
        expect(refusal(body)).toBeNull()
      },
    ))

  test('refuses in its own words', () =>
    checkEach(
      [
        [{ code: '40002' }, 'schema_drift'],
        [{ code: 429 }, 'rate_limited'],
        [{ code: '403' }, 'blocked'],
        [{ code: 451 }, 'blocked'],
        [{ code: 500 }, 'unavailable'],
        [{ code: '99999', success: false }, 'unavailable'],
        [{ success: false }, 'unavailable'],
        [{ code: '200', success: false }, 'unavailable'],
      ] as const,
      ([body, kind]) => {
        expect(refusal(body)).toMatchObject({ kind })
      },
    ))

  test('shows people a short number', () => {
    expect(refusal({ code: 500 })?.message).toBe('Example refused the request (code 500).')
  })

  test('never shows people the text of an exchange', () => {
    expect(refusal({ code: '<b>call me</b>', msg: 'call me' })?.message).toBe('Example refused the request.')
  })
})
