import { once } from 'node:events'
import { request as ask } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWhenStale } from '../testing/built.js'
import { makeHome, starterIn } from '../testing/run-p2p.js'

const { home, remove } = makeHome()
const start = starterIn(home)

let receiver: Receiver
let port: number
let listening: ReturnType<typeof start>

beforeAll(buildWhenStale)
afterAll(remove)
beforeEach(async () => {
  receiver = await startReceiver()
  port = await freePort()
  listening = start(['listen', '--forward-to', `${receiver.url}/hook`, '--port', String(port)])
  await listening.until(/whsec_/)
})
afterEach(async () => {
  await listening.stop()
  await receiver.close()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** The status that an event of these bytes is answered with. */
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
    const names = receiver.deliveries.flatMap(({ headers }) => [...headers.keys()])
    expect(names).toEqual(expect.arrayContaining(['webhook-id', 'x-service-attempt', 'x-service-event']))
    expect(names).not.toContain('cookie')
    expect(names).not.toContain('authorization')
  })

  test('is told on one line, whatever the sender calls it', async () => {
    expect(await send(Buffer.from('{}'), { 'x-service-delivery': 'dl_1\tx\u009b31m' })).toBe(200)
    const said = await listening.until(/ping\t.*\n/)
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
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('after an event that is longer than any, which it refuses and relays nowhere', async () => {
    expect(await send(Buffer.alloc(3_000_000, 32))).toBe(413)
    expect(await send(Buffer.alloc(1_000_000, 32))).toBe(200)
    expect(receiver.deliveries.map(({ body }) => body.length)).toEqual([1_000_000])
  })
})
