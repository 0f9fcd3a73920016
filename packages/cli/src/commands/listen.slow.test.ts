import { once } from 'node:events'
import { request as ask, createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWhenStale } from '../testing/built.js'
import { makeHome, runnerIn } from '../testing/run-p2p.js'
import { starterIn } from '../testing/start-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const start = starterIn(home)

let receiver: Receiver
let port: number
let listening: ReturnType<typeof start>

beforeAll(async () => {
  await buildWhenStale()
  receiver = await startReceiver()
  port = await freePort()
  listening = start(['webhooks', 'listen', '--forward-to', `${receiver.url}/hook`, '--port', String(port)])
  await listening.until(/whsec_/)
})
let earlier = 0
beforeEach(() => {
  earlier = receiver.deliveries.length
})
const received = () => receiver.deliveries.slice(earlier)
afterAll(async () => {
  expect(await listening.stop()).toBe(130)
  await receiver.close()
  remove()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const send = (body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const known = { 'x-service-event': 'ping', 'x-service-delivery': 'dl_1', ...headers }
    ask({ port, host: '127.0.0.1', method: 'POST', headers: known }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end(body)
  })

describe('what listen relays', () => {
  test('are the headers of the event, and nothing that belongs to its sender', async () => {
    const headers = { 'webhook-id': 'dl_1', 'x-service-attempt': '2', cookie: 'a=1', authorization: 'Bearer secret' }
    expect(await send(Buffer.from('{}'), headers)).toBe(200)
    const names = received().flatMap(({ headers }) => [...headers.keys()])
    expect(names).toEqual(expect.arrayContaining(['webhook-id', 'x-service-attempt', 'x-service-event']))
    expect(names).not.toContain('cookie')
    expect(names).not.toContain('authorization')
  })

  test('is printed on one line, whatever the sender calls it', async () => {
    expect(await send(Buffer.from('{}'), { 'x-service-delivery': 'dl_1\tx\u009b31m' })).toBe(200)
    const said = await listening.until(/ping\tdl_1 x.*\n/)
    expect(said).toMatch(/Z\tping\tdl_1 x\t200\t\d+ ms/)
  })
})

describe('listen goes on', () => {
  test('after a sender that hung up in the middle of an event', async () => {
    // The other end may answer with a reset, which is no concern of this test.
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"event"')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume().end()
    await closed
    expect(await send(Buffer.from('{}'))).toBe(200)
    expect(received()).toHaveLength(1)
  })

  test('after an event that is longer than any, which it refuses and relays nowhere', async () => {
    expect(await send(Buffer.alloc(3_000_000, 32))).toBe(413)
    expect(await send(Buffer.alloc(1_000_000, 32))).toBe(200)
    expect(received().map(({ body }) => body.length)).toEqual([1_000_000])
  })
})

test('what listen prints is the secret that trigger signs with, and events arrive byte for byte', async () => {
  const said = await listening.until(/whsec_\S+\n/)
  const secret = /whsec_\S+/.exec(said)?.[0] ?? ''
  for (const kind of ['ping', 'spread', 'best_buy', 'best_sell']) {
    const before = receiver.deliveries.length
    const { code, out } = await p2p(['webhooks', 'trigger', kind, '--url', `http://127.0.0.1:${port}/`])
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^dl_sample_\\w+\\t${kind}\\t200\\n$`)),
    })
    const delivery = receiver.deliveries[before]
    expect(delivery?.path).toBe('/hook')
    const headers = Object.fromEntries(delivery?.headers ?? [])
    expect(new Webhook(secret).verify(delivery?.body ?? '', headers)).toMatchObject({ event: kind })
  }
  await listening.until(/best_sell\tdl_sample_\w+\t200\t\d+ ms/)
})

test('what the receiver answers is shown with its first line, and events that are not wanted stay here', async () => {
  const strict = createHttpServer((_, response) => response.writeHead(401).end('wrong secret\x1b[31m\nat line 7\n'))
  await once(strict.listen(0, '127.0.0.1'), 'listening')
  const port = String(await freePort())
  const to = `http://127.0.0.1:${(strict.address() as AddressInfo).port}/`
  const choosy = start([
    'webhooks',
    'listen',
    '--forward-to',
    to,
    '--port',
    port,
    '--event',
    'spread',
    '--event',
    'best_buy',
  ])
  await choosy.until(/whsec_/)
  const here = ['--url', `http://127.0.0.1:${port}/`]
  expect(await p2p(['webhooks', 'trigger', 'spread', ...here])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/answered 401 to spread: wrong secret\n.*--print-secret/),
  })
  expect(await p2p(['webhooks', 'trigger', 'ping', ...here])).toMatchObject({
    code: 0,
    out: expect.stringContaining('\t204'),
  })
  const said = await choosy.until(/ping\t.*left out/)
  expect(said).toMatch(/spread\tdl_\S+\t401\t\d+ ms\twrong secret\n/)
  await choosy.stop()
  strict.close()
  expect(await p2p(['webhooks', 'listen', '--event', 'sprad'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Did you mean spread?'),
  })
})
