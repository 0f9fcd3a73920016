import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPostToReceiver } from './post-to-receiver.js'
import {
  addressedCertificate as addressed,
  type Certificate,
  namedCertificate as named,
} from './testing/certificates.js'

const open: { server: Server; sockets: Set<Socket> }[] = []
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>()
  open.push({ server, sockets })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
const saying = (speak: (socket: Socket) => void) =>
  listen(createServer((socket) => socket.once('data', () => speak(socket))))

const home = async () => [{ address: '127.0.0.1', family: 4 }]
const patient = createPostToReceiver({ resolve: home, allowPrivate: true })
const hasty = createPostToReceiver({ resolve: home, allowPrivate: true, totalMs: 300, connectMs: 200 })
const send = (port: number, by = patient) =>
  by(new URL(`http://receiver.test:${port}/hook?x=1`), { 'X-One': '1' }, '{"ї":1}')

describe('an attempt ends in time with one outcome', () => {
  test('when the receiver answers with a body that is too long', async () => {
    const port = await saying((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      const more = () => socket.write(part, () => setImmediate(more))
      more()
    })
    expect(await send(port)).toEqual({ status: 200, fault: null, retryAfter: null })
  })

  test('when the receiver answers and then drips', async () => {
    const port = await saying((socket) => {
      socket.write('HTTP/1.1 503 No\r\nContent-Length: 1000\r\nRetry-After: 7\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await send(port)).toEqual({ status: 503, fault: null, retryAfter: '7' })
  })

  test.each<[string, (socket: Socket) => void]>([
    ['cuts the line', (socket) => void socket.resetAndDestroy()],
    ['hangs up', (socket) => void socket.end()],
    ['goes on with nonsense', (socket) => void socket.write('zz\r\nnonsense')],
  ])('with the status that came, when the receiver answers and then %s', async (_name, then) => {
    for (const coding of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
      const port = await saying((socket) => {
        socket.write(`HTTP/1.1 200 Yes\r\n${coding}\r\n\r\n`, () => setImmediate(then, socket))
      })
      expect(await send(port)).toEqual({ status: 200, fault: null, retryAfter: null })
    }
  })

  test.each<[string, (socket: Socket) => void, string]>([
    ['says nothing', () => {}, 'timeout'],
    ['drips its head', (socket) => void socket.write('HTTP/1.1 20'), 'timeout'],
    ['hangs up', (socket) => void socket.end(), 'network'],
    ['breaks off', (socket) => void socket.resetAndDestroy(), 'network'],
    ['speaks no HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH\r\n'), 'network'],
    [
      'wants another protocol',
      (socket) => void socket.write('HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'network',
    ],
    [
      'floods with headers',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(20_000)}\r\n`),
      'network',
    ],
    ['says 999', (socket) => void socket.end('HTTP/1.1 999 Go away\r\nContent-Length: 0\r\n\r\n'), 'bad_answer'],
    ['says 099', (socket) => void socket.end('HTTP/1.1 099 Hm\r\nContent-Length: 0\r\n\r\n'), 'bad_answer'],
    ['keeps saying wait', (socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(5)), 'timeout'],
  ])('when the receiver %s', async (_name, speak, fault) => {
    const by = fault === 'timeout' ? hasty : patient
    expect(await send(await saying(speak), by)).toEqual({ status: null, fault, retryAfter: null })
  })

  test('when the port is closed, the name is unknown, has no address or never resolves', async () => {
    const port = await saying(() => {})
    const { server } = open.pop() ?? {}
    await new Promise((resolve) => server?.close(resolve))
    expect((await send(port)).fault).toBe('network')
    const resolving = (resolve: Parameters<typeof createPostToReceiver>[0]['resolve']) =>
      send(port, createPostToReceiver({ resolve, allowPrivate: true, totalMs: 100 }))
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'])
      expect((await resolving(async () => Promise.reject(Object.assign(new Error(), { code })))).fault).toBe(
        'no_public_address',
      )
    expect((await resolving(async () => [])).fault).toBe('no_public_address')
    expect((await resolving(() => new Promise(() => {}))).fault).toBe('timeout')
  })
})

test('an attempt lasts fifteen seconds in all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const usual = createPostToReceiver({ resolve: () => new Promise(() => {}), allowPrivate: true })
    let outcome: unknown = null
    void usual(new URL('http://receiver.test/'), {}, '{}').then((ended) => {
      outcome = ended
    })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(outcome).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toEqual({ status: null, fault: 'timeout', retryAfter: null })
  } finally {
    vi.useRealTimers()
  }
})

test('a delivery is one plain POST with the exact bytes and no extra headers', async () => {
  let heard = ''
  const port = await listen(
    createServer((socket) => {
      socket.on('data', (part) => {
        heard += part
        if (heard.endsWith('}')) socket.end('HTTP/1.1 204 No Content\r\n\r\n')
      })
    }),
  )
  expect((await send(port)).status).toBe(204)
  const [head, body] = heard.split('\r\n\r\n')
  expect(body).toBe('{"ї":1}')
  expect(head?.split('\r\n')).toEqual([
    'POST /hook?x=1 HTTP/1.1',
    `Host: receiver.test:${port}`,
    'X-One: 1',
    `Content-Length: ${Buffer.byteLength('{"ї":1}')}`,
    'Connection: close',
  ])
})

test('the next address is tried when the first does not answer', async () => {
  const port = await saying((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const resolve = async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect((await send(port, createPostToReceiver({ resolve, allowPrivate: true, totalMs: 2_000 }))).status).toBe(200)
})

describe('over TLS', () => {
  const serve = ({ key, cert }: Certificate, maxVersion: 'TLSv1.3' | 'TLSv1.1' = 'TLSv1.3') =>
    listen(
      createTlsServer({ key, cert, maxVersion, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }, (socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
      }),
    )
  const sendTo = (host: string, port: number, ca?: string) =>
    createPostToReceiver({ resolve: home, allowPrivate: true, totalMs: 2_000, ...(ca === undefined ? {} : { ca }) })(
      new URL(`https://${host}:${port}/`),
      {},
      '{}',
    )

  test('a certificate that is known and names the receiver is accepted, a name and an address alike', async () => {
    expect((await sendTo('receiver.test', await serve(named), named.cert)).status).toBe(200)
    expect((await sendTo('receiver.test.', await serve(named), named.cert)).status).toBe(200)
    expect((await sendTo('127.0.0.1', await serve(addressed), addressed.cert)).status).toBe(200)
  })

  test.each([
    ['unknown', 'receiver.test', named, undefined],
    ['of another name', 'other.test', named, named.cert],
    ['of a name for an address', '127.0.0.1', named, named.cert],
    ['of an address for a name', 'receiver.test', addressed, addressed.cert],
  ] as const)('a certificate that is %s is refused', async (_what, host, certificate, ca) => {
    expect(await sendTo(host, await serve(certificate), ca)).toEqual({ status: null, fault: 'tls', retryAfter: null })
  })

  test('nothing older than TLS 1.2 is spoken', async () => {
    expect(await sendTo('receiver.test', await serve(named, 'TLSv1.1'), named.cert)).toMatchObject({ fault: 'tls' })
  })

  test('a receiver that accepts and never greets costs the time to connect, not more', async () => {
    const port = await listen(createServer(() => {}))
    const quick = createPostToReceiver({ resolve: home, allowPrivate: true, connectMs: 100 })
    expect((await quick(new URL(`https://receiver.test:${port}/`), {}, '{}')).fault).toBe('timeout')
  })
})
