import type { Ad, Board, ExchangeId } from '@p2p-rates/core'

export type Stillness = {
  readonly sinceMonoMs: number
  /** Centres of the other exchanges at that time. */
  readonly otherCentres: ReadonlyMap<ExchangeId, number>
  /** Exclude `frozen` boards; report `suspect` ones. */
  readonly verdict: 'moving' | 'suspect' | 'frozen'
  /** False if fewer than 3 other exchanges have moved since. */
  readonly isLeftBehind: boolean
}

export function updateStillness(
  before: { readonly board: Board; readonly stillness: Stillness } | null,
  now: {
    readonly board: Board
    readonly receivedMonoMs: number
    readonly otherCentres: ReadonlyMap<ExchangeId, number>
  },
): Stillness {
  const { board, receivedMonoMs, otherCentres } = now
  if (before === null || !isUnchanged(before.board.ads, board.ads))
    return { sinceMonoMs: receivedMonoMs, otherCentres, verdict: 'moving', isLeftBehind: false }

  const { sinceMonoMs } = before.stillness
  // Compare an exchange that joined later from its first reading on.
  const then = new Map([...otherCentres, ...before.stillness.otherCentres])
  const stillMs = receivedMonoMs - sinceMonoMs
  const isLeftBehind = stillMs > frozenAfterMs && board.ads.length > 0 && haveMovedOn(then, otherCentres)
  const isBusy = board.ads.length >= busyFromAds
  const isFrozen = isLeftBehind || (isBusy && stillMs > frozenAfterMs)
  const isSuspect = isBusy && stillMs > suspectAfterMs
  return {
    sinceMonoMs,
    otherCentres: then,
    verdict: isFrozen ? 'frozen' : isSuspect ? 'suspect' : 'moving',
    isLeftBehind,
  }
}

/**
 * Returns true if both readings show the same ads. Exchanges give the advertiser's last activity as an instant or an
 * age; Bybit gives both. An ad is the same if either is unchanged.
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

/** Number of ads that never all stand still for 30 minutes. */
const busyFromAds = 20
const suspectAfterMs = 30 * 60_000
const frozenAfterMs = 60 * 60_000
const moved = Math.log(1.01)
const fewestMovers = 3
