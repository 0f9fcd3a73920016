import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { selfSigned } from './testing/self-signed.js'
import { serveBytes, serveHttp, serveProxy, serveTls } from './testing/servers.js'
import { createTransport, type TransportOptions } from './transport.js'
import { faults } from './transport-faults.js'
import type { TransportLimits } from './transport-limits.js'

const get = { method: 'GET', path: '/ads' } as const
const page = JSON.stringify({ ads: Array.from({ length: 20 }, (_, n) => ({ id: n, price: 41 + n / 7 })) })
const mebibyte = 1024 * 1024

const start = (options: TransportOptions = {}) => {
  const transport = createTransport(options)
  onTestFinished(() => transport.close())
  return transport
}

const outcomeOf = (baseUrl: string, limits: Partial<TransportLimits> = {}) => start({ limits }).send({ baseUrl }, get)

describe('an answer', () => {
  test('in any encoding arrives as its text', () =>
    checkEach(
      [
        ['identity', Buffer.from(page)],
        ['gzip', gzipSync(page)],
        ['br', brotliCompressSync(page)],
        ['deflate', deflateSync(page)],
      ] as const,
      async ([encoding, body]) => {
        const baseUrl = await serveHttp((_, response) =>
          response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body),
        )
        expect(await start().send({ baseUrl }, get)).toEqual({
          status: 200,
          contentType: 'application/json',
          retryAfter: null,
          text: page,
        })
      },
    ))

  test('of 429 keeps its Retry-After', async () => {
    const baseUrl = await serveHttp((_, response) => response.writeHead(429, { 'retry-after': '17' }).end())
    expect(await start().send({ baseUrl }, get)).toMatchObject({ status: 429, retryAfter: '17' })
  })

  test('that refuses keeps its status although its body is unreadable', async () => {
    const baseUrl = await serveHttp((_, response) =>
      response.writeHead(403, { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end('not gzip'),
    )
    expect(await start().send({ baseUrl }, get)).toMatchObject({ status: 403, text: '' })
  })
})

describe('a request', () => {
  const seen: { url?: string | undefined; headers: Record<string, unknown>; body: string }[] = []
  const recorder = () =>
    serveHttp(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push({ url: request.url, headers: request.headers, body })
      response.end('{}')
    })

  test('sends an honest user agent, language and accepted encodings', async () => {
    await start().send({ baseUrl: await recorder() }, get)
    expect(seen.at(-1)?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^p2p-rates\/\d+\.\d+\.\d+ \(.+\)$/),
      'accept-language': 'en',
      'accept-encoding': 'gzip, br, deflate',
    })
  })

  test('carries the operator’s User-Agent over the adapter’s, and the adapter’s other headers', async () => {
    const transport = start({ userAgent: 'desk/1' })
    const headers = { 'user-agent': 'adapter', referer: 'https://example.test/p2p' }
    await transport.send({ baseUrl: await recorder() }, { ...get, headers })
    expect(seen.at(-1)?.headers).toMatchObject({ 'user-agent': 'desk/1', referer: 'https://example.test/p2p' })
  })

  test('sends its query encoded and its body as JSON below the base path', async () => {
    const baseUrl = `${await recorder()}/mirror/`
    await start().send(
      { baseUrl },
      { method: 'POST', path: '/ads', query: { fiat: 'U&A', page: 2 }, body: { page: 2 } },
    )
    expect(seen.at(-1)).toMatchObject({
      url: '/mirror/ads?fiat=U%26A&page=2',
      body: '{"page":2}',
      headers: { 'content-type': 'application/json' },
    })
  })

  test('never leaves its host, whatever the path', () =>
    checkEach(['//trap.test/x', '/@trap.test/', '/\\trap.test'], async (path) => {
      await start().send({ baseUrl: await recorder() }, { method: 'GET', path })
      expect(seen.at(-1)).toMatchObject({ url: path, headers: { host: expect.stringMatching(/^127\.0\.0\.1:/) } })
    }))
})

describe('timeout', () => {
  test('when the host never completes the connection', async () => {
    // A TLS handshake that is never answered stands for a black hole, which loopback cannot offer.
    const silent = await serveBytes(() => {})
    expect(await outcomeOf(silent.replace('http:', 'https:'), { connectMs: 50 })).toEqual(faults.connectTimeout)
  })

  test('when the first byte does not come', async () => {
    const baseUrl = await serveBytes(() => {})
    expect(await outcomeOf(baseUrl, { firstByteMs: 50 })).toEqual(faults.firstByteTimeout)
  })

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\nx: '],
    ['a body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'],
  ])('when %s drips one byte at a time', async (_, head) => {
    const baseUrl = await serveBytes((socket) => {
      socket.write(head)
      const drip = setInterval(() => socket.write('a'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await outcomeOf(baseUrl, { totalMs: 150 })).toEqual(faults.totalTimeout)
  })

  test('when the caller gives up, before or during the request', async () => {
    const caller = new AbortController()
    const baseUrl = await serveBytes((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{')
      caller.abort()
    })
    expect(await start().send({ baseUrl }, get, caller.signal)).toEqual(faults.cancelled)
    expect(await start().send({ baseUrl }, get, caller.signal)).toEqual(faults.cancelled)
  })
})

describe('network', () => {
  test('when the port is closed', async () => {
    expect(await outcomeOf('http://127.0.0.1:1')).toMatchObject({ kind: 'network' })
  })

  test.each(['', 'HTTP/1.1 200 OK\r\ncontent-le', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"ads":['])(
    'when the connection is reset after %j',
    async (sent) => {
      const baseUrl = await serveBytes((socket) => {
        socket.once('data', () => socket.write(sent, () => socket.resetAndDestroy()))
      })
      expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'network' })
    },
  )

  test('when the body ends before its Content-Length', async () => {
    const baseUrl = await serveBytes((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{}'))
    })
    expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'network' })
  })
})

