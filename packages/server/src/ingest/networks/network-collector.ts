import type { NetworkReader } from '@p2p-rates/core/internal'
import type { NetworkClient } from '@p2p-rates/core/node'
import type { Notes } from '../../base/notes.js'
import { createSourceFaults, type SourcePorts } from '../source-faults.js'
import { readStoredNetworks, writeNetworks } from './networks.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const pauseMs = hourMs / 2

/** Reads the networks of an exchange once a day. Extra calls, and calls from other servers, read nothing. */
export function createNetworkCollector(
  ports: SourcePorts & {
    readonly reader: NetworkReader
    readonly notes: Notes
    readonly client: Pick<NetworkClient, 'fetchNetworks'>
  },
): () => Promise<void> {
  const { reader, notes, client, clock } = ports
  const { exchange, name } = reader
  let lastReadMs: number | null | undefined
  const faults = createSourceFaults(ports, { pauseMs, comparedWith: 'the other exchanges' })

  const isDue = async (): Promise<boolean> => {
    if (faults.isPaused(exchange)) return false
    lastReadMs ??= (await readStoredNetworks(notes, exchange))?.withdrawals[0]?.observedAtMs ?? null
    const ageMs = lastReadMs === null ? dayMs : clock.wallMs() - lastReadMs
    // A read time in the future came from a wrong clock, so read again.
    return ageMs >= dayMs || ageMs < 0
  }

  return async () => {
    if (!(await isDue())) return
    const reading = await client.fetchNetworks(reader)
    if (!faults.isUsable({ id: exchange, name }, reading)) return
    await writeNetworks(notes, exchange, reading.networks)
    lastReadMs = clock.wallMs()
    faults.worked(exchange)
  }
}
