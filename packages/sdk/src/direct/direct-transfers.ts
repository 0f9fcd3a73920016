import {
  joinNetworks,
  manualNetworks,
  type NetworkReading,
  networkReaders,
  type Transfer,
  transfersOf,
} from '@p2p-rates/core/internal'
import type { NetworkClient } from '@p2p-rates/core/node'
import type { ClockPorts } from './clock-ports.js'
import { createKeptReadings } from './kept-readings.js'

/** Networks between exchanges. Never rejects. */
export type DirectTransfers = () => Promise<{
  readonly transfers: readonly Transfer[]
  readonly simulated: boolean
}>

const dayMs = 86_400_000

export function createDirectTransfers({
  client,
  exchangeIds,
  ports,
}: {
  readonly client: NetworkClient
  readonly exchangeIds: readonly string[]
  readonly ports: ClockPorts
}): DirectTransfers {
  const readers = networkReaders.filter(({ exchange }) => exchangeIds.includes(exchange))
  const keep = createKeptReadings<NetworkReading>(dayMs, ports)
  return async () => {
    const readings = await Promise.all(
      readers.map((reader) => keep(reader.exchange, () => client.fetchNetworks(reader))),
    )
    const read = readings.filter((reading) => reading.state === 'read')
    const known = joinNetworks(
      read.map(({ networks }) => networks),
      manualNetworks,
    )
    return {
      transfers: transfersOf(known, ports.now()),
      simulated: read.some(({ simulated }) => simulated === true),
    }
  }
}
