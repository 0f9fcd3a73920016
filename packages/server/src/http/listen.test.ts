import { once } from 'node:events'
import { Agent, get, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { closeServer, listen } from './listen.js'

const anywhere = { host: '127.0.0.1', port: 0, maxStreams: 10 }

test('a caller who never reads the refusal, nor that we have ended, is cut off', async () => {
  const { server, url } = await listen(() => {}, anywhere)
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  const [accepted] = (await once(server, 'connection')) as [Socket]
  // Without a `data` listener, nothing is read.
  caller.write('NONSENSE\r\n\r\n')
  await once(accepted, 'close')
  expect(accepted.bytesWritten).toBeGreaterThan(0)
  caller.destroy()
  await closeServer(server, 60_000)
})

test('a stop does not wait for a connection that was busy when it began and has its answer', async () => {
  let answer: (response: ServerResponse) => void = () => {}
  const asked = new Promise<ServerResponse>((done) => {
    answer = done
  })
  const { server, url } = await listen((_, response) => answer(response), anywhere)
  const agent = new Agent({ keepAlive: true })
  const answered = once(get(url, { agent }), 'response')
  const response = await asked
  const closed = closeServer(server, 60_000)
  response.end('done')
  const [incoming] = await answered
  incoming.resume()
  await closed
  expect(incoming.statusCode).toBe(200)
  agent.destroy()
})

test('a stop does not wait for a connection without a request, as browsers open in advance', async () => {
  const { server, url } = await listen(() => {}, anywhere)
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'connection')
  await closeServer(server, 60_000)
  await once(caller, 'close')
})

test('a request still running after the grace period is cut', async () => {
  const { server, url } = await listen(() => {}, anywhere)
  const failed = once(get(url), 'error')
  await once(server, 'request')
  await closeServer(server, 10)
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
})

const talk = (url: string, text: string): Promise<string> =>
  new Promise((done) => {
    const caller = connect(Number(new URL(url).port), '127.0.0.1', () => caller.write(text))
    let heard = ''
    caller.on('data', (part) => {
      heard += part.toString()
    })
    caller.on('error', () => {})
    caller.on('close', () => done(heard))
  })

test('a request names one Host, not two and not none', async () => {
  const { server, url } = await listen((_, response) => response.setHeader('Connection', 'close').end('seen'), anywhere)
  const ask = (...hosts: string[]) => talk(url, `GET / HTTP/1.1\r\n${hosts.join('')}X-Other: 1\r\n\r\n`)
  expect(await ask('Host: a\r\n')).toContain('200 OK')
  expect(await ask('Host: a\r\n', 'host: b\r\n')).toMatch(/^HTTP\/1.1 400 .*"code":"bad_request"/s)
  expect(await ask('Host: a\r\n', 'HOST: a\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect(await ask()).toMatch(/^HTTP\/1.1 400 /)
  await closeServer(server, 0)
})

test('no header that fits is dropped in silence, however many there are', async () => {
  const { server, url } = await listen((request, response) => {
    response.setHeader('Connection', 'close').end(String(request.headers['x-last']))
  }, anywhere)
  const many = Array.from({ length: 1_300 }, () => 'a:\r\n').join('')
  expect(await talk(url, `GET / HTTP/1.1\r\nHost: a\r\n${many}X-Last: here\r\n\r\n`)).toContain('here')
  await closeServer(server, 0)
})

describe('patience', () => {
  const timeouts = { headersTimeout: 60, requestTimeout: 120, connectionsCheckingInterval: 10 }

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['a request', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1'],
  ])('ends with %s that never come to an end', async (_, text) => {
    const { server, url } = await listen(() => {}, { ...anywhere, timeouts })
    expect(await talk(url, text)).toContain('408 Request Timeout')
    await closeServer(server, 0)
  })

  test('is bounded without any setting: no caller holds a connection for a minute', async () => {
    const { server } = await listen(() => {}, anywhere)
    for (const limit of [server.headersTimeout, server.requestTimeout]) {
      expect(limit).toBeGreaterThan(0)
      expect(limit).toBeLessThan(60_000)
    }
    await closeServer(server, 0)
  })
})

describe('connections', () => {
  test('beyond the cap are closed at once, and those below it go on', { timeout: 20_000 }, async () => {
    const { server, url } = await listen(() => {}, { ...anywhere, maxStreams: 2, spareConnections: 1 })
    const port = Number(new URL(url).port)
    const inside = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
    for (const _ of inside) await once(server, 'connection')
    const outside = connect(port, '127.0.0.1')
    outside.on('error', () => {})
    await once(outside, 'close')
    expect(inside.every((caller) => !caller.destroyed)).toBe(true)
    await closeServer(server, 0)
  })
})
