import { getEventListeners } from 'node:events'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { handClock } from '../test/hand-clock.js'
import { answer, drop, localServer, refuse, silence, stall, truncate } from '../test/local-server.js'
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  DataUnavailableError,
  InternalServerError,
  MalformedAnswerError,
  P2P,
  P2PError,
  type P2POptions,
  RateLimitError,
  UsageError,
} from './index.js'

const apiKey = 'p2p_test'
const rates = { asset: 'USDT', fiat: 'UAH' }

function connect(url: string, options: P2POptions = {}) {
  const clock = handClock()
  return { p2p: new P2P({ apiKey, baseUrl: url, logLevel: 'off', ...options }, clock.ports), clock }
}

describe('what passes is tried again', () => {
  test('twice, then comes the answer', () =>
    checkEach(
      [
        ['a dropped connection', drop],
        ['a truncated body', truncate],
        ['408', refuse(408, 'http_408')],
        ['500', refuse(500, 'internal_error')],
        ['503', refuse(503, 'overloaded')],
        ['429 without a time', refuse(429, 'rate_limited')],
        ['a log-in page', answer({}, { 'Content-Type': 'text/html' })],
      ] as const,
      async ([_, fault]) => {
        const server = await localServer(fault, fault, answer(rates))
        const { p2p, clock } = connect(server.url)
        const call = p2p.rates()
        await clock.pass(500)
        await clock.pass(1000)
        expect(await call).toEqual(rates)
        expect(server.requests).toHaveLength(3)
      },
    ))

  test('what does not pass is a typed error after the last try', () =>
    checkEach(
      [
        ['a dropped connection', drop, APIConnectionError],
        ['a truncated body', truncate, APIConnectionError],
        ['a proxy in trouble', answer('<html>', { 'Content-Type': 'text/html' }, 502), InternalServerError],
        ['half a document', answer('text'), MalformedAnswerError],
      ] as const,
      async ([_, fault, expected]) => {
        const server = await localServer(fault)
        const { p2p, clock } = connect(server.url, { maxRetries: 1 })
        const call = p2p.rates().catch((error: unknown) => error)
        await clock.pass(500)
        expect(await call).toBeInstanceOf(expected)
        expect(server.requests).toHaveLength(2)
        expect(clock.pauses()).toEqual([])
      },
    ))

  test('a refused connection gives a connection error that names address and reason', async () => {
    const server = await localServer(silence)
    await server.close()
    const { p2p } = connect(server.url, { maxRetries: 0 })
    await expect(p2p.rates()).rejects.toMatchObject({
      name: 'APIConnectionError',
      code: 'connection_failed',
      message: `The connection to ${server.url} failed (ECONNREFUSED).`,
    })
  })

  test('Retry-After wins over the own back-off', async () => {
    const server = await localServer(refuse(429, 'rate_limited', { 'Retry-After': '37' }), answer(rates))
    const { p2p, clock } = connect(server.url)
    const call = p2p.rates()
    await clock.pass(37_000)
    expect(await call).toEqual(rates)
  })

  test('Retry-After may be a date', async () => {
    const server = await localServer(
      refuse(503, 'overloaded', { 'Retry-After': 'Thu, 15 Jan 2026 12:00:20 GMT' }),
      answer(rates),
    )
    const { p2p, clock } = connect(server.url)
    const call = p2p.rates()
    await clock.pass(20_000)
    expect(await call).toEqual(rates)
  })

  test('Retry-After asks for whole seconds', () =>
    checkEach(
      [
        ['1.5', 2],
        ['-5', null],
        ['soon', null],
        ['Wed, 15 Jan 2025 12:00:00 GMT', 0],
      ] as const,
      async ([text, retryAfter]) => {
        const server = await localServer(refuse(429, 'rate_limited', { 'Retry-After': text }))
        const { p2p } = connect(server.url, { maxRetries: 0 })
        await expect(p2p.rates()).rejects.toMatchObject({ retryAfter })
      },
    ))

  test('a wait longer than allowed, such as until next month, rejects at once', async () => {
    const server = await localServer(refuse(429, 'quota_exceeded', { 'Retry-After': '864000' }))
    const { p2p } = connect(server.url)
    await expect(p2p.rates()).rejects.toMatchObject({ code: 'quota_exceeded', retryAfter: 864_000 })
    expect(server.requests).toHaveLength(1)
  })

  test('a storm of 429 ends after the allowed retries', async () => {
    const server = await localServer(refuse(429, 'rate_limited', { 'Retry-After': '1' }))
    const { p2p, clock } = connect(server.url, { maxRetries: 5 })
    const call = p2p.rates().catch((error: unknown) => error)
    for (let retry = 0; retry < 5; retry++) await clock.pass(1000)
    expect(await call).toBeInstanceOf(RateLimitError)
    expect(server.requests).toHaveLength(6)
  })

  test('one call may decide for itself', async () => {
    const server = await localServer(refuse(503, 'data_unavailable', { 'Retry-After': '90' }), answer(rates))
    const { p2p, clock } = connect(server.url, { maxRetries: 0 })
    await expect(p2p.rates()).rejects.toBeInstanceOf(DataUnavailableError)
    const call = p2p.rates({}, { maxRetries: 1, maxRetryDelay: 100_000, headers: { 'X-Trace': 'abc' } })
    await call
    expect(server.requests[1]?.headers['x-trace']).toBe('abc')
    expect(clock.pauses()).toEqual([])
  })
})

