import { type Ad, advertiserKey, type ExchangeId } from '@p2p-rates/core'

/** Since when every ad has been standing unchanged: bait stands still, bargains are taken. */
export interface FirstSeen {
  note(ads: readonly Ad[], nowMonoMs: number): void
  /** 0 = unknown or new. */
  unchangedMinutes(ad: Ad, nowMonoMs: number): number
  readonly size: number
}

type Sighting = { readonly firstMonoMs: number; lastMonoMs: number }

const keptMs = 24 * 3_600_000

export const createFirstSeen = (perExchange = 20_000): FirstSeen => {
  const byExchange = new Map<ExchangeId, Map<string, Sighting>>()
  const of = (exchange: ExchangeId): Map<string, Sighting> => {
    const known = byExchange.get(exchange) ?? new Map<string, Sighting>()
    byExchange.set(exchange, known)
    return known
  }

  return {
    note: (ads, nowMonoMs) => {
      for (const ad of ads) {
        const sightings = of(ad.exchange)
        const name = signature(ad)
        const known = sightings.get(name)
        // Set anew, so that the map stays ordered by the last sighting and the first entry is the one to forget.
        sightings.delete(name)
        sightings.set(name, { firstMonoMs: known?.firstMonoMs ?? nowMonoMs, lastMonoMs: nowMonoMs })
      }
      for (const sightings of byExchange.values()) forget(sightings, nowMonoMs, perExchange)
    },
    unchangedMinutes: (ad, nowMonoMs) => {
      const known = byExchange.get(ad.exchange)?.get(signature(ad))
      return known === undefined ? 0 : Math.max(0, nowMonoMs - known.firstMonoMs) / 60_000
    },
    get size() {
      return [...byExchange.values()].reduce((total, sightings) => total + sightings.size, 0)
    },
  }
}

const forget = (sightings: Map<string, Sighting>, nowMonoMs: number, most: number): void => {
  for (const [name, { lastMonoMs }] of sightings) {
    if (sightings.size <= most && nowMonoMs - lastMonoMs <= keptMs) return
    sightings.delete(name)
  }
}

const signature = (ad: Ad): string =>
  `${ad.fiat}${ad.side} ${ad.price} ${ad.minFiat} ${ad.maxFiat} ${ad.adId ?? advertiserKey(ad)}`
