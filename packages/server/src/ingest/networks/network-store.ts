import type { KnownNetworks } from '@p2p-rates/core/internal'

/** Notes that survive a restart, the same on all servers. */
export type NetworkNotes = {
  getMeta(name: string): Promise<string | null>
  setMeta(name: string, value: string): Promise<void>
}

export const writeNetworks = (notes: NetworkNotes, exchange: string, networks: KnownNetworks): Promise<void> =>
  notes.setMeta(nameOf(exchange), JSON.stringify(networks))

/** Null if the exchange was never read. */
export async function readStoredNetworks(
  notes: Pick<NetworkNotes, 'getMeta'>,
  exchange: string,
): Promise<KnownNetworks | null> {
  const text = await notes.getMeta(nameOf(exchange))
  // Only `writeNetworks` writes this note, and its row has a checksum.
  return text === null ? null : (JSON.parse(text) as KnownNetworks)
}

const nameOf = (exchange: string): string => `networks ${exchange}`
