import type { Fault } from '@p2p-rates/core'
import type { NetworkReader } from '@p2p-rates/core/internal'
import type { NetworkClient } from '@p2p-rates/core/node'
import type { Clock } from '../../base/time/clock.js'
import { type NetworkNotes, readStoredNetworks, writeNetworks } from './network-store.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Pause after an exchange could not be read. */
const pauseMs = hourMs / 2

/**
 * Reads the networks of an exchange once a day. Extra calls, and calls from other servers, read nothing. `report` gets
 * the fault when the exchange starts to fail or its fault changes, and `null` when it works again.
 */
export function createNetworkCollector(ports: {
  readonly reader: NetworkReader
  readonly notes: NetworkNotes
  readonly client: Pick<NetworkClient, 'fetchNetworks'>
  /** Only a server that shows simulated markets stores simulated networks. */
  readonly isSimulated: () => boolean
  readonly report: (exchange: string, fault: Fault | null) => void
  readonly clock: Clock
}): () => Promise<void> {
  const { reader, notes, client, isSimulated, report, clock } = ports
  const { exchange, name } = reader
  let lastReadMs: number | null | undefined
  let notBeforeMonoMs = Number.NEGATIVE_INFINITY
  let failing: Fault['kind'] | null = null

  const isDue = async (): Promise<boolean> => {
    if (clock.monoMs() < notBeforeMonoMs) return false
    lastReadMs ??= (await readStoredNetworks(notes, exchange))?.withdrawals[0]?.observedAtMs ?? null
    const ageMs = lastReadMs === null ? dayMs : clock.wallMs() - lastReadMs
    // A read time in the future came from a wrong clock, so read again.
    return ageMs >= dayMs || ageMs < 0
  }

  const fail = (fault: Fault): void => {
    notBeforeMonoMs = clock.monoMs() + Math.max(pauseMs, (fault.retryAfterSeconds ?? 0) * 1000)
    if (failing !== fault.kind) report(exchange, fault)
    failing = fault.kind
  }

  return async () => {
    if (!(await isDue())) return
    const reading = await client.fetchNetworks(reader)
    if (reading.state === 'failed') return fail(reading.fault)
    if (reading.simulated === true && !isSimulated())
      return fail({ kind: 'bad_response', message: `${name} is a simulation here, and the other exchanges are not.` })
    await writeNetworks(notes, exchange, reading.networks)
    lastReadMs = clock.wallMs()
    if (failing !== null) report(exchange, null)
    failing = null
  }
}
