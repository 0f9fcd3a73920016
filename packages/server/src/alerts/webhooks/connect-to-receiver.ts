import { lookup as systemLookup } from 'node:dns'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublicAddress, literalOf, portOf } from './address-guard.js'

export type Address = { readonly address: string; readonly family: number }
export type Resolve = (host: string) => Promise<readonly Address[]>

export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

export const systemResolve: Resolve = (host) =>
  new Promise((done, fail) =>
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) => (error ? fail(error) : done(addresses))),
  )

/**
 * Opens a connection to a receiver. The name is resolved once, every answer must be public, the judged addresses are
 * the dialled ones, and the connected socket is judged again before a byte is sent.
 */
export async function connectToReceiver(
  url: URL,
  options: {
    readonly resolve: Resolve
    readonly allowPrivate: boolean
    readonly connectTimeoutMs: number
    readonly ca?: string
  },
): Promise<Socket> {
  const { resolve, allowPrivate, connectTimeoutMs, ca } = options
  const host = literalOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
  if (addresses.length === 0) throw new RefusedAddressError('The name has no address.')
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new RefusedAddressError('The address is not allowed.')

  const giveUpAtMs = performance.now() + connectTimeoutMs
  const socket = await connected(connectJudged(host, portOf(url), addresses), 'connect', giveUpAtMs)
  if (!allowPrivate && isOwnSocket(socket)) {
    socket.destroy()
    throw new RefusedAddressError('The address is not allowed.')
  }
  if (url.protocol === 'http:') return socket
  const secure = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    ...(ca === undefined ? {} : { ca }),
  })
  return connected(secure, 'secureConnect', giveUpAtMs)
}

/** Tries the judged addresses in turn. The name is not looked up again: a moment later it may lead elsewhere. */
const connectJudged = (host: string, port: number, addresses: readonly Address[]): Socket =>
  connectTcp({
    host,
    port,
    autoSelectFamily: true,
    lookup: (_host, _options, done) => done(null, [...addresses]),
  })

/** Returns true if the socket leads to a private address, or to this machine under a public one. */
const isOwnSocket = ({ remoteAddress = '', localAddress }: Socket): boolean =>
  !isPublicAddress(remoteAddress) || remoteAddress === localAddress

const connected = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect', giveUpAtMs: number): Promise<S> =>
  new Promise((done, fail) => {
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' })),
      giveUpAtMs - performance.now(),
    )
    socket.once('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
    socket.once(event, () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // The next user of the socket listens for errors itself; until then one must not end the process.
      socket.on('error', () => {})
      done(socket)
    })
  })
