import { describe, expect, test } from 'vitest'
import { bybit, exchanges, mexc } from '../exchanges/all.js'
import { type Exchange, noNames } from '../exchanges/define-exchange.js'
import { readJson } from '../exchanges/read-json.js'
import { checkEach } from '../testing/check-each.js'
import { contextOf, fixture, observedAt, pagesOf, refusalsOf } from '../testing/fixture-pages.js'
import { createPageRecorder } from './record-page.js'

const request = { method: 'GET', path: '/ads' } as const
const answerOf = (text: string, status = 200) => ({ status, contentType: 'application/json', retryAfter: null, text })

const record = (exchange: Exchange, text: string, status?: number) =>
  createPageRecorder(exchange)({
    fiat: 'UAH',
    side: 'BUY',
    names: noNames,
    observedAtMs: observedAt,
    request,
    answer: answerOf(text, status),
  })
/** JSON inside a text is recorded without its blanks. */
function withoutBlanks(text: string): string {
  const inner = /^\s*[[{]/.test(text) ? readJson(text) : null
  return inner?.ok === true ? JSON.stringify(inner.value) : text
}
const written = (text: string, status?: number) => JSON.stringify(record(bybit, text, status).page)

describe.each(exchanges)('a recording of $name', (exchange) => {
  const pages = pagesOf(exchange.id)
  const recordingOf = (page: (typeof pages)[number]) =>
    createPageRecorder(exchange)({ ...contextOf(exchange, page), request, answer: answerOf(page.text) })

  test('has no nickname, remark or id of the original', () =>
    checkEach(pages, (page) => {
      const { page: recorded, reading } = recordingOf(page)
      if (reading.state === 'failed') throw new Error(reading.fault.message)
      const text = JSON.stringify(recorded)
      const people = [
        ...reading.ads.flatMap((ad) => [ad.nickname, ad.remarks, ad.adId, ad.advertiserId]),
        ...(page.text.match(/(?<=")(?=\w*\d{4})\w{14,}(?=")/g) ?? []),
      ]
      for (const word of people) if (word !== null) expect(text).not.toContain(JSON.stringify(word).slice(1, -1))
    }))

  test('gives the same ads, prices, limits, methods and counts', () =>
    checkEach(pages, (page) => expect(recordingOf(page)).toMatchObject({ readsTheSame: true })))

  test('has the keys, types and lengths of the original', () =>
    checkEach(pages, (page) => {
      const shape = (value: unknown) =>
        JSON.stringify(value, (_, item) =>
          typeof item === 'string' ? '#'.repeat(withoutBlanks(item).length) : typeof item === 'number' ? 0 : item,
        )
      const { body } = recordingOf(page).page.answer ?? {}
      if (!page.file.includes('control-characters')) expect(shape(body)).toBe(shape(JSON.parse(page.text)))
    }))

  test('of a refusal reads as the same fault', () =>
    checkEach(refusalsOf(exchange.id), (file) => {
      const { reading, readsTheSame } = record(exchange, fixture(`${exchange.id}/${file}`))
      expect([reading.state, readsTheSame]).toEqual(['failed', true])
    }))
})

test('an id has one replacement in both pages of a recording, and two ids have two', () => {
  const recordPage = createPageRecorder(bybit)
  const common = { fiat: 'UAH', names: noNames, observedAtMs: observedAt, request }
  const text = fixture('bybit/uah-buy.json')
  const idsOf = (side: 'BUY' | 'SELL') => {
    const { page } = recordPage({ ...common, side, answer: answerOf(text) })
    return [...JSON.stringify(page).matchAll(/"id":"(\d{19})"/g)].map(([, id]) => id)
  }
  expect(idsOf('SELL')).toEqual(idsOf('BUY'))
  expect(new Set(idsOf('BUY')).size).toBe(3)
})

test('a changed shape is recorded without texts, phone numbers, addresses and long ids', () => {
  const changed = JSON.stringify({
    ret_code: 0,
    result: {
      list: [
        {
          nick: 'RiverStone',
          note: '+38 (050) 123-45-67',
          uid: 380501234567,
          tel: '050.1234567',
          userNo: 70123,
          ip: '203.0.113.7',
          price: '41.20',
        },
      ],
    },
  })
  const { page, reading, readsTheSame } = record(bybit, changed)
  expect([reading.state, readsTheSame]).toEqual(['failed', true])
  expect(page.answer?.body).toMatchObject({ ret_code: 0, result: { list: [{ price: '41.20' }] } })
  expect(JSON.stringify(page)).not.toMatch(/RiverStone|123-45-67|380501234567|203\.0|1234567|70123/)
})

test('the request of an exchange keeps its words, and no key or token', () => {
  const { page } = createPageRecorder(bybit)({
    fiat: 'UAH',
    side: 'BUY',
    names: noNames,
    observedAtMs: observedAt,
    request: {
      method: 'GET',
      path: '/v1/k3y5ecret0000/ads',
      query: { sort: 'price_asc', token: 'a1b2c3d4', size: '50' },
    },
    answer: answerOf('{}'),
  })
  expect(page.request).toMatchObject({
    path: expect.stringMatching(/^\/v1\/\w{13}\/ads$/),
    query: { sort: 'price_asc', size: '50' },
  })
  expect(JSON.stringify(page.request)).not.toMatch(/k3y5ecret|a1b2c3d4/)
})

test('the time of a registration keeps only its age in days', () => {
  const registered = 1_756_296_123_456
  const board = JSON.parse(fixture('mexc/uah-buy.json'))
  for (const ad of board.data) ad.merchant.registry = registered
  const { page, readsTheSame } = record(mexc, JSON.stringify(board))
  expect(readsTheSame).toBe(true)
  expect(JSON.stringify(page)).not.toContain(String(registered))
})

describe('a hostile answer', () => {
  test('that is no JSON is cut, and its letters and digits are replaced', () => {
    const html = `<html><title>Denied</title><p>Your IP: 198.51.100.23</p>${'<br>'.repeat(1_000)}</html>`
    const { page, reading, readsTheSame } = record(bybit, html, 403)
    expect(reading).toMatchObject({ fault: { kind: 'blocked' } })
    expect(page.answer).toMatchObject({ status: 403, cut: true })
    expect(page.answer?.text).toHaveLength(2_000)
    expect(readsTheSame).toBe(true)
    expect(JSON.stringify(page)).not.toMatch(/Denied|198/)
  })

  test.each([
    ['huge', JSON.stringify({ ret_code: 0, rows: Array.from({ length: 100_000 }, () => 'RiverStone') })],
    ['deep', '['.repeat(100_000)],
    [
      'with 100,000 keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 'River']))),
    ],
  ])('that is %s costs little time and space', (_, text) => {
    const startedAt = performance.now()
    const kept = written(text)
    expect(kept).not.toContain('River')
    expect(kept.length).toBeLessThan(1_100_000)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  test('with the key __proto__ changes no prototype, and keys that are ids or names are replaced', () => {
    const kept = written('{"ret_code":0,"__proto__":{"isAdmin":true},"380501234567":"x","Іван П.":1}')
    expect(kept).toContain('"__proto__":{"isAdmin":true}')
    expect(kept).not.toMatch(/380501234567|Іван/)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test('with JSON in a text is scrubbed inside it', () => {
    const kept = written(JSON.stringify({ ret_code: 0, extra: JSON.stringify({ nick: 'RiverStone', n: 5 }) }))
    expect(kept).toContain('{\\"nick\\":')
    expect(kept).not.toContain('RiverStone')
  })
})

test('a failure without an answer is recorded, too', () => {
  const fault = { kind: 'dns', message: 'The host name could not be resolved.' } as const
  const { page, reading } = createPageRecorder(bybit)({
    fiat: 'UAH',
    side: 'BUY',
    names: noNames,
    observedAtMs: observedAt,
    request,
    answer: fault,
  })
  expect([page.answer, page.fault, reading]).toEqual([null, fault, { state: 'failed', fault }])
})
