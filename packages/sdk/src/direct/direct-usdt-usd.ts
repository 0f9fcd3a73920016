import { type SpotTicker, spotTickers, type UsdtUsd, type UsdtUsdReading } from '@p2p-rates/core/internal'
import type { SpotClient } from '@p2p-rates/core/node'
import type { ClockPorts } from './clock-ports.js'
import { createKeptReadings } from './kept-readings.js'

/** Null if no spot exchange answers. Never rejects. */
export type DirectUsdtUsd = () => Promise<{ readonly usdtUsd: UsdtUsd; readonly isSimulated: boolean } | null>

const keptMs = 15 * 60_000

export function createDirectUsdtUsd({
  client,
  isAsked,
  ports,
}: {
  readonly client: SpotClient
  readonly isAsked: (ticker: SpotTicker) => boolean
  readonly ports: ClockPorts
}): DirectUsdtUsd {
  const keep = createKeptReadings<UsdtUsdReading>(keptMs, ports)
  return async () => {
    for (const ticker of spotTickers.filter(isAsked)) {
      const reading = await keep(ticker.id, () => client.fetchUsdtUsd(ticker))
      if (reading.state === 'read') return { usdtUsd: reading.usdtUsd, isSimulated: reading.simulated === true }
    }
    return null
  }
}
