import {
  type RatesExtra,
  streamEventText,
  streamTimes,
  toRatesExtrasResponse,
  toRatesResponse,
} from '@p2p-rates/contract'
import type { ClockPorts } from './clock-ports.js'
import type { MarketCache, Snapshot } from './market-cache.js'

type Parts = {
  fiat: string
  include: readonly RatesExtra[] | undefined
  markets: MarketCache
  cacheMs: number
  ports: ClockPorts
  signal: AbortSignal | undefined
}

/**
 * Stream like that of a server. Read the exchanges at the cache's rate; send an event if the data are new, else a
 * heartbeat.
 */
export async function* liveRates({ fiat, include, markets, cacheMs, ports, signal }: Parts): AsyncGenerator<string> {
  let shown: Snapshot | null = null
  while (signal?.aborted !== true) {
    const snapshot = await markets.read(fiat)
    const rates = toRatesResponse(snapshot.rates)
    if (snapshot === shown || rates === null) yield ': still here\n'
    else yield streamEventText(String(snapshot.readAtMs), JSON.stringify({ ...rates, ...extrasOf(snapshot, include) }))
    shown = snapshot
    await ports.sleep(Math.min(cacheMs, streamTimes.heartbeatMs), signal)
  }
}

const extrasOf = ({ rates: prices, market, simulated }: Snapshot, include: Parts['include']) =>
  include === undefined ? {} : toRatesExtrasResponse({ include, prices, market, isSimulated: simulated })
