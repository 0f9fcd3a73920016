import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cannotListen } from './cannot-listen.js'

/** How long a caller may take to send his headers and his request, and how often that is looked after. */
type Patience = {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly connectionsCheckingInterval: number
}

export const usualPatience: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
export const usualSpareConnections = 4_000

/** An HTTP server that does not let slow or oversized requests cost the others anything. */
export const listen = async (
  listener: RequestListener,
  {
    host,
    port,
    maxStreams,
    patience = usualPatience,
    spareConnections = usualSpareConnections,
  }: { host: string; port: number; maxStreams: number; patience?: Patience; spareConnections?: number },
): Promise<{ readonly server: Server; readonly url: string }> => {
  const answer: RequestListener = (request, response) => {
    if (hasOneHost(request.rawHeaders)) listener(request, response)
    else request.socket.end(malformedReply('400 Bad Request'))
  }
  const server = createServer(
    {
      ...patience,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 8 * 1024,
      noDelay: true,
      // A stalled stream is noticed by its unsent bytes; a dead peer by this.
      keepAlive: true,
    },
    answer,
  )
  // All that fits into the size above is read: a header dropped in silence could be the key.
  server.maxHeadersCount = 0
  server.maxConnections = maxStreams + spareConnections
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    socket.end(malformedReply(statusLines.get(error.code ?? '') ?? '400 Bad Request'))
    // Whoever does not read what we said, nor that we have ended, is not waited for.
    setTimeout(() => socket.destroy(), lastWordsMs).unref()
  })
  // An expectation we do not know is no reason to refuse what is asked.
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

const lastWordsMs = 1_000

/** Two of them could mean one thing to a proxy and another to us. */
const hasOneHost = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  return hosts <= 1
}

const statusLines = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])

const malformedReply = (status: string): string => {
  const body = JSON.stringify({ detail: { code: 'invalid_parameter', message: 'This is not a request we can read.' } })
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomBytes(8).toString('hex')}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Stops accepting, lets answers under way finish, and cuts what is left after the grace. */
export const closeServer = async (server: Server, graceMs: number): Promise<void> => {
  const closed = new Promise<void>((done) => server.close(() => done()))
  // A connection that was busy becomes idle with its answer, and nobody may ask on it again.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
