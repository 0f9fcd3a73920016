import { createServer, type Server, type Socket, type TcpNetConnectOpts } from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectToReceiver, RefusedAddressError } from './connect-to-receiver.js'

/** Real target of all connections, whatever address was requested, as if the network had misrouted them. */
const route = vi.hoisted(() => ({ port: 0 }))
vi.mock('node:net', async (importOriginal) => {
  const net = await importOriginal<typeof import('node:net')>()
  return {
    ...net,
    connect: (options: TcpNetConnectOpts) =>
      net.connect(route.port === 0 ? options : { host: '127.0.0.1', port: route.port }),
  }
})

let server: Server
let heard: Buffer
let firstBytes: Promise<Buffer>
beforeEach(async () => {
  heard = Buffer.alloc(0)
  let tell = (_: Buffer) => {}
  firstBytes = new Promise((done) => {
    tell = done
  })
  server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.on('data', (part) => {
      heard = Buffer.concat([heard, part])
      tell(heard)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  route.port = 0
  server.close()
})

const port = () => (server.address() as { port: number }).port
const away = { resolve: async () => [{ address: '8.8.8.8', family: 4 }], connectTimeoutMs: 2_000 }

describe('the connected socket', () => {
  test.each(['https://receiver.example.com/', 'https://8.8.8.8/'])(
    'that leads elsewhere than was judged is dropped before a byte is sent: %s',
    async (url) => {
      route.port = port()
      const connected = new Promise<Socket>((done) => server.once('connection', done))
      await expect(connectToReceiver(new URL(url), { ...away, allowPrivate: false })).rejects.toThrow(
        RefusedAddressError,
      )
      const socket = await connected
      if (!socket.destroyed) await new Promise((done) => socket.once('close', done))
      expect(heard).toHaveLength(0)
    },
  )

  test('is kept where private receivers are allowed', async () => {
    route.port = port()
    const socket = await connectToReceiver(new URL('http://receiver.example.com/'), { ...away, allowPrivate: true })
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })
})

test('a receiver is offered TLS 1.2 and 1.3 and nothing older, also where the runtime would', async () => {
  const { DEFAULT_CIPHERS } = tls
  // At this level the library itself would go down to 1.0.
  Object.assign(tls, { DEFAULT_CIPHERS: 'DEFAULT@SECLEVEL=0' })
  const dialled = connectToReceiver(new URL(`https://127.0.0.1:${port()}/`), {
    ...away,
    allowPrivate: true,
    connectTimeoutMs: 300,
  })
  const failed = expect(dialled).rejects.toThrow()
  expect(offeredVersions(await firstBytes)).toEqual([0x0304, 0x0303])
  Object.assign(tls, { DEFAULT_CIPHERS })
  await failed
})

const offeredVersions = (hello: Buffer): number[] => {
  // Record and handshake heads, version, random; then session id, ciphers and compressions, each with its length.
  let at = 5 + 4 + 2 + 32
  at += 1 + hello.readUInt8(at)
  at += 2 + hello.readUInt16BE(at)
  at += 1 + hello.readUInt8(at)
  const end = at + 2 + hello.readUInt16BE(at)
  for (at += 2; at < end; at += 4 + hello.readUInt16BE(at + 2)) {
    if (hello.readUInt16BE(at) !== 43) continue
    const count = hello.readUInt8(at + 4) / 2
    return Array.from({ length: count }, (_, index) => hello.readUInt16BE(at + 5 + 2 * index))
  }
  return []
}
