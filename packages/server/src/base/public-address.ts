import type { Config } from './config.js'

/** The address under which people reach this server: the configured one, or where it listens, once it does. */
export type PublicAddress = { url(): string; listensAt(url: string): void }

export function createPublicAddress({ PUBLIC_URL, HOST, PORT }: Config): PublicAddress {
  let current = PUBLIC_URL ?? `http://${HOST}:${PORT}`
  return {
    url: () => current,
    listensAt: (url) => {
      current = PUBLIC_URL ?? url
    },
  }
}
