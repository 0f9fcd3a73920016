/** Returns true if the connection to an address is encrypted or local, so that it hides a key. */
export function isSafeForKeys(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || loopback.has(hostname)
}

export const isThisMachine = (address: string): boolean => loopback.has(new URL(address).hostname)

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
