import { isFault } from '../fault.js'
import { readUsdtUsd, type SpotTicker, type UsdtUsdReading } from '../spot/spot-tickers.js'
import { checkedUrl } from './checked-url.js'
import { systemPorts } from './clock-and-random-ports.js'
import type { FetchOptions } from './exchange-client.js'
import type { OfficialClientOptions } from './official-client.js'
import { createTransport } from './transport.js'

export type SpotClient = {
  /** Reads USDT/USD from a spot exchange. Never throws for what the exchange does. */
  fetchUsdtUsd(ticker: SpotTicker, options?: FetchOptions): Promise<UsdtUsdReading>
  /** Ends all connections; requests under way end as faults. */
  close(): Promise<void>
}

/** Creates a client for public spot tickers. */
export function createSpotClient(options: OfficialClientOptions = {}): SpotClient {
  const { now } = { ...systemPorts, ...options.ports }
  const transport = createTransport({ ...options, limits: { ...smallLimits, ...options.limits } })
  return {
    async fetchUsdtUsd(ticker, { signal } = {}) {
      const { id, origin, request } = ticker
      const baseUrl = checkedUrl(options.baseUrls?.[id] ?? origin, ['http:', 'https:'])
      const answer = await transport.send({ baseUrl }, request, signal)
      return isFault(answer) ? { state: 'failed', fault: answer } : readUsdtUsd(ticker, answer, now())
    },
    close: () => transport.close(),
  }
}

const smallLimits = { maxWireBytes: 20_000, maxInflatedBytes: 20_000 }
