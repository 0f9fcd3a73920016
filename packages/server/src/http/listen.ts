import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { answerHeaders, toProblemResponse } from '@p2p-rates/contract'
import { cannotListen } from './cannot-listen.js'

/** How long a caller may take to send headers and request, and how often that is checked. */
type Patience = {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly connectionsCheckingInterval: number
}

const usualPatience: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
const usualSpareConnections = 4_000

/** An HTTP server that does not let slow or oversized requests cost the others anything. */
export async function listen(
  listener: RequestListener,
  {
    host,
    port,
    maxStreams,
    patience = usualPatience,
    spareConnections = usualSpareConnections,
  }: { host: string; port: number; maxStreams: number; patience?: Patience; spareConnections?: number },
): Promise<{ readonly server: Server; readonly url: string }> {
  const answer: RequestListener = (request, response) => {
    if (hasOneHost(request)) listener(request, response)
    // Through the answer, not the socket: others may still be answered on this connection.
    else response.writeHead(400, headers(noHost)).end(noHost)
  }
  const server = createServer(
    {
      ...patience,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 8 * 1024,
      // Refused by us instead, in our words.
      requireHostHeader: false,
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
    const [status, message] = refusals.get(error.code ?? '') ?? [
      '400 Bad Request',
      'This is not a request we can read.',
    ]
    socket.end(unreadableReply(status, message))
    // A caller that reads neither the answer nor its end is cut off.
    setTimeout(() => socket.destroy(), lastWordsMs).unref()
  })
  server.on('connect', (_, socket: Duplex) => {
    socket.on('error', () => {})
    socket.end(unreadableReply('400 Bad Request', 'This service is no proxy.'))
    setTimeout(() => socket.destroy(), lastWordsMs).unref()
  })
  // A request with an unknown `Expect` is answered as if it had none.
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

/** Only HTTP/1.0 may leave it out; two of them could mean one thing to a proxy and another to us. */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

const refusals: ReadonlyMap<string, readonly [status: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The address and headers are longer than 8 KiB.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request took too long to arrive.']],
])

const bodyOf = (message: string): string => JSON.stringify(toProblemResponse({ code: 'bad_request', message }))

const noHost = bodyOf('A request must name the host it is for, once.')

const headers = (body: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  [answerHeaders.cacheControl.name]: 'no-store',
  [answerHeaders.requestId.name]: randomBytes(8).toString('hex'),
  Connection: 'close',
})

/** Said by hand, on a connection that ends with it: nothing behind the door could read what came. */
function unreadableReply(status: string, message: string): string {
  const body = bodyOf(message)
  const lines = Object.entries(headers(body)).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n')
}

/** Stops accepting, lets answers under way finish, and cuts what is left after the grace. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  // A busy connection becomes idle with its answer; it must not carry another request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
