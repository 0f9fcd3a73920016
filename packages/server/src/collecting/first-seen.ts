import { type Ad, advertiserKey, type ExchangeId } from '@p2p-rates/core'

/** Since when every ad has been standing unchanged: bait stands still, bargains are taken. */
export interface FirstSeen {
  note(ads: readonly Ad[], nowMonoMs: number): void
  /** 0 = unknown or new. */
  unchangedMinutes(ad: Ad, nowMonoMs: number): number
  /** How many ads are remembered. */
  readonly size: number
}

type Terms = Pick<Ad, 'price' | 'minFiat' | 'maxFiat' | 'side' | 'fiat'>
type Sighting = Terms & { readonly firstMonoMs: number; lastMonoMs: number }
/** By ad id, or by advertiser where an exchange shows none. Written for speed: every ad of every cycle passes here. */
type Sightings = Map<string, Sighting[]>

export const createFirstSeen = (adsPerExchange = 5_000): FirstSeen => {
  const byExchange = new Map<ExchangeId, Sightings>()
  let sweptMonoMs = 0

  const of = (exchange: ExchangeId): Sightings => {
    const known = byExchange.get(exchange) ?? new Map<string, Sighting[]>()
    byExchange.set(exchange, known)
    return known
  }

  const noteOne = (ad: Ad, nowMonoMs: number): void => {
    const sightings = of(ad.exchange)
    const name = nameOf(ad)
    const known = sightings.get(name)
    const same = known?.find((sighting) => isSame(sighting, ad))
    if (same !== undefined) {
      same.lastMonoMs = nowMonoMs
      return
    }
    const { price, minFiat, maxFiat, side, fiat } = ad
    const sighting = { price, minFiat, maxFiat, side, fiat, firstMonoMs: nowMonoMs, lastMonoMs: nowMonoMs }
    if (known === undefined) sightings.set(name, [sighting])
    // Who returns to an earlier price has not changed it; who changes it all the time is not followed for ever.
    else if (known.push(sighting) > termsPerAd) known.shift()
  }

  return {
    note: (ads, nowMonoMs) => {
      for (const ad of ads) noteOne(ad, nowMonoMs)
      const isFull = [...byExchange.values()].some(({ size }) => size > adsPerExchange)
      if (!isFull && nowMonoMs - sweptMonoMs < sweepEveryMs) return
      sweptMonoMs = nowMonoMs
      for (const sightings of byExchange.values()) sweep(sightings, nowMonoMs, adsPerExchange)
    },
    unchangedMinutes: (ad, nowMonoMs) => {
      const known = byExchange.get(ad.exchange)?.get(nameOf(ad))
      const same = known?.find((sighting) => isSame(sighting, ad))
      return same === undefined ? 0 : Math.max(0, nowMonoMs - same.firstMonoMs) / 60_000
    },
    get size() {
      return [...byExchange.values()].reduce((total, sightings) => total + sightings.size, 0)
    },
  }
}

/** Forgets what was not seen for a day and, when there is too much, what was not seen for longest. */
const sweep = (sightings: Sightings, nowMonoMs: number, most: number): void => {
  const lastSeen = (known: readonly Sighting[]) => Math.max(...known.map(({ lastMonoMs }) => lastMonoMs))
  for (const [name, known] of sightings) {
    const kept = known.filter(({ lastMonoMs }) => nowMonoMs - lastMonoMs <= keptMs)
    if (kept.length === 0) sightings.delete(name)
    else if (kept.length < known.length) sightings.set(name, kept)
  }
  if (sightings.size <= most) return
  const oldestFirst = [...sightings].sort(([, a], [, b]) => lastSeen(a) - lastSeen(b))
  for (const [name] of oldestFirst.slice(0, sightings.size - Math.floor(most * 0.75))) sightings.delete(name)
}

const nameOf = (ad: Ad): string => ad.adId ?? advertiserKey(ad)

const isSame = (a: Terms, b: Terms): boolean =>
  a.price === b.price && a.minFiat === b.minFiat && a.maxFiat === b.maxFiat && a.side === b.side && a.fiat === b.fiat

const keptMs = 24 * 3_600_000
const sweepEveryMs = 3_600_000
const termsPerAd = 8
