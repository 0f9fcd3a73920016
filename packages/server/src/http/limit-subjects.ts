import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { allowanceOf, billedAccountOf, type SessionActor, type Visitor, type VisitorRules } from '../accounts/actor.js'
import { createBoundedCache } from '../base/bounded-cache.js'
import { getOrCreate } from '../base/get-or-create.js'
import { type AbuseState, createAbuseState } from '../limits/abuse-throttle.js'
import type { LimitSubject } from '../limits/limiter.js'

/** The network of the socket, or of the entry that the outermost trusted proxy wrote. */
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
 * Returns the first 64 bits of an IPv6 address, because one customer has 2^64 addresses; an IPv4 address is returned
 * whole, mapped or not. Drops ports that a proxy forwards. Texts that are not addresses count as one network.
 */
export function networkOf(forwarded: string): string {
  const address = withoutPort(forwarded)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  // `::` stands for the missing groups of zeros.
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

/** Abuse states of callers without a valid key, by network. An LRU: the longest idle entries are evicted. */
export function createAbuseStates(addressOf: (request: IncomingMessage) => string) {
  const known = createBoundedCache<string, AbuseState>(20_000)
  return (request: IncomingMessage): AbuseState => getOrCreate(known, addressOf(request), createAbuseState)
}

/** Pages are limited per account or visitor's network, apart from API keys; never below a visitor's limit. */
export function pageLimitSubjectOf({ allowance }: VisitorRules, actor: SessionActor | Visitor): LimitSubject {
  const { requestsPerMinute, monthlyQuota } = allowanceOf(actor).limits
  const least = allowance.limits.requestsPerMinute
  return {
    id: billedAccountOf(actor),
    limits: { requestsPerMinute: Math.max(requestsPerMinute, least), monthlyQuota },
  }
}
