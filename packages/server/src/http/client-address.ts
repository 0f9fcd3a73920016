import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

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

/**
 * One IPv6 customer has 2^64 addresses, so the first half of an address stands for all; an IPv4 address stands for itself,
 * mapped or not. Ports that a proxy forwards are dropped. All texts that are no address count as one network.
 */
export function networkOf(forwarded: string): string {
  const address = withoutPort(forwarded)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
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

/** From `1.2.3.4:5678`, `[2001:db8::1]:443` or `[2001:db8::1]`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