describe('what does not pass is not repeated', () => {
  test('each status and code has its class of error', () =>
    checkEach(
      [
        [400, 'invalid_parameter', 'BadRequestError'],
        [400, 'unsupported_fiat', 'BadRequestError'],
        [401, 'missing_key', 'AuthenticationError'],
        [401, 'invalid_key', 'AuthenticationError'],
        [403, 'plan_required', 'PlanRequiredError'],
        [404, 'not_found', 'NotFoundError'],
        [405, 'method_not_allowed', 'BadRequestError'],
        [409, 'webhook_limit', 'ConflictError'],
        [413, 'body_too_large', 'BadRequestError'],
        [415, 'unsupported_media_type', 'BadRequestError'],
        [422, 'idempotency_key_reused', 'BadRequestError'],
        [501, 'needs_server', 'NeedsServerError'],
      ] as const,
      async ([status, code, name]) => {
        const server = await localServer(refuse(status, code, { 'X-Request-Id': 'req_1' }, 'hours'))
        const { p2p } = connect(server.url)
        const error = await p2p.rates().catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(APIError)
        expect(error).toBeInstanceOf(P2PError)
        expect(error).toMatchObject({ status, code, name, requestId: 'req_1', param: 'hours', retryAfter: null })
        expect(server.requests).toHaveLength(1)
      },
    ))

  test('a redirect is not followed: the key would go wherever it points', async () => {
    const elsewhere = await localServer(answer(rates))
    const server = await localServer(answer({}, { Location: elsewhere.url }, 302))
    const { p2p } = connect(server.url)
    await expect(p2p.rates()).rejects.toMatchObject({ name: 'MalformedAnswerError', status: 302 })
    expect(server.requests).toHaveLength(1)
    expect(elsewhere.requests).toEqual([])
  })

  test('a caller that reads only updates learns which option to leave out', async () => {
    const server = await localServer((_, response) => void response.writeHead(304).end())
    const { p2p } = connect(server.url)
    const asked = p2p.rates({}, { headers: { 'If-None-Match': '"seen"' } })
    await expect(asked).rejects.toMatchObject({ status: 304, message: expect.stringContaining('If-None-Match') })
  })

  test('a POST that carries no idempotency key', async () => {
    const server = await localServer(drop)
    const { p2p } = connect(server.url)
    await expect(p2p.request('POST', '/new', { body: {} })).rejects.toBeInstanceOf(APIConnectionError)
    expect(server.requests).toHaveLength(1)
  })
})

