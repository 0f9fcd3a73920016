import { centralBanks, effectiveRate, type OfficialRate, type OfficialSource } from '@p2p-rates/core'
import type { OfficialReading } from '@p2p-rates/core/internal'
import type { OfficialClient } from '@p2p-rates/core/node'
import type { ClockPorts } from './clock-ports.js'

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

/** Lists change once a day. A bank that failed may be back soon. */
const cacheMs = 3_600_000
const failureCacheMs = 60_000

export function createOfficialRates({
  client,
  isAsked,
  ports,
}: {
  readonly client: OfficialClient
  readonly isAsked: (source: OfficialSource) => boolean
  readonly ports: ClockPorts
}): OfficialRates {
  const kept = new Map<string, { readonly atMs: number; readonly reading: Promise<OfficialReading> }>()

  async function fetchCached(source: OfficialSource): Promise<OfficialReading> {
    const known = kept.get(source.id)
    const nowMs = ports.now()
    if (known !== undefined) {
      const { state } = await known.reading
      if (nowMs - known.atMs < (state === 'read' ? cacheMs : failureCacheMs)) return known.reading
    }
    const reading = client.fetchOfficial(source)
    kept.set(source.id, { atMs: nowMs, reading })
    return reading
  }

  return {
    async read(fiat) {
      const source = centralBanks.find(({ fiats }) => fiats.some((code) => code === fiat))
      if (source === undefined || !isAsked(source)) return null
      const reading = await fetchCached(source)
      if (reading.state === 'failed') return null
      const rates = reading.rates.filter((rate) => rate.fiat === fiat)
      const inForce = effectiveRate(rates, new Date(ports.now()).toISOString().slice(0, 10))
      return inForce && { rate: inForce, isSimulated: reading.simulated === true }
    },
  }
}
