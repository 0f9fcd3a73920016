import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { checkEach } from '@p2p-rates/core/testing'
import { request as undici } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainAsk } from '../../testing/conformance/cases/keys.js'
import { readable } from '../../testing/conformance/values.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { startServerAt, type TestServer } from '../../testing/start-server.js'
import { listen } from '../listen.js'

/** The clock stands still, so that a repeated request gets the same answer. */
let running: TestServer<ReturnType<typeof createFakeClock>>
let slowUrl: string
let closeSlow: () => void
beforeAll(async () => {
  running = await startServerAt({
    clock: createFakeClock(Date.now()),
    historyDays: 2,
    settings: { P2P_PLANS: JSON.stringify({ Business: { requestsPerMinute: 1_000_000 } }) },
  })
  const { server, url } = await listen(running.server.httpHandler.router, {
    host: '127.0.0.1',
    port: 0,
    maxStreams: 10,
  })
  slowUrl = url
  closeSlow = () => server.close()
  await firstSample()
})
afterAll(async () => {
  closeSlow()
  await running.stop()
})

/** The first sample of the sources changes an answer although the clock stands still. */
const firstSample = async (): Promise<void> => {
  while (!/"checks":[1-9]/.test((await ask('/api/v1/quality')).body.toString()));
}

type Wire = { readonly status: number; readonly headers: ReadonlyMap<string, string>; readonly body: Buffer }

const ask = (path: string, headers: Record<string, string> = {}, { url = running.url, method = 'GET' } = {}) =>
  new Promise<Wire>((done, fail) => {
    const sent = { 'X-API-Key': running.keys.Business, ...headers }
    request(url + path, { method, headers: sent, agent: false }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('error', fail)
      incoming.on('end', () =>
        done({
          status: incoming.statusCode ?? 0,
          headers: new Map(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(parts),
        }),
      )
    })
      .on('error', fail)
      .end()
  })

/** Repeats the request until the compressed answer is ready; the server compresses in the background. */
const askUntilEncoded = async (path: string, accepted: string): Promise<Wire> => {
  for (;;) {
    const wire = await ask(path, { 'Accept-Encoding': accepted })
    if (wire.headers.has('content-encoding')) return wire
  }
}

const decoders = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])
const aboutContent = ['content-type', 'content-length', 'content-encoding', 'etag', 'vary', 'cache-control'] as const
const contentHeaders = ({ headers }: Wire) => aboutContent.map((name) => headers.get(name))

const paths = readable
  .filter(({ cacheable }) => cacheable)
  .map((endpoint) => plainAsk(endpoint).path)
  .concat('/api/v1/history?hours=48&format=csv', '/api/v1/candles?hours=48&interval=5m', '/api/v1/rates?fiat=EUR')

test('a cached answer says in every case what decides about its form', () =>
  checkEach(paths, async (path) => {
    const first = await ask(path)
    const answers = [
      first,
      await ask(path, { 'Accept-Encoding': 'br' }),
      await ask(path, { 'Accept-Encoding': 'identity' }),
      await ask(path, { 'If-None-Match': first.headers.get('etag') ?? '' }),
      await ask(`${path}${path.includes('?') ? '&' : '?'}nonsense=1`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 304, 400])
    for (const { headers } of answers) expect(headers.get('vary')).toBe(vary)
  }))

const vary = 'X-API-Key, Authorization, Accept-Encoding'

// More wrong keys in a minute would be too many.
test('and so does the refusal of a wrong key', () =>
  checkEach(paths.slice(0, 10), async (path) => {
    const { status, headers } = await ask(path, { 'X-API-Key': 'wrong' })
    expect([status, headers.get('vary')]).toEqual([401, vary])
  }))

