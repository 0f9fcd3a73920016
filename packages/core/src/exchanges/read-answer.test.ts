import { describe, expect, test } from 'vitest'
import { isFault } from '../fault.js'
import { checkEach } from '../testing/check-each.js'
import { fixture, observedAt } from '../testing/fixture-pages.js'
import { bitgetSigned } from './bitget-signed.js'
import { bybit } from './bybit.js'
import { noNames } from './define-exchange.js'
import { okx } from './okx.js'
import { type HttpAnswer, readAnswer, readDictionary, readRetryAfter } from './read-answer.js'

const context = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: observedAt } as const
const page = fixture('okx/uah-buy.json')
const html = '<!DOCTYPE html><html><head><title>Access Denied</title></head></html>'
const answer = (change: Partial<HttpAnswer>): HttpAnswer => ({
  status: 200,
  contentType: 'application/json',
  retryAfter: null,
  text: page,
  ...change,
})
const read = (change: Partial<HttpAnswer>) => readAnswer(okx, answer(change), context)
const fault = (kind: string, more: object = {}) => ({ state: 'failed', fault: { kind, ...more } })

test('a good answer is read', () => expect(read({})).toMatchObject({ state: 'read', rejected: [] }))

describe('the status says', () => {
  const bodies = { json: '{"code":1}', html, empty: '', board: page }

  test('returns the kind of fault, for any body', () =>
    checkEach(
      [
        [429, 'rate_limited'],
        [401, 'blocked'],
        [403, 'blocked'],
        [418, 'blocked'],
        [451, 'blocked'],
        [500, 'unavailable'],
        [502, 'unavailable'],
        [503, 'unavailable'],
        [504, 'unavailable'],
        [522, 'unavailable'],
        [408, 'timeout'],
        [400, 'schema_drift'],
        [404, 'schema_drift'],
        [405, 'schema_drift'],
        [410, 'schema_drift'],
        [301, 'redirect'],
        [302, 'redirect'],
        [307, 'redirect'],
        [308, 'redirect'],
        [204, 'bad_response'],
        [206, 'bad_response'],
      ] as const,
      ([status, kind]) => {
        for (const text of Object.values(bodies)) {
          expect(read({ status, text })).toMatchObject(fault(kind, { httpStatus: status }))
        }
      },
    ))
})

describe('a 200 is', () => {
  test('blocked when a web page comes instead of data', () => {
    expect(read({ text: html, contentType: 'text/html; charset=utf-8' })).toMatchObject(fault('blocked'))
    expect(read({ text: `\n  ${html}`, contentType: null })).toMatchObject(fault('blocked'))
    expect(read({ text: html })).toMatchObject(fault('blocked'))
    expect(read({ text: 'Please verify', contentType: 'Text/HTML' })).toMatchObject(fault('blocked'))
  })

  test('read when JSON comes under the wrong content type', () => {
    expect(read({ contentType: 'text/html' }).state).toBe('read')
    expect(read({ contentType: null }).state).toBe('read')
  })

  test('a bad response when empty or cut at any byte', () => {
    for (let length = 0; length < page.trimEnd().length; length++) {
      expect(read({ text: page.slice(0, length) })).toMatchObject(fault('bad_response'))
    }
  })

  test('a refusal when the exchange says no in its own way', () => {
    expect(read({ text: fixture('okx/refused-unsupported-currency.json') })).toMatchObject(fault('no_market'))
    const login = answer({ text: fixture('bybit/refused-login.json') })
    expect(readAnswer(bybit, login, context)).toMatchObject(fault('blocked'))
  })
})

describe('a 400 is', () => {
  const bad = (text: string) => readAnswer(bitgetSigned.wire, answer({ status: 400, text }), context)

  test('a changed interface, whatever else the answer contains', () => {
    for (const text of ['', html, '{', '[]', 'null', '{"code":"40017"}', '{"code":"00000","data":[]}', page])
      expect(bad(text)).toMatchObject(fault('schema_drift', { httpStatus: 400 }))
    expect(readAnswer(okx, answer({ status: 400, text: '{"code":1}' }), context)).toMatchObject(fault('schema_drift'))
  })

  test('a refusal where the exchange says that it is about us', () => {
    expect(bad('{"code":"40014","data":null}')).toMatchObject(fault('blocked', { httpStatus: 400 }))
    expect(bad('{"code":"429","data":null}')).toMatchObject(fault('rate_limited', { httpStatus: 400 }))
  })

  test('a changed interface where a descriptor trips over it', () => {
    const trips = {
      ...okx,
      refusal: () => {
        throw new Error('tripped')
      },
    }
    expect(readAnswer(trips, answer({ status: 400 }), context)).toMatchObject(fault('schema_drift'))
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2026, 9, 1, 12)

  test('means the seconds it says', () =>
    checkEach(
      [
        ['1', 1],
        ['30', 30],
        [' 30 ', 30],
        ['900', 900],
        ['901', 900],
        ['86400', 900],
        ['99999999999999999999', 900],
        ['Thu, 01 Oct 2026 12:01:30 GMT', 90],
        ['Fri, 01 Oct 2027 12:00:00 GMT', 900],
      ] as const,
      ([header, seconds]) => expect(readRetryAfter(header, now)).toBe(seconds),
    ))

  test('means nothing when it is no time', () =>
    checkEach(
      [
        null,
        '',
        '0',
        '-5',
        '+5',
        '1.5',
        '1e3',
        '0x10',
        'soon',
        '٣',
        'Thu, 01 Oct 2026 11:59:00 GMT',
        '2027-01-01',
        'Thu, 99 Foo 2026 12:00:00 GMT',
        '9'.repeat(400),
      ],
      (header) => expect(readRetryAfter(header, now)).toBeNull(),
    ))

  test('stands in the faults that are worth waiting for', () => {
    for (const status of [429, 403, 503]) {
      expect(read({ status, retryAfter: '45' })).toMatchObject({ fault: { retryAfterSeconds: 45 } })
    }
    const reading = read({ status: 429 })
    expect(reading.state === 'failed' && 'retryAfterSeconds' in reading.fault).toBe(false)
  })
})

describe('a dictionary answer', () => {
  const names = (change: Partial<HttpAnswer>) => readDictionary(bybit, answer(change), observedAt)

  test('becomes names', () => {
    const read = names({ text: fixture('bybit/dictionary.json') })
    expect(!isFault(read) && read.payments.get('43')).toBe('Monobank')
  })

  test('fails like any other answer', () => {
    expect(names({ status: 429 })).toMatchObject({ kind: 'rate_limited' })
    expect(names({ text: html })).toMatchObject({ kind: 'blocked' })
    expect(names({ text: '{' })).toMatchObject({ kind: 'bad_response' })
    expect(names({ text: '{}' })).toMatchObject({ kind: 'schema_drift' })
    expect(names({ text: fixture('bybit/refused-login.json') })).toMatchObject({ kind: 'blocked' })
  })
})