describe('nothing hangs', () => {
  test.each([
    ['says nothing', silence],
    ['drips its answer', stall],
  ])('a server that %s is given up after the time-out', async (_, fault) => {
    const server = await localServer(fault)
    const { p2p, clock } = connect(server.url, { timeout: 4_000, maxRetries: 1 })
    const call = p2p.rates().catch((error: unknown) => error)
    await server.received(1)
    await clock.pass(4_000)
    await clock.pass(500)
    await server.received(2)
    await clock.pass(4_000)
    expect(await call).toMatchObject({ name: 'APIConnectionTimeoutError', code: 'timeout' })
    expect(await call).toBeInstanceOf(APIConnectionTimeoutError)
    expect(server.requests).toHaveLength(2)
  })

  test.each([200, 503])('an answer without end, %i, is given up long before it fills the memory', async (status) => {
    const server = await localServer((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      const more = () => {
        if (!response.destroyed) response.write(' '.repeat(100_000), more)
      }
      more()
    })
    const { p2p } = connect(server.url, { maxRetries: 0 })
    await expect(p2p.rates()).rejects.toMatchObject({ name: 'MalformedAnswerError', status })
    await expect(p2p.stream().next()).rejects.toMatchObject({ name: 'MalformedAnswerError', status })
  })

  test('a fetch that ignores its signal is given up all the same', async () => {
    const { p2p, clock } = connect('http://service.invalid', { fetch: () => new Promise(() => {}), maxRetries: 0 })
    const call = p2p.rates().catch((error: unknown) => error)
    await clock.pass(30_000)
    expect(await call).toBeInstanceOf(APIConnectionTimeoutError)
  })

  test('the caller may abort a request under way', async () => {
    const server = await localServer(silence)
    const { p2p, clock } = connect(server.url)
    const controller = new AbortController()
    const call = p2p.rates({}, { signal: controller.signal }).catch((error: unknown) => error)
    await server.received(1)
    controller.abort('enough')
    expect(await call).toBeInstanceOf(APIUserAbortError)
    expect(await call).toMatchObject({ code: 'aborted', cause: 'enough' })
    expect(clock.pauses()).toEqual([])
  })

  test('and a pause between two attempts', async () => {
    const server = await localServer(refuse(429, 'rate_limited', { 'Retry-After': '60' }))
    const { p2p, clock } = connect(server.url)
    const controller = new AbortController()
    const call = p2p.rates({}, { signal: controller.signal }).catch((error: unknown) => error)
    while (!clock.pauses().includes(60_000)) await new Promise(setImmediate)
    controller.abort()
    expect(await call).toBeInstanceOf(APIUserAbortError)
    expect(server.requests).toHaveLength(1)
  })

  test('many requests and pauses may wait for one signal, at the price of one listener', async () => {
    const busy = refuse(429, 'rate_limited', { 'Retry-After': '60' })
    const server = await localServer((request, response, count) =>
      (count <= 10 ? busy : silence)(request, response, count),
    )
    const { p2p, clock } = connect(server.url)
    const controller = new AbortController()
    const { signal } = controller
    const calls = Array.from({ length: 20 }, () => p2p.rates({}, { signal }).catch((error: unknown) => error))
    await server.received(20)
    while (clock.pauses().filter((pauseMs) => pauseMs === 60_000).length < 10) await new Promise(setImmediate)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    controller.abort()
    for (const call of calls) expect(await call).toBeInstanceOf(APIUserAbortError)
    expect(clock.pauses()).toEqual([])
  })

  test('with a signal that is aborted already nothing is sent', async () => {
    const server = await localServer(answer(rates))
    const { p2p } = connect(server.url)
    await expect(p2p.rates({}, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(APIUserAbortError)
    expect(server.requests).toEqual([])
  })
})

describe('a request on the wire', () => {
  test("carries the key and the client's name, and requests JSON", async () => {
    const server = await localServer(answer(rates))
    const { p2p } = connect(`${server.url}/`, { apiKey: ' p2p_key\n', appInfo: { name: 'desk', version: '2.1' } })
    await p2p.rates({ fiat: 'PLN' })
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      url: '/api/v1/rates?fiat=PLN',
      headers: { 'x-api-key': 'p2p_key', accept: 'application/json' },
    })
    expect(server.requests[0]?.headers['user-agent']).toMatch(/^p2p-rates-sdk\/\S+ Node\.js\/\S+ desk\/2\.1$/)
  })

  test('lets the caller replace a header, however its name is written', async () => {
    const server = await localServer(answer(rates))
    const { p2p } = connect(server.url)
    await p2p.rates({}, { headers: { 'x-api-key': 'p2p_other', 'USER-AGENT': 'mine' } })
    expect(server.requests[0]?.headers).toMatchObject({ 'x-api-key': 'p2p_other', 'user-agent': 'mine' })
  })

  test('carries the headers of the program, which replace ours and give way to those of a call', async () => {
    const server = await localServer(answer(rates), answer(rates))
    const { p2p } = connect(server.url, { defaultHeaders: { 'X-Desk': 'kyiv', 'user-AGENT': 'desk' } })
    await p2p.rates()
    expect(server.requests[0]?.headers).toMatchObject({ 'x-desk': 'kyiv', 'user-agent': 'desk' })
    await p2p.rates({}, { headers: { 'X-DESK': 'lviv' } })
    expect(server.requests[1]?.headers).toMatchObject({ 'x-desk': 'lviv', 'user-agent': 'desk' })
  })

  test('writes numbers in plain digits and leaves out undefined values', async () => {
    const server = await localServer(answer({}))
    const { p2p } = connect(server.url)
    await p2p.request('GET', '/quote', {
      query: { amount: 0.000_000_1, amount_usdt: 123_456_789_012, side: undefined },
    })
    expect(server.requests[0]?.url).toBe('/api/v1/quote?amount=0.0000001&amount_usdt=123456789012')
  })

  test('cannot be led elsewhere by an id', async () => {
    const server = await localServer(answer({}))
    const { p2p } = connect(server.url)
    await p2p.webhooks.get('../me?x=1#y')
    expect(server.requests[0]?.url).toBe('/api/v1/webhooks/..%2Fme%3Fx%3D1%23y')
    await expect(p2p.webhooks.delete('..')).rejects.toBeInstanceOf(UsageError)
    await expect(p2p.webhooks.delete('')).rejects.toBeInstanceOf(UsageError)
  })

  test('that cannot be sent is refused as misuse', async () => {
    const { p2p } = connect('http://service.invalid')
    await expect(p2p.rates({}, { headers: { 'X-Bad': 'a\r\nb' } })).rejects.toBeInstanceOf(UsageError)
    await expect(p2p.request('POST', '/new', { body: { amount: 1n } })).rejects.toBeInstanceOf(UsageError)
    await expect(p2p.webhooks.get('\ud800')).rejects.toBeInstanceOf(UsageError)
    await expect(p2p.rates({}, { timeout: Number.NaN })).rejects.toBeInstanceOf(UsageError)
  })
})

