import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../testing/raw-garbage.js'
import { startServer, type TestServer } from '../testing/start-server.js'

let running: TestServer
beforeAll(async () => {
  running = await startServer({ historyDays: 0, fiats: ['UAH'] })
})
afterAll(() => running.stop())

const send = (text: string) => sendRaw(running.url, Buffer.from(text, 'latin1'))
const get = (extra = '', host = 'here') =>
  `GET /api/v1/rates HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${running.keys.Business}\r\n${extra}\r\n`
const post = (extra: string, body: string) =>
  `POST /api/v1/webhooks HTTP/1.1\r\nHost: here\r\nX-API-Key: ${running.keys.Business}\r\n${extra}\r\n\r\n${body}`

const answersIn = (received: string): number => [...received.matchAll(/^HTTP\/1\.1 \d{3} /gm)].length

const malformed: readonly (readonly [name: string, text: () => string])[] = [
  [
    'a length and chunks at once',
    () => post('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\nGET / HTTP/1.1'),
  ],
  ['two lengths', () => post('Content-Length: 2\r\nContent-Length: 4', '{}{}')],
  ['a signed length', () => post('Content-Length: +2', '{}')],
  ['chunks that are not the last encoding', () => post('Transfer-Encoding: chunked, gzip', '0\r\n\r\n')],
  ['a chunk size that is none', () => post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n')],
  ['a folded header', () => get('X: a\r\n b\r\n')],
  ['a blank before the colon', () => get('X : a\r\n')],
  ['a nul in a header', () => get('X: \0\r\n')],
  ['a bare line feed', () => get('X: a\nY: b\r\n').replace('\r\nX-API-Key', '\nX-API-Key')],
  ['no host', () => get().replace('Host: here\r\n', '')],
  ['no host before a body', () => post('Content-Length: 2', '{}').replace('Host: here\r\n', '')],
  ['a wish for a tunnel', () => `CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n`],
  ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
]

test('a malformed request is refused in our words, once, and the connection ends', () =>
  checkEach(
    malformed,
    async ([, text]) => {
      const received = await send(text())
      expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(received).toMatch(/\r\nConnection: close\r\n/i)
      expect(received).toMatch(/\r\nX-Request-Id: [0-9a-f]{16}\r\n/)
      expect(received).toContain('{"detail":{"code":"bad_request","message":"')
      expect(received).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/)
      expect(answersIn(received)).toBe(1)
    },
    ([name]) => name,
  ))

test('a flood of headers is refused as such', async () => {
  for (const flood of ['Header: value\r\n'.repeat(3_000), `H: ${'v'.repeat(9_000)}\r\n`]) {
    const received = await send(get(flood))
    expect(received).toMatch(/^HTTP\/1\.1 431 /)
    expect(received).toContain('"code":"bad_request"')
    expect(received).toMatch(/\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'/)
  }
})

test('HTTP/1.0 need not name a host', async () => {
  const old = `GET /api/v1/rates HTTP/1.0\r\nX-API-Key: ${running.keys.Business}\r\n\r\n`
  expect(await send(old)).toMatch(/^HTTP\/1\.1 200 OK/)
})

test('a request without a host is no end for those before it', async () => {
  const received = await send(get() + get().replace('Host: here\r\n', ''))
  expect([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toEqual(['200', '400'])
})

test('requests in a row on one connection are answered in order, each once', async () => {
  const received = await send(Array.from({ length: 5 }, (_, at) => get(`X-Request-Id: r${at}\r\n`)).join(''))
  expect([...received.matchAll(/X-Request-Id: (\w+)/g)].map(([, id]) => id)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
})

test('what a caller says about host and proxies changes nothing', async () => {
  const bodyOf = (received: string) => received.slice(received.indexOf('\r\n\r\n'))
  const document = (text: string) => text.replace('/rates ', '/openapi.json ')
  const plain = bodyOf(await send(document(get('Connection: close\r\n'))))
  const forged = document(
    get('Connection: close\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil\r\n', 'evil.example'),
  )
  expect(plain).toContain('"openapi"')
  expect(bodyOf(await send(forged))).toBe(plain)
})

test('a caller that hangs up in the middle of a body leaves no failure behind', async () => {
  expect(await send(post('Content-Type: application/json\r\nContent-Length: 50', '{"url":'))).not.toMatch(
    /^HTTP\/1\.1 500/m,
  )
  expect(await send(get())).toMatch(/^HTTP\/1\.1 200 OK/)
})
