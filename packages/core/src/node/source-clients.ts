import type { OfficialSource } from '../central-banks/official-source.js'
import { type OfficialReading, readOfficial } from '../central-banks/read-official-rates.js'
import { readUsdtUsd, type SpotTicker, type UsdtUsdReading } from '../spot/spot-tickers.js'
import { type NetworkReader, type NetworkReading, readNetworks } from '../transfers/network-readers.js'
import { type Ports, systemPorts } from './clock-and-random-ports.js'
import { destinationOf, type ExchangeClientOptions, type FetchOptions } from './exchange-client.js'
import { createTransport } from './transport.js'

export type OfficialClientOptions = Pick<ExchangeClientOptions, 'userAgent' | 'limits'> & {
  /** Source id → address of a mirror or a simulator that replaces the usual one. */
  readonly baseUrls?: Readonly<Record<string, string>>
  readonly ports?: Partial<Pick<Ports, 'now'>>
}

export type NetworkClientOptions = OfficialClientOptions & Pick<ExchangeClientOptions, 'proxies'>

type Closable = {
  /** Ends all connections; requests under way end as faults. */
  close(): Promise<void>
}

export type OfficialClient = Closable & {
  /** The rates of this bank as they are listed now. Never throws for what the bank does. */
  fetchOfficial(source: OfficialSource, options?: FetchOptions): Promise<OfficialReading>
}

export type SpotClient = Closable & {
  /** Reads USDT/USD from a spot exchange. Never throws for what the exchange does. */
  fetchUsdtUsd(ticker: SpotTicker, options?: FetchOptions): Promise<UsdtUsdReading>
}

export type NetworkClient = Closable & {
  /** Reads the networks of an exchange. Never throws for what the exchange does. */
  fetchNetworks(reader: NetworkReader, options?: FetchOptions): Promise<NetworkReading>
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
  // A list of rates has some ten thousand bytes.
  const { now, send, close } = openSources(options, 500_000)
  return {
    async fetchOfficial(source, { signal } = {}) {
      const to = destinationOf(source, { baseUrls: options.baseUrls ?? {} })
      const day = new Date(now()).toISOString().slice(0, 10)
      return readOfficial(source, await send(to, source.request(day), signal), now())
    },
    close,
  }
}

/** Creates a client for public spot tickers. */
export function createSpotClient(options: OfficialClientOptions = {}): SpotClient {
  const { now, send, close } = openSources(options, 20_000)
  return {
    async fetchUsdtUsd(ticker, { signal } = {}) {
      const to = destinationOf(ticker, { baseUrls: options.baseUrls ?? {} })
      return readUsdtUsd(ticker, await send(to, ticker.request, signal), now())
    },
    close,
  }
}

/** Creates a client for networks of exchanges. It uses their base addresses and proxies, but never their keys. */
export function createNetworkClient(options: NetworkClientOptions = {}): NetworkClient {
  const { now, send, close } = openSources(options, 500_000)
  return {
    async fetchNetworks(reader, { signal } = {}) {
      const to = destinationOf({ id: reader.exchange, origin: reader.origin }, options)
      return readNetworks(reader, await send(to, reader.request, signal), now())
    },
    close,
  }
}

function openSources(options: OfficialClientOptions, maxBytes: number) {
  const limits = { maxWireBytes: maxBytes, maxInflatedBytes: maxBytes, ...options.limits }
  const { send, close } = createTransport({ ...options, limits })
  return { now: options.ports?.now ?? systemPorts.now, send, close }
}
