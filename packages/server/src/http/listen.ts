import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { answerHeaders, livez, toProblemResponse } from '@p2p-rates/contract'
import { createMultiCounter } from '../base/concurrency/multi-counter.js'
import { cannotListen } from '../base/errors/operator-errors.js'
import { networkOf } from './limit-subjects.js'
import { addCommonHeaders, headerList, jsonType } from './reply.js'

const defaultTimeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }
const defaultSpareConnections = 4_000

export async function listen(
  listener: RequestListener,
  options: {
    host: string
    port: number
    maxStreams: number
    timeouts?: typeof defaultTimeouts
    spareConnections?: number
  },
): Promise<{ readonly server: Server; readonly url: string }> {
  const { host, port, maxStreams, timeouts = defaultTimeouts, spareConnections = defaultSpareConnections } = options
  const answer: RequestListener = (request, response) => {
    if (hasOneHost(request)) listener(request, response)
    // Through the answer, not the socket: others may still be answered on this connection.
    else response.writeHead(400, headers(missingHostBody)).end(missingHostBody)
  }
  const server = createServer(
    {
      ...timeouts,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 8 * 1024,
      // Requests without a host are rejected by our own handler instead.
      requireHostHeader: false,
      noDelay: true,
      // TCP keep-alive finds dead peers; a stalled stream is found by its unsent bytes.
      keepAlive: true,
    },
    answer,
  )
  // No limit on the number of headers within the size limit: Node would drop the rest silently, perhaps the API key.
  server.maxHeadersCount = 0
  server.maxConnections = maxStreams + spareConnections
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const [status, message] = parseErrors.get(error.code ?? '') ?? [
      '400 Bad Request',
      'This is not a request we can read.',
    ]
    socket.end(unreadableReply(status, message))
    // Cut off a client that reads neither the answer nor the end of the connection.
    setTimeout(() => socket.destroy(), closeDelayMs).unref()
  })
  server.on('connect', (_, socket: Duplex) => {
    socket.on('error', () => {})
    socket.end(unreadableReply('400 Bad Request', 'This service is no proxy.'))
    setTimeout(() => socket.destroy(), closeDelayMs).unref()
  })
  trackConnections(server)
  // Ignore an unknown `Expect` header.
  server.on('checkExpectation', answer)
  await new Promise<void>((done, fail) => {
    const wanted = { host, port, hostSetting: 'P2P_HOST', portSetting: 'P2P_PORT' }
    server.once('error', (error) => fail(cannotListen(error, wanted)))
    server.listen(port, host, done)
  })
  const address = server.address() as AddressInfo
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { server, url: `http://${shownHost}:${address.port}` }
}

const closeDelayMs = 1_000

/** One `Host` header, or none in HTTP/1.0. A proxy and this server could read two differently. */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

const parseErrors: ReadonlyMap<string, readonly [status: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The address and headers are longer than 8 KiB.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request took too long to arrive.']],
])

const bodyOf = (message: string): string => JSON.stringify(toProblemResponse({ code: 'bad_request', message }))

const missingHostBody = bodyOf('A request must name the host it is for, once.')

const jsonHeadersOf = (body: string) => ({
  'Content-Type': jsonType,
  'Content-Length': String(Buffer.byteLength(body)),
  [answerHeaders.cacheControl.name]: 'no-store',
})

const headers = (body: string): string[] =>
  addCommonHeaders(headerList({ ...jsonHeadersOf(body), Connection: 'close' }), randomBytes(8).toString('hex'), {
    kind: 'public',
  })

/** For a request that no handler can read. The connection closes with it. */
function unreadableReply(status: string, message: string): string {
  const body = bodyOf(message)
  const all = headers(body)
  const lines = all.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n')
}

const openConnections = new WeakMap<Server, Set<Socket>>()

function trackConnections(server: Server): void {
  const open = new Set<Socket>()
  openConnections.set(server, open)
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}

export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  // Browsers open connections in advance. Node calls those without a request busy.
  for (const socket of openConnections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
  // A busy connection becomes idle after its answer; close it before it carries another request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

export function limitConnectionsPerAddress(
  server: Server,
  { most, isTrusted }: { most: number; isTrusted: (address: string) => boolean },
): void {
  if (most === 0) return
  const open = createMultiCounter()
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isTrusted(address)) return
    const network = networkOf(address)
    if (open.of(network) >= most) {
      socket.destroy()
      return
    }
    open.change(1, network)
    socket.once('close', () => open.change(-1, network))
  })
}

/** Replies 503 "starting" until `open` is called; `/livez` works from the start. */
export function createStartupGate(handler: RequestListener): {
  readonly listener: RequestListener
  readonly open: () => void
} {
  let isOpen = false
  return {
    listener: (request, response) => {
      if (isOpen || request.url === livez.path) handler(request, response)
      else response.writeHead(503, startingHeaders).end(starting)
    },
    open: () => {
      isOpen = true
    },
  }
}

const starting = JSON.stringify(toProblemResponse({ code: 'overloaded', message: 'The service is starting.' }))

const startingHeaders = { ...jsonHeadersOf(starting), [answerHeaders.retryAfter.name]: '1' }
