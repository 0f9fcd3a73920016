import { isFault } from '../fault.js'
import { type NetworkReader, type NetworkReading, readNetworks } from '../transfers/network-reader.js'
import { type Ports, systemPorts } from './clock-and-random-ports.js'
import { destinationOf, type ExchangeClientOptions, type FetchOptions } from './exchange-client.js'
import { createTransport } from './transport.js'

export type NetworkClientOptions = Pick<ExchangeClientOptions, 'baseUrls' | 'proxies' | 'userAgent' | 'limits'> & {
  readonly ports?: Partial<Pick<Ports, 'now'>>
}

export type NetworkClient = {
  /** Reads the networks of an exchange. Never throws for what the exchange does. */
  fetchNetworks(reader: NetworkReader, options?: FetchOptions): Promise<NetworkReading>
  /** Ends all connections; requests under way end as faults. */
  close(): Promise<void>
}

/** Creates a client for networks of exchanges. It uses their base addresses and proxies, but never their keys. */
export function createNetworkClient(options: NetworkClientOptions = {}): NetworkClient {
  const { now } = { ...systemPorts, ...options.ports }
  const transport = createTransport({ ...options, limits: { ...smallLimits, ...options.limits } })
  return {
    async fetchNetworks(reader, { signal } = {}) {
      const { exchange: id, origin, request } = reader
      const { ports: _, ...addresses } = options
      const answer = await transport.send(destinationOf({ id, origin }, addresses), request, signal)
      return isFault(answer) ? { state: 'failed', fault: answer } : readNetworks(reader, answer, now())
    },
    close: () => transport.close(),
  }
}

const smallLimits = { maxWireBytes: 500_000, maxInflatedBytes: 500_000 }