describe('an answer', () => {
  const headers = {
    'X-Request-Id': 'req_7',
    'X-RateLimit-Limit-Minute': '300',
    'X-RateLimit-Remaining-Minute': '299',
    'RateLimit-Reset': '60',
    'X-Quota-Limit': '2000000',
    'X-Quota-Remaining': '1999999',
    RateLimit: '"minute";r=299;t=60, "month";r=1999999;t=864000',
    'X-Clamped': 'rows',
    'X-Hint': 'Did you mean `monobank`?',
  }
  const rateLimit = { limit: 300, remaining: 299, resetSeconds: 60 }
  const quota = { limit: 2_000_000, remaining: 1_999_999, resetSeconds: 864_000 }

  test('comes with its limits, request id and response when asked', async () => {
    const server = await localServer(answer(rates, headers))
    const { p2p } = connect(server.url)
    const received = await p2p.rates().withResponse()
    expect(received).toMatchObject({ data: rates, rateLimit, quota, requestId: 'req_7', clamped: ['rows'] })
    expect(received.hint).toBe('Did you mean `monobank`?')
    expect(received.response.headers.get('X-Clamped')).toBe('rows')
  })

  test('and an error carries the same', async () => {
    const server = await localServer(refuse(403, 'plan_required', headers))
    const { p2p } = connect(server.url)
    await expect(p2p.stats()).rejects.toMatchObject({ rateLimit, quota, requestId: 'req_7' })
    await expect(p2p.stats().withResponse()).rejects.toMatchObject({ rateLimit, quota })
  })

  test('keeps fields and words that this version does not know', async () => {
    const future = { ...rates, mood: { of: 'the market' }, exchanges: [{ exchange: 'eighth', buy: 1, wind: null }] }
    const server = await localServer(answer(future))
    const { p2p } = connect(server.url)
    expect(await p2p.rates()).toEqual(future)
  })

  test('without limit headers has none', async () => {
    const server = await localServer(answer(rates))
    const { p2p } = connect(server.url)
    expect(await p2p.rates().withResponse()).toMatchObject({
      rateLimit: null,
      quota: null,
      requestId: null,
      clamped: [],
    })
  })

  test('can be CSV', async () => {
    const lines = 't,buy,sell\r\n2026-01-15T12:00:00.000Z,41.3,41.1\r\n'
    const server = await localServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8; header=present' }).end(lines)
    })
    const { p2p } = connect(server.url)
    expect(await p2p.history({ format: 'csv', hours: 48 })).toBe(lines)
    expect(server.requests[0]).toMatchObject({
      url: '/api/v1/history?format=csv&hours=48',
      headers: { accept: 'text/csv' },
    })
  })

  test('never asked for is not an unhandled rejection when only the response is awaited', async () => {
    const server = await localServer(refuse(401, 'invalid_key'))
    const { p2p } = connect(server.url)
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listener)
    await p2p
      .rates()
      .withResponse()
      .catch(() => {})
    await new Promise(setImmediate)
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })
})

