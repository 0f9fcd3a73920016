import {
  joinNetworks,
  type KnownNetworks,
  manualNetworks,
  networkReaders,
  type Transfer,
  transfersOf,
} from '@p2p-rates/core/internal'
import type { Notes, ReadableNotes } from '../../base/notes.js'
import type { Clock } from '../../base/time/clock.js'

export const writeNetworks = (notes: Notes, exchange: string, networks: KnownNetworks): Promise<void> =>
  notes.setMeta(nameOf(exchange), JSON.stringify(networks))

/** Null if the exchange was never read. */
export async function readStoredNetworks(notes: ReadableNotes, exchange: string): Promise<KnownNetworks | null> {
  const text = await notes.getMeta(nameOf(exchange))
  // Only `writeNetworks` writes this note, and its row has a checksum.
  return text === null ? null : (JSON.parse(text) as KnownNetworks)
}

const nameOf = (exchange: string): string => `networks ${exchange}`

export type CurrentTransfers = () => Promise<readonly Transfer[]>

/** Returns all networks between exchanges: the last ones that exchanges told, and those written down by hand. */
export const createCurrentTransfers =
  (notes: ReadableNotes, clock: Clock): CurrentTransfers =>
  async () => {
    const stored = await Promise.all(networkReaders.map(({ exchange }) => readStoredNetworks(notes, exchange)))
    const read = stored.filter((networks) => networks !== null)
    return transfersOf(joinNetworks(read, manualNetworks), clock.wallMs())
  }
