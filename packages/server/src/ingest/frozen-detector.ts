import type { Ad, Board, ExchangeId } from '@p2p-rates/core'

/** Since when nothing on a board has changed, and what that means. */
export type Stillness = {
  readonly sinceMonoMs: number
  /** Where the other exchanges stood then. */
  readonly consistency: ReadonlyMap<ExchangeId, number>
  /** `frozen` boards are left out; `suspect` ones are told of. */
  readonly verdict: 'moving' | 'suspect' | 'frozen'
  /** Whether the other exchanges have moved on since. */
  readonly isLeftBehind: boolean
}

/** A new reading of a board, compared with the one before it. */
export function createFrozenDetector(
  before: { readonly board: Board; readonly stillness: Stillness } | null,
  now: {
    readonly board: Board
    readonly receivedMonoMs: number
    readonly consistency: ReadonlyMap<ExchangeId, number>
  },
): Stillness {
  const { board, receivedMonoMs, consistency } = now
  if (before === null || !isUnchanged(before.board.ads, board.ads))
    return { sinceMonoMs: receivedMonoMs, consistency, verdict: 'moving', isLeftBehind: false }

  const { sinceMonoMs } = before.stillness
  // Who spoke for the first time meanwhile counts from then on.
  const then = new Map([...consistency, ...before.stillness.consistency])
  const stillMs = receivedMonoMs - sinceMonoMs
  const isLeftBehind = stillMs > frozenAfterMs && board.ads.length > 0 && haveMovedOn(then, consistency)
  const isBusy = board.ads.length >= busyFromAds
  const isFrozen = isLeftBehind || (isBusy && stillMs > frozenAfterMs)
  const isSuspect = isBusy && stillMs > suspectAfterMs
  return {
    sinceMonoMs,
    consistency: then,
    verdict: isFrozen ? 'frozen' : isSuspect ? 'suspect' : 'moving',
    isLeftBehind,
  }
}

/**
 * Whether two readings show the same ads. When an advertiser was last seen is told as an instant by some exchanges and
 * as an age by others, Bybit does both; whichever stands still, the ad does.
 */
export const isUnchanged = (before: readonly Ad[], now: readonly Ad[]): boolean =>
  before.length === now.length && now.every((ad, index) => isSameAd(before[index], ad))

const isSameAd = (before: Ad | undefined, now: Ad): boolean =>
  before !== undefined &&
  before.adId === now.adId &&
  before.price === now.price &&
  before.minFiat === now.minFiat &&
  before.maxFiat === now.maxFiat &&
  before.stockUsdt === now.stockUsdt &&
  before.completedOrders === now.completedOrders &&
  before.completionPct === now.completionPct &&
  (before.lastSeenAtMs === now.lastSeenAtMs || ageOf(before) === ageOf(now))

const ageOf = ({ lastSeenAtMs, observedAtMs }: Ad): number | null =>
  lastSeenAtMs === null ? null : observedAtMs - lastSeenAtMs

/** The market has moved when several exchanges did, all in one direction: thin boards jump about on their own. */
function haveMovedOn(then: ReadonlyMap<ExchangeId, number>, now: ReadonlyMap<ExchangeId, number>): boolean {
  const moves = [...now].map(([exchange, price]) => Math.log(price / (then.get(exchange) ?? price)))
  const up = moves.filter((move) => move > moved).length
  const down = moves.filter((move) => move < -moved).length
  return Math.max(up, down) >= fewestMovers
}

/** So many ads never all stand still for half an hour. */
const busyFromAds = 20
const suspectAfterMs = 30 * 60_000
const frozenAfterMs = 60 * 60_000
const moved = Math.log(1.01)
const fewestMovers = 3
