import type { KnownNetworks } from '@p2p-rates/core/internal'
import type { Notes, ReadableNotes } from '../../base/notes.js'

export const writeNetworks = (notes: Notes, exchange: string, networks: KnownNetworks): Promise<void> =>
  notes.setMeta(nameOf(exchange), JSON.stringify(networks))

/** Null if the exchange was never read. */
export async function readStoredNetworks(notes: ReadableNotes, exchange: string): Promise<KnownNetworks | null> {
  const text = await notes.getMeta(nameOf(exchange))
  // Only `writeNetworks` writes this note, and its row has a checksum.
  return text === null ? null : (JSON.parse(text) as KnownNetworks)
}

const nameOf = (exchange: string): string => `networks ${exchange}`
