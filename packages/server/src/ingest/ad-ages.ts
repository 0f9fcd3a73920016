import type { Ad, Board } from '@p2p-rates/core'
import { offerKey } from '@p2p-rates/core/internal'
import { getOrCreate } from '../base/get-or-create.js'
import { isOfTheFuture } from '../base/time/clock.js'
import type { StoredOffer } from './collector-state-store.js'
import { keyOf, type MarketName } from './current-boards.js'

export type AdAges = ReturnType<typeof createAdAges>

type BoardAds = Pick<Board, 'exchange' | 'fiat' | 'side' | 'ads'>
type Instant = { readonly wallMs: number; readonly monoMs: number }
type Sighting = { readonly firstMonoMs: number; lastMonoMs: number }
/** By `offerKey`. Every ad of every cycle passes here. */
type Sightings = Map<string, Sighting>

/** Since when every offer has been standing unchanged: bait stands still, bargains are taken. */
export function createAdAges(offersPerMarket = 200) {
  const byMarket = new Map<string, Sightings>()
  let sweptMonoMs = Number.NEGATIVE_INFINITY

  const of = (market: MarketName): Sightings => getOrCreate(byMarket, keyOf(market), () => new Map())

  const noteOne = (sightings: Sightings, ad: Ad, nowMonoMs: number): void => {
    const key = offerKey(ad)
    const known = sightings.get(key)
    if (known === undefined) sightings.set(key, { firstMonoMs: nowMonoMs, lastMonoMs: nowMonoMs })
    else known.lastMonoMs = nowMonoMs
  }

  const forgetOld = (nowMonoMs: number): void => {
    if (nowMonoMs - sweptMonoMs < sweepEveryMs) return
    sweptMonoMs = nowMonoMs
    for (const sightings of byMarket.values())
      for (const [key, { lastMonoMs }] of sightings) if (nowMonoMs - lastMonoMs > rememberedMs) sightings.delete(key)
  }

  return {
    recordBoard: (board: BoardAds, nowMonoMs: number): void => {
      forgetOld(nowMonoMs)
      const sightings = of(board)
      for (const ad of board.ads) noteOne(sightings, ad, nowMonoMs)
      if (sightings.size > offersPerMarket) dropShortestLived(sightings, nowMonoMs, offersPerMarket)
    },
    /** Yields for how many minutes the board's ads have stood unchanged, by `offerKey`. New ads are missing. */
    *unchangedMinutes(board: BoardAds, nowMonoMs: number): Iterable<[string, number]> {
      const sightings = of(board)
      for (const ad of board.ads) {
        const key = offerKey(ad)
        const known = sightings.get(key)
        if (known === undefined) continue
        // Round to milliseconds, so that an archived instant reads back as the same number.
        const stoodMs = Math.round(nowMonoMs) - Math.round(known.firstMonoMs)
        if (stoodMs > 0) yield [key, stoodMs / 60_000]
      }
    },
    /** Returns the offers worth storing: those standing now, and those that stood for 1 hour or more. */
    storedOffersOf: (market: MarketName, { wallMs, monoMs }: Instant): readonly StoredOffer[] => {
      const sightings = of(market)
      let newestMonoMs = Number.NEGATIVE_INFINITY
      for (const { lastMonoMs } of sightings.values()) newestMonoMs = Math.max(newestMonoMs, lastMonoMs)
      const wallMsOf = (atMonoMs: number): number => Math.round(wallMs - monoMs + atMonoMs)
      const kept: StoredOffer[] = []
      for (const [key, { firstMonoMs, lastMonoMs }] of sightings)
        if (lastMonoMs === newestMonoMs || lastMonoMs - firstMonoMs >= evidenceMs)
          kept.push([key, wallMsOf(firstMonoMs), wallMsOf(lastMonoMs)])
      return kept
    },
    restoreOffers: (market: MarketName, offers: readonly StoredOffer[], { wallMs, monoMs }: Instant): void => {
      const sightings = of(market)
      // Skip offers from the future, because their age is unknown.
      for (const [key, firstAtMs, lastAtMs] of offers)
        if (firstAtMs <= lastAtMs && !isOfTheFuture(lastAtMs, wallMs) && wallMs - lastAtMs <= rememberedMs)
          sightings.set(key, { firstMonoMs: monoMs - wallMs + firstAtMs, lastMonoMs: monoMs - wallMs + lastAtMs })
    },
    get size(): number {
      return [...byMarket.values()].reduce((total, sightings) => total + sightings.size, 0)
    },
  }
}

/** Drop offers that are gone, the shortest-lived first. Evidence and standing offers stay. */
function dropShortestLived(sightings: Sightings, nowMonoMs: number, most: number): void {
  const gone = [...sightings].filter(([, { lastMonoMs }]) => lastMonoMs < nowMonoMs)
  const stood = ({ firstMonoMs, lastMonoMs }: Sighting) => lastMonoMs - firstMonoMs
  gone.sort(([, a], [, b]) => stood(a) - stood(b) || a.lastMonoMs - b.lastMonoMs)
  for (const [key] of gone.slice(0, sightings.size - Math.floor(most * 0.75))) sightings.delete(key)
}

const sweepEveryMs = 3_600_000

/** Age from which judging doubts an unchanged offer. */
const evidenceMs = 3_600_000

/** An offer that was gone for longer is a new one. */
export const rememberedMs = 24 * 3_600_000