test('the headers of a request are made by the class that was given', async () => {
  const made: string[][] = []
  class OwnHeaders extends Headers {
    constructor(entries: Record<string, string>) {
      super(entries)
      made.push(Object.keys(entries))
    }
  }
  const server = await localServer(answer(rates))
  const { p2p } = connect(server.url, { Headers: OwnHeaders, defaultHeaders: { 'X-Desk': 'kyiv' } })
  await p2p.rates()
  expect(made).toEqual([expect.arrayContaining(['Accept', 'X-API-Key'])])
  expect(server.requests[0]?.headers).toMatchObject({ 'x-desk': 'kyiv' })
})

test('the log has retries, attempt by attempt, and never the key', async () => {
  const server = await localServer(drop, answer(rates, { 'X-Request-Id': 'req_7' }))
  const lines: string[] = []
  const told: object[] = []
  const note = (message: string, facts: object) => {
    told.push(facts)
    lines.push(`${message} ${JSON.stringify(facts)}`)
  }
  const logger = { error: note, warn: note, info: note, debug: note }
  const { p2p, clock } = connect(server.url, { logger, logLevel: 'debug', apiKey: 'p2p_secret' })
  const call = p2p.rates()
  await clock.pass(500)
  await call
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('p2p-rates: trying again')
  const about = { method: 'GET', path: '/rates', host: new URL(server.url).host }
  expect(told[0]).toMatchObject({ ...about, attempt: 1, pauseMs: expect.any(Number) })
  expect(told[1]).toEqual({ ...about, attempt: 2, status: 200, durationMs: 0, requestId: 'req_7' })
  expect(lines.join()).not.toContain('p2p_secret')
})

describe.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('an answer in %s', (encoding, compress) => {
  const compressed = (text: string) =>
    localServer((_, response) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
      response.writeHead(200, headers).end(compress(text))
    })

  test('equals the text before compression', async () => {
    const { p2p } = connect((await compressed(JSON.stringify(rates))).url)
    expect(await p2p.rates()).toEqual(rates)
  })

  test('is bounded by its decompressed size, not by the bytes sent', async () => {
    const { p2p } = connect((await compressed(`{${' '.repeat(60_000_000)}}`)).url, { maxRetries: 0 })
    await expect(p2p.rates()).rejects.toThrow('The answer has no end.')
  })
})
