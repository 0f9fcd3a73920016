import { BlockList, isIP } from 'node:net'

/**
 * Returns true for public addresses. Checks the address to be dialled, not its spelling. IPv4 has a deny list. IPv6
 * allows only global unicast, because most other ranges lead to private networks.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of our own.
  if (address.includes('%')) return false
  switch (isIP(address)) {
    case 4:
      return !deniedV4.check(address, 'ipv4')
    case 6:
      return globalV6.check(address, 'ipv6') && !deniedV6.check(address, 'ipv6')
    default:
      return false
  }
}

function listOf(type: 'ipv4' | 'ipv6', ranges: string): BlockList {
  const list = new BlockList()
  for (const range of ranges.split(' ')) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), type)
  }
  return list
}

const deniedV4 = listOf(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
    '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 ' +
    '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
const globalV6 = listOf('ipv6', '2000::/3')
/** Inside global unicast: protocol assignments, Teredo, documentation, 6to4, benchmarking, anycast to AS112. */
const deniedV6 = listOf('ipv6', '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20')

/** Services that are never a receiver, whatever address they have. */
const deniedPorts = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 6379, 6443, 7001, 8500, 9000, 9042,
  9092, 9200, 9300, 10250, 11211, 15672, 27017, 50070,
])

/**
 * Null if the spelling of a receiver's address is allowed, otherwise the rule that it breaks. IP literals are checked
 * here, because they need no look-up. The rule never depends on a look-up, which would show our network to the caller.
 */
export function urlDefect(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  if (text.length > 2_048 || !URL.canParse(text)) return 'must be a web address of at most 2048 characters'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password'
  if (url.hash !== '') return 'must not contain a fragment (#)'
  const host = literalOf(url)
  if (host === '' || (!allowPrivate && !isAllowedHost(host)))
    return 'must name a public host, no private IP address and no local name such as localhost'
  const port = portOf(url)
  const portFits = allowPrivate || ((port === 443 || port >= 1_024) && !deniedPorts.has(port))
  return portFits
    ? null
    : 'must have port 443, or a port above 1023 that is not reserved for a database or another internal service'
}

/** Returns true for our own public address. Behind address translation, the socket wouldn't show it. */
export function isThisServer(url: URL, publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return false
  const own = new URL(publicUrl)
  const place = own.pathname.replace(/\/$/, '')
  const sameHost = literalOf(url).toLowerCase() === literalOf(own).toLowerCase() && portOf(url) === portOf(own)
  return sameHost && (url.pathname === place || url.pathname.startsWith(`${place}/`))
}

export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)

/** The host without brackets and without the dot that ends an absolute name. */
export const literalOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

function isAllowedHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  const labels = host.toLowerCase().split('.')
  // Names without a dot and names of private zones mean something on our own network only.
  return labels.length >= 2 && !labels.includes('') && !privateZones.has(labels.at(-1) ?? '')
}

const privateZones = new Set(
  'localhost localdomain local internal intranet lan home corp private arpa test invalid onion example svc consul'.split(
    ' ',
  ),
)
