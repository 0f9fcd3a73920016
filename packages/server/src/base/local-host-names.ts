/** Loopback may be a local program or a proxy that forwards all clients. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/.test(address)

/** True if a `Host` header names this machine. `127.evil.example` is a name on the internet. */
export const isLocalHost = (header: string | undefined): boolean => isLocalName(hostnameOf(header))

export const isLocalName = (name: string): boolean =>
  name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))

const hostnameOf = (host = ''): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')
