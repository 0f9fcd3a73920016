import type { NetworkReader } from '@p2p-rates/core/internal'
import type { NetworkClient } from '@p2p-rates/core/node'
import type { Notes } from '../../base/notes.js'
import type { Clock } from '../../base/time/clock.js'
import { createSourceFaults, type ReportSourceFault } from '../source-faults.js'
import { readStoredNetworks, writeNetworks } from './network-store.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const pauseMs = hourMs / 2

/** Reads the networks of an exchange once a day. Extra calls, and calls from other servers, read nothing. */
export function createNetworkCollector(ports: {
  readonly reader: NetworkReader
  readonly notes: Notes
  readonly client: Pick<NetworkClient, 'fetchNetworks'>
  /** Only a server that shows simulated markets stores simulated networks. */
  readonly isSimulated: () => boolean
  readonly report: ReportSourceFault
  readonly clock: Clock
}): () => Promise<void> {
  const { reader, notes, client, isSimulated, report, clock } = ports
  const { exchange, name } = reader
  let lastReadMs: number | null | undefined
  const faults = createSourceFaults({ report, pauseMs, clock })

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
    if (reading.state === 'failed') return faults.failed(exchange, reading.fault)
    if (reading.simulated === true && !isSimulated())
      return faults.failed(exchange, {
        kind: 'bad_response',
        message: `${name} is a simulation here, and the other exchanges are not.`,
      })
    await writeNetworks(notes, exchange, reading.networks)
    lastReadMs = clock.wallMs()
    faults.worked(exchange)
  }
}
