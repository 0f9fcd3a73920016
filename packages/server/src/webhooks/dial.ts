import { lookup as systemLookup } from 'node:dns'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublicAddress, literalOf, portOf } from './address-guard.js'

export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** The address is not one we send to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

export const systemResolve: Resolve = (host) =>
  new Promise((done, fail) =>
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) => (error ? fail(error) : done(addresses))),
  )

/**
 * Opens a connection to a receiver. The name is resolved once, every answer must be public, the judged address is the
 * dialled one, and the connected socket is judged again before a byte is sent.
 */
export const dial = async (
  url: URL,
  options: {
    readonly resolve: Resolve
    readonly allowPrivate: boolean
    readonly connectTimeoutMs: number
    readonly ca?: string
  },
): Promise<Socket> => {
  const { resolve, allowPrivate, connectTimeoutMs, ca } = options
  const host = literalOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
  const first = addresses[0]
  if (first === undefined) throw new RefusedAddressError('The name has no address.')
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new RefusedAddressError('The address is not allowed.')

  const socket = await connected(connectTcp({ host: first.address, port: portOf(url) }), 'connect', connectTimeoutMs)
  if (!allowPrivate && !isPublicAddress(socket.remoteAddress ?? '')) {
    socket.destroy()
    throw new RefusedAddressError('The address is not allowed.')
  }
  if (url.protocol === 'http:') return socket
  const secure = connectTls({
    socket,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    ...(ca === undefined ? {} : { ca }),
  })
  return connected(secure, 'secureConnect', connectTimeoutMs)
}

const connected = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect', timeoutMs: number): Promise<S> =>
  new Promise((done, fail) => {
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    socket.once('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
    socket.once(event, () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // Whoever uses the socket next has its own ears; until then an error must not end the process.
      socket.on('error', () => {})
      done(socket)
    })
  })
