import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.js'

export function limitConnectionsPerAddress(
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
