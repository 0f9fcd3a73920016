import { centralBanks, effectiveRate, type OfficialRate, type OfficialSource } from '@p2p-rates/core'
import type { OfficialReading } from '@p2p-rates/core/internal'
import type { OfficialClient } from '@p2p-rates/core/node'
import type { ClockPorts } from './clock-ports.js'
import { createKeptReadings } from './kept-readings.js'

export interface OfficialRates {
  /** Rate in force today; null if no bank publishes one. Never rejects. */
  read(fiat: string): Promise<OfficialRateReading | null>
}

export type OfficialRateReading = { readonly rate: OfficialRate; readonly isSimulated: boolean }

/** Official rate, if it matches the prices: simulated with simulated, real with real. Null otherwise. */
export const matchingOfficialRate = (
  known: OfficialRateReading | null,
  { simulated }: { readonly simulated: boolean },
): OfficialRate | null => (known?.isSimulated === simulated ? known.rate : null)

/** Lists change once a day. */
const keptMs = 3_600_000

export function createOfficialRates({
  client,
  isAsked,
  ports,
}: {
  readonly client: OfficialClient
  readonly isAsked: (source: OfficialSource) => boolean
  readonly ports: ClockPorts
}): OfficialRates {
  const keep = createKeptReadings<OfficialReading>(keptMs, ports)
  return {
    async read(fiat) {
      const source = centralBanks.find(({ fiats }) => fiats.some((code) => code === fiat))
      if (source === undefined || !isAsked(source)) return null
      const reading = await keep(source.id, () => client.fetchOfficial(source))
      if (reading.state === 'failed') return null
      const rates = reading.rates.filter((rate) => rate.fiat === fiat)
      const inForce = effectiveRate(rates, new Date(ports.now()).toISOString().slice(0, 10))
      return inForce && { rate: inForce, isSimulated: reading.simulated === true }
    },
  }
}
