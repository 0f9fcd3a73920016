import { joinNetworks, manualNetworks, networkReaders, type Transfer, transfersOf } from '@p2p-rates/core/internal'
import type { ReadableNotes } from '../../base/notes.js'
import type { Clock } from '../../base/time/clock.js'
import { readStoredNetworks } from './network-store.js'

export type CurrentTransfers = () => Promise<readonly Transfer[]>

/** Returns all networks between exchanges: the last ones that exchanges told, and those written down by hand. */
export const createCurrentTransfers =
  (notes: ReadableNotes, clock: Clock): CurrentTransfers =>
  async () => {
    const stored = await Promise.all(networkReaders.map(({ exchange }) => readStoredNetworks(notes, exchange)))
    const read = stored.filter((networks) => networks !== null)
    return transfersOf(joinNetworks(read, manualNetworks), clock.wallMs())
  }
