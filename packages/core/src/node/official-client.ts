import type { OfficialSource } from '../central-banks/official-source.js'
import { type OfficialReading, readOfficial } from '../central-banks/read-official-rates.js'
import { isFault } from '../fault.js'
import { checkedUrl } from './checked-url.js'
import { type Ports, systemPorts } from './clock-and-random-ports.js'
import type { FetchOptions } from './exchange-client.js'
import { createTransport } from './transport.js'
import type { TransportLimits } from './transport-limits.js'

export type OfficialClientOptions = {
  /** Id of a source → address in place of its own: a mirror, or a simulator. */
  readonly baseUrls?: Readonly<Record<string, string>>
  readonly userAgent?: string
  readonly limits?: Partial<TransportLimits>
  readonly ports?: Partial<Pick<Ports, 'now'>>
}

export type OfficialClient = {
  /** The rates of this bank as they are listed now. Never throws for what the bank does. */
  fetchOfficial(source: OfficialSource, options?: FetchOptions): Promise<OfficialReading>
  /** Ends all connections; requests under way end as faults. */
  close(): Promise<void>
}

/**
 * Create a client for the rate lists of central banks. They change once a day; more frequent requests bring nothing
 * new.
 *
 * @example
 * const client = createOfficialClient()
 * const source = officialOf('UAH')
 * if (source !== null) console.log(await client.fetchOfficial(source))
 * await client.close()
 */
export function createOfficialClient(options: OfficialClientOptions = {}): OfficialClient {
  const { now } = { ...systemPorts, ...options.ports }
  const transport = createTransport({ ...options, limits: { ...smallLimits, ...options.limits } })
  return {
    async fetchOfficial(source, { signal } = {}) {
      const { id, origin, request } = source
      const baseUrl = checkedUrl(options.baseUrls?.[id] ?? origin, ['http:', 'https:'])
      const day = new Date(now()).toISOString().slice(0, 10)
      const answer = await transport.send({ baseUrl }, request(day), signal)
      return isFault(answer) ? { state: 'failed', fault: answer } : readOfficial(source, answer, now())
    },
    close: () => transport.close(),
  }
}

/** A list of rates has some ten thousand bytes. */
const smallLimits: Partial<TransportLimits> = { maxWireBytes: 500_000, maxInflatedBytes: 500_000 }