describe('tls', () => {
  test.each([
    ['self-signed', new Date('2049-01-01')],
    ['expired', new Date('2001-01-01')],
  ])('when the certificate is %s', async (_, validUntil) => {
    expect(await outcomeOf(await serveTls(selfSigned(validUntil)))).toMatchObject({ kind: 'tls' })
  })

  test('when the other side does not speak TLS', async () => {
    const plain = await serveBytes((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await outcomeOf(plain.replace('http:', 'https:'))).toMatchObject({ kind: 'tls' })
  })
})

test('dns: a name that does not exist', async () => {
  expect(await outcomeOf('http://no-such-host.invalid')).toMatchObject({ kind: 'dns' })
})

describe('too_large', () => {
  test.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['deflate', (bytes: Buffer) => deflateSync(bytes)],
  ])('a %s bomb of 50 MiB, twenty times over, without the memory of even one', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50 * mebibyte, 0x20))
    expect(bomb.length).toBeLessThan(60_000)
    const baseUrl = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    )
    const transport = start()
    const sendTo = async (times: number) => {
      for (let round = 0; round < times; round++)
        expect(await transport.send({ baseUrl }, get)).toMatchObject({ kind: 'too_large' })
    }
    // Until the collector has found its rhythm.
    await sendTo(20)
    const before = process.memoryUsage().rss
    await sendTo(20)
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * mebibyte)
  })

  test('an answer that inflates further than honest text does', async () => {
    const body = gzipSync('a'.repeat(200_000))
    const baseUrl = await serveHttp((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
    expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'too_large' })
    expect(await outcomeOf(baseUrl, { maxInflation: 2_000 })).toMatchObject({ status: 200 })
  })

  test('endless chunks, cut off near the cap', async () => {
    let sent = 0
    const baseUrl = await serveHttp((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 0x20)
      const pump = () => {
        do sent += chunk.length
        while (response.write(chunk) && !response.destroyed)
      }
      response.on('drain', pump).on('error', () => {})
      pump()
    })
    expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'too_large' })
    expect(sent).toBeLessThan(16 * mebibyte)
  })

  test('endless headers', async () => {
    const baseUrl = await serveBytes((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(mebibyte)}`)
    })
    expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'too_large' })
  })
})

test('redirects are reported and their targets never visited', () =>
  checkEach([301, 302, 303, 307, 308], async (status) => {
    let visits = 0
    const trap = await serveHttp((_, response) => {
      visits++
      response.end()
    })
    const baseUrl = await serveHttp((_, response) => response.writeHead(status, { location: trap }).end('moved'))
    expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'redirect', httpStatus: status })
    expect(visits).toBe(0)
  }))

describe('bad_response', () => {
  test.each([
    ['an encoding that was not offered', 'zstd', Buffer.from(page)],
    ['two encodings', 'gzip, br', gzipSync(page)],
    ['a body that is not what its encoding says', 'gzip', Buffer.from(page)],
    ['a compressed body cut short', 'gzip', gzipSync(page).subarray(0, -9)],
    ['a brotli body cut short', 'br', brotliCompressSync(page).subarray(0, -9)],
    ['text that is not UTF-8', 'identity', Buffer.from('{"name":"\xcf\xf0\xe8\xe2\xe5\xf2"}', 'latin1')],
  ])('%s', async (_, encoding, body) => {
    const baseUrl = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'bad_response', httpStatus: 200 })
  })

  test('an answer that is not HTTP', async () => {
    const baseUrl = await serveBytes((socket) => {
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))
    })
    expect(await outcomeOf(baseUrl)).toMatchObject({ kind: 'bad_response' })
  })
})

test('a body longer than its Content-Length is cut there and does not spoil the next request', async () => {
  const baseUrl = await serveBytes((socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}{"injected":1}'))
  })
  const transport = start()
  for (let round = 0; round < 3; round++) {
    const outcome = await transport.send({ baseUrl }, get)
    expect('text' in outcome ? outcome.text : outcome.kind).toMatch(/^({}|network|bad_response)$/)
  }
})

describe('a proxy', () => {
  test('carries the requests of the exchange that was given one, and no other', async () => {
    const proxy = await serveProxy()
    const baseUrl = await serveHttp((_, response) => response.end('{}'))
    const transport = start()
    expect(await transport.send({ baseUrl, proxy: proxy.url }, get)).toMatchObject({ status: 200 })
    expect(proxy.tunnels).toEqual([new URL(baseUrl).host])
    expect(await transport.send({ baseUrl }, get)).toMatchObject({ status: 200 })
    expect(proxy.tunnels).toHaveLength(1)
  })

  test('that refuses, hangs or is gone is a fault, never a way around it', async () => {
    let visits = 0
    const baseUrl = await serveHttp((_, response) => {
      visits++
      response.end('{}')
    })
    const refusing = (await serveProxy(false)).url
    const hanging = await serveBytes(() => {})
    const transport = start()
    const impatient = start({ limits: { totalMs: 150 } })
    expect(await transport.send({ baseUrl, proxy: refusing }, get)).toMatchObject({ kind: 'network' })
    expect(await impatient.send({ baseUrl, proxy: hanging }, get)).toMatchObject({ kind: 'timeout' })
    expect(await transport.send({ baseUrl, proxy: 'http://127.0.0.1:1' }, get)).toMatchObject({ kind: 'network' })
    expect(visits).toBe(0)
  })
})
