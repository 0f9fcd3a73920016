import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Whose network a request counts under: the socket's, or that of the entry that the outermost trusted proxy wrote. */
export const createAddressOf =
  (proxyHops: number) =>
  (request: IncomingMessage): string => {
    const direct = request.socket.remoteAddress ?? 'unknown'
    if (proxyHops === 0) return networkOf(direct)
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return networkOf(forwarded[forwarded.length - proxyHops] ?? direct)
  }

/** Who has one IPv6 address has 2^64 of them, so the first half stands for all; an IPv4 address stands for itself, mapped or not. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  // What the two colons leave out are zeros, as many as it takes.
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
