import { type Ad, type Board, offerKey } from '@p2p-rates/core'
import type { KeptOffer } from './source-store.js'

/** Since when every offer has been standing unchanged: bait stands still, bargains are taken. */
export interface FirstSeen {
  note(board: Pick<Board, 'exchange' | 'fiat' | 'side' | 'ads'>, nowMonoMs: number): void
  /** 0 = unknown or new. */
  unchangedMinutes(ad: Ad, nowMonoMs: number): number
  /** Everything known of one market, with wall instants. */
  offersOf(market: MarketOfExchange, now: Instant): readonly KeptOffer[]
  /** Takes up what was known of one market before a restart. */
  recall(market: MarketOfExchange, offers: readonly KeptOffer[], now: Instant): void
  /** How many offers are remembered. */
  readonly size: number
}

type MarketOfExchange = Pick<Board, 'exchange' | 'fiat' | 'side'>
type Instant = { readonly wallMs: number; readonly monoMs: number }
type Sighting = { readonly firstMonoMs: number; lastMonoMs: number }
/** By `offerKey`. Every ad of every cycle passes here. */
type Sightings = Map<string, Sighting>

export const createFirstSeen = (offersPerMarket = 500): FirstSeen => {
  const byMarket = new Map<string, Sightings>()

  const of = (market: MarketOfExchange): Sightings => {
    const name = nameOf(market)
    const known = byMarket.get(name) ?? new Map<string, Sighting>()
    byMarket.set(name, known)
    return known
  }

  return {
    note: (board, nowMonoMs) => {
      const sightings = of(board)
      for (const ad of board.ads) {
        const key = offerKey(ad)
        const known = sightings.get(key)
        if (known === undefined) sightings.set(key, { firstMonoMs: nowMonoMs, lastMonoMs: nowMonoMs })
        else known.lastMonoMs = nowMonoMs
      }
      sweep(sightings, nowMonoMs, offersPerMarket)
    },
    unchangedMinutes: (ad, nowMonoMs) => {
      const known = byMarket.get(nameOf(ad))?.get(offerKey(ad))
      return known === undefined ? 0 : Math.max(0, nowMonoMs - known.firstMonoMs) / 60_000
    },
    offersOf: (market, { wallMs, monoMs }) =>
      [...of(market)].map(([key, { firstMonoMs, lastMonoMs }]) => [
        key,
        Math.round(wallMs - monoMs + firstMonoMs),
        Math.round(wallMs - monoMs + lastMonoMs),
      ]),
    recall: (market, offers, { wallMs, monoMs }) => {
      const sightings = of(market)
      // What comes from the future was noted by a clock that has been set since: its age is unknown.
      for (const [key, firstAtMs, lastAtMs] of offers)
        if (firstAtMs <= lastAtMs && lastAtMs <= wallMs)
          sightings.set(key, { firstMonoMs: monoMs - wallMs + firstAtMs, lastMonoMs: monoMs - wallMs + lastAtMs })
      sweep(sightings, monoMs, offersPerMarket)
    },
    get size() {
      return [...byMarket.values()].reduce((total, sightings) => total + sightings.size, 0)
    },
  }
}

/** Forgets what was not seen for a day and, when there is too much, what was not seen for longest. */
const sweep = (sightings: Sightings, nowMonoMs: number, most: number): void => {
  for (const [key, { lastMonoMs }] of sightings) if (nowMonoMs - lastMonoMs > rememberedMs) sightings.delete(key)
  if (sightings.size <= most) return
  const oldestFirst = [...sightings].sort(([, a], [, b]) => a.lastMonoMs - b.lastMonoMs)
  for (const [key] of oldestFirst.slice(0, sightings.size - Math.floor(most * 0.75))) sightings.delete(key)
}

const nameOf = ({ exchange, fiat, side }: MarketOfExchange): string => `${exchange} ${fiat} ${side}`

/** An offer that was gone for longer is a new one. */
export const rememberedMs = 24 * 3_600_000
