import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.js'

/** Keeps one network from taking all connections: what it opens beyond its share is closed before a byte is read. */
export function boundConnections(
  server: Server,
  { most, isTrusted }: { most: number; isTrusted: (address: string) => boolean },
): void {
  if (most === 0) return
  const openBy = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isTrusted(address)) return
    const network = networkOf(address)
    const open = openBy.get(network) ?? 0
    if (open >= most) {
      socket.destroy()
      return
    }
    openBy.set(network, open + 1)
    socket.once('close', () => {
      const left = (openBy.get(network) ?? 1) - 1
      if (left === 0) openBy.delete(network)
      else openBy.set(network, left)
    })
  })
}

/** Loopback: a program of this machine, often a proxy that forwards for all clients. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/.test(address)

/** True if a `Host` header names this machine. `127.evil.example` is a name on the internet. */
export const isLocalHost = (header: string | undefined): boolean => isLocalName(hostnameOf(header))

export const isLocalName = (name: string): boolean =>
  name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))

const hostnameOf = (host = ''): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')