test('a cached answer comes smaller where it is long, from both doors, and is the same', () =>
  checkEach(paths, async (path) => {
    const plain = await ask(path)
    expect(plain.headers.has('content-encoding')).toBe(false)
    if (plain.body.length <= 1024) {
      for (let time = 0; time < 5; time++)
        expect(contentHeaders(await ask(path, { 'Accept-Encoding': 'br, gzip' }))).toEqual(contentHeaders(plain))
      return
    }
    for (const accepted of ['br', 'gzip', 'gzip;q=0.5, br;q=0.4', 'identity;q=0, *', '*;q=0', 'zstd']) {
      const wants = { 'Accept-Encoding': accepted }
      const fast = /[*]$|br|gzip/.test(accepted) ? await askUntilEncoded(path, accepted) : await ask(path, wants)
      const slow = await ask(path, wants, { url: slowUrl })
      const head = await ask(path, wants, { method: 'HEAD' })
      expect([slow.body.equals(fast.body), contentHeaders(slow)]).toEqual([true, contentHeaders(fast)])
      expect([head.body.length, contentHeaders(head)]).toEqual([0, contentHeaders(fast)])
      expect(fast.headers.get('content-length')).toBe(String(fast.body.length))
      const encoding = fast.headers.get('content-encoding') ?? 'identity'
      const decode = decoders.get(encoding) ?? ((body: Buffer) => body)
      expect(decode(fast.body).equals(plain.body)).toBe(true)
      expect(encoding === 'identity' || fast.body.length < plain.body.length).toBe(true)
    }
  }))

const long = '/api/v1/payment-methods'

test('an earlier answer is still current, whatever its encoding was and whichever is wanted now', async () => {
  const etags = [
    (await ask(long)).headers.get('etag') ?? '',
    (await askUntilEncoded(long, 'gzip')).headers.get('etag') ?? '',
    (await askUntilEncoded(long, 'br')).headers.get('etag') ?? '',
  ]
  expect(new Set(etags).size).toBe(3)
  for (const etag of etags)
    for (const accepted of ['identity', 'gzip', 'br'])
      for (const url of [running.url, slowUrl]) {
        const { status, headers, body } = await ask(
          long,
          { 'If-None-Match': etag, 'Accept-Encoding': accepted },
          { url },
        )
        expect([status, headers.get('etag'), headers.has('content-encoding'), body.length]).toEqual([
          304,
          etag,
          false,
          0,
        ])
      }
})

test('what belongs to one caller or is refused stays as it is', () =>
  checkEach(['/api/v1/me', '/api/v1/webhooks', '/api/v1/nothing', '/livez', '/api/v1/rates?fiat=XXX'], async (path) => {
    for (let time = 0; time < 5; time++) {
      const { headers } = await ask(path, { 'Accept-Encoding': 'gzip, br' })
      expect([headers.has('content-encoding'), headers.has('etag')]).toEqual([false, false])
    }
  }))

test('a stream stays as it is', async () => {
  const abort = new AbortController()
  const { headers } = await fetch(`${running.url}/api/v1/stream`, {
    headers: { 'X-API-Key': running.keys.Business, 'Accept-Encoding': 'gzip, br' },
    signal: abort.signal,
  })
  expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual([
    'text/event-stream; charset=utf-8',
    null,
  ])
  abort.abort()
})

test('fetch reads both encodings, and a client that asks for none gets none', async () => {
  const plain = (await ask(long)).body.toString()
  await askUntilEncoded(long, 'br')
  for (const accepted of ['gzip', 'br']) {
    const headers = { 'X-API-Key': running.keys.Business, 'Accept-Encoding': accepted }
    const answer = await fetch(running.url + long, { headers })
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([accepted, plain])
  }
  const usual = await fetch(running.url + long, { headers: { 'X-API-Key': running.keys.Business } })
  expect([usual.headers.get('content-encoding'), await usual.text()]).toEqual(['gzip', plain])
  const bare = await undici(running.url + long, { headers: { 'X-API-Key': running.keys.Business } })
  expect([bare.headers['content-encoding'], await bare.body.text()]).toEqual([undefined, plain])
})
