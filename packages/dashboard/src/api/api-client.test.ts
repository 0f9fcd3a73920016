import { describe, expect, test } from 'vitest'
import { createApiClient, pathOf } from './api-client.js'
import type { ApiError } from './api-error.js'

type Asked = { readonly url: string; readonly init: RequestInit }

const openAsk = (answer: () => Response | Promise<Response>, first: Record<string, unknown> = {}) => {
  const asked: Asked[] = []
  const ask = createApiClient(async (url, init = {}) => {
    asked.push({ url: String(url), init })
    return answer()
  }, first)
  return { ask, asked }
}
const refused = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('It has not failed.'),
    (error: ApiError) => error,
  )

describe('a question', () => {
  test('has its parameters in the order of the alphabet, without those that are absent', () => {
    expect(
      pathOf('GET /quote', { side: 'BUY', amount: 0.00000001, fiat: 'UAH', exchange: undefined, payment_method: '' }),
    ).toBe('/quote?amount=0.00000001&fiat=UAH&side=BUY')
    expect(pathOf('PATCH /keys/{id}', { name: 'a' }, { id: 'a/b?c' })).toBe('/keys/a%2Fb%3Fc')
  })

  test('is asked of the own server, with its session, and takes what the browser keeps unless it must not', async () => {
    const { ask, asked } = openAsk(() => Response.json({ asset: 'USDT' }))
    expect(await ask.request('GET /rates', { fiat: 'UAH' })).toEqual({ asset: 'USDT' })
    await ask.request('GET /rates', { fiat: 'UAH' }, { revalidate: true })
    expect(asked.map(({ url }) => url)).toEqual(['/web/v1/rates?fiat=UAH', '/web/v1/rates?fiat=UAH'])
    expect(asked.map(({ init }) => [init.method, init.credentials, init.cache, init.body])).toEqual([
      ['GET', 'same-origin', 'default', undefined],
      ['GET', 'same-origin', 'no-cache', undefined],
    ])
  })

  test('that changes something carries it as JSON', async () => {
    const { ask, asked } = openAsk(() => new Response(null, { status: 204 }))
    expect(await ask.request('DELETE /account', { current_password: 'secret words' })).toBeUndefined()
    const { url, init } = asked[0] ?? expect.fail('Nothing was asked.')
    expect([url, init.method, init.body]).toEqual(['/web/v1/account', 'DELETE', '{"current_password":"secret words"}'])
    expect(new Headers(init.headers).get('content-type')).toBe('application/json')
  })

  test('that the page has brought the answer of is answered once', () => {
    const { ask } = openAsk(() => expect.fail('Nothing is asked.'), { '/rates?fiat=UAH': { asset: 'USDT' } })
    expect(ask.preloaded('GET /rates', { fiat: 'EUR' })).toBeNull()
    expect(ask.preloaded('GET /rates', { fiat: 'UAH' })).toEqual({ asset: 'USDT' })
    expect(ask.preloaded('GET /rates', { fiat: 'UAH' })).toBeNull()
  })
})

describe('a refusal', () => {
  test('carries its code, the parameter, the id of the request and when to try again', async () => {
    const body = { detail: { code: 'rate_limited', message: 'Slower.', param: 'fiat' } }
    const { ask } = openAsk(() => refused(429, body, { 'retry-after': '18', 'x-request-id': '7f3a9c' }))
    expect(await failure(ask.request('GET /rates', {}))).toMatchObject({
      code: 'rate_limited',
      status: 429,
      param: 'fiat',
      requestId: '7f3a9c',
      retryAfterSeconds: 18,
    })
  })
  test.each([
    [502, '<html>Bad gateway</html>', 'overloaded'],
    [404, 'null', 'unknown'],
    [400, '{"detail":null}', 'unknown'],
    [500, '', 'overloaded'],
  ])('%i of a proxy with the body %j is %s', async (status, body, code) => {
    const { ask } = openAsk(() => refused(status, body))
    expect((await failure(ask.request('GET /rates', {}))).code).toBe(code)
  })
  test('names no time where the header names none that can be waited for', async () => {
    const { ask } = openAsk(() => refused(503, {}, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }))
    expect((await failure(ask.request('GET /rates', {}))).retryAfterSeconds).toBeNull()
  })
})

describe('without a server', () => {
  test('a question is offline', async () => {
    const { ask } = openAsk(() => Promise.reject(new TypeError('Failed to fetch')))
    expect((await failure(ask.request('GET /rates', {}))).code).toBe('offline')
  })
  test('half an answer is none', async () => {
    const { ask } = openAsk(() => new Response('{"asset":"US'))
    expect((await failure(ask.request('GET /rates', {}))).code).toBe('offline')
  })
  test('a question that was taken back is no failure of the server', async () => {
    const left = new AbortController()
    const { ask } = openAsk(() => {
      left.abort(new Error('The reader has left.'))
      return Promise.reject(left.signal.reason)
    })
    expect((await failure(ask.request('GET /rates', {}, { signal: left.signal }))).message).toBe('The reader has left.')
  })
})
