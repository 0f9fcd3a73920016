/** Loopback may be a local program or a proxy that forwards all clients. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/.test(address)

/** True if a `Host` header names this machine. `127.evil.example` is a name on the internet. */
export const isLocalHost = (header: string | undefined): boolean => isLocalName(hostnameOf(header))

export const isLocalName = (name: string): boolean =>
  name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))

const hostnameOf = (host = ''): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

/** Problems with addresses that would send passwords unencrypted without the operator's explicit consent. */
export const unencryptedAddressProblems = {
  database: 'sends the password unencrypted: add ?sslmode=verify-full, or ?sslmode=disable on a network of your own',
  redis: 'sends the password unencrypted: write rediss://, or add ?tls=off on a network of your own',
  http: 'sends the token unencrypted: write https://, or add ?tls=off on a network of your own',
} as const

export const databaseIsSafe = (url: string): boolean =>
  isOnThisMachine(url) || new URL(url).searchParams.has('sslmode') || process.env.PGSSLMODE !== undefined

export const redisIsSafe = (url: string): boolean => /^rediss:/.test(url) || isOnThisMachine(url) || hasTlsOff(url)

export const httpIsSafe = (url: string): boolean => /^https:/.test(url) || isOnThisMachine(url) || hasTlsOff(url)

/** Mail servers begin in clear and switch to TLS; a server that does not offer it gets no password unless the address says so. */
export const mailNeedsTls = (url: string): boolean => !isOnThisMachine(url) && !hasTlsOff(url)

/** The word is ours: no library gets it. */
export function withoutTlsParameter(url: string): string {
  const address = new URL(url)
  if (!address.searchParams.has('tls')) return url
  address.searchParams.delete('tls')
  return address.href
}

const hasTlsOff = (url: string): boolean => new URL(url).searchParams.get('tls') === 'off'

function isOnThisMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || isLocalName(host)
}
