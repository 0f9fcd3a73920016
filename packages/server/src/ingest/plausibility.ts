import { type Board, bestPrice, type ExchangeId, judgeMarket } from '@p2p-rates/core'
import { median } from '@p2p-rates/core/internal'
import { getOrCreate } from '../base/get-or-create.js'

export type Suspicion = 'suspect_empty' | 'implausible' | 'frozen' | 'swapped_sides' | 'geo_block'

export const centreOf = (board: Board): number | null =>
  board.ads.length < fewestAds ? null : median(board.ads.map((ad) => ad.price))

/** Hold on a board that contradicts the other exchanges, until it agrees again or they follow. */
export type HeldVerdict = {
  /** Consecutive readings with the same evidence. */
  readonly agreeing: number
  readonly centre: number
  /** Last accepted centre of the board, or the reference if there was none. */
  readonly from: number
  readonly otherCentres: ReadonlyMap<ExchangeId, number>
}

export type BoardContext = {
  readonly board: Board
  readonly centre: number | null
  /** Centre of this exchange when it was last accepted. */
  readonly before: number | null
  /** The middles of the other exchanges' newest boards, believed or not. */
  readonly otherCentres: ReadonlyMap<ExchangeId, number>
  readonly hold: HeldVerdict | null
}

/** Returns the hold on a new reading; null means accept it. */
export function assessReading({ board, centre, before, otherCentres, hold }: BoardContext): HeldVerdict | null {
  if (centre === null) return null
  const reference = middleOf(otherCentres)
  if (reference === null) return hold === null || !isFar(centre, hold.from) ? null : { ...hold, centre }
  if (!contradicts(board, reference)) return null
  if (hold === null) return { agreeing: 1, centre, from: before ?? reference, otherCentres }

  const agreeing = Math.abs(Math.log(centre / hold.centre)) < agreementWidth ? hold.agreeing + 1 : 1
  const next = { ...hold, agreeing, centre }
  return agreeing >= cyclesToBelieve && othersFollowed(next, otherCentres) ? null : next
}

export function stillContradicts(board: Board, others: ReadonlyMap<ExchangeId, number>): boolean {
  const reference = middleOf(others)
  return reference === null || contradicts(board, reference)
}

/**
 * Returns the median of the other exchanges. Null if there are fewer than 2, or only 2 that differ by more than 20 %.
 */
export function middleOf(others: ReadonlyMap<ExchangeId, number>): number | null {
  const centres = [...others.values()]
  if (centres.length < 2) return null
  if (centres.length === 2 && isFar(Math.min(...centres), Math.max(...centres))) return null
  return median(centres)
}

function contradicts(board: Board, reference: number): boolean {
  const far = board.ads.filter((ad) => isFar(ad.price, reference)).length
  if (far >= fewestAds && far > board.ads.length * farShare) return true
  // Bait stands far off on many honest boards; only a price that would be believed counts.
  const best = far === 0 ? null : bestTrustedPrice(board)
  return best !== null && isFar(best, reference)
}

function bestTrustedPrice(board: Board): number | null {
  return getOrCreate(believed, board, () => {
    const [judged] = judgeMarket(board.fiat, [board]).boards
    return judged === undefined ? null : bestPrice(judged).price
  })
}
const believed = new WeakMap<Board, number | null>()

function othersFollowed(
  { centre, from, otherCentres: then }: HeldVerdict,
  now: ReadonlyMap<ExchangeId, number>,
): boolean {
  const move = Math.log(centre / from)
  return [...now].some(([exchange, price]) => {
    const moved = Math.log(price / (then.get(exchange) ?? price))
    return Math.sign(moved) === Math.sign(move) && Math.abs(moved) > Math.abs(move) / 2
  })
}

const isFar = (price: number, reference: number): boolean => price > reference * 1.2 || price * 1.2 < reference

const fewestAds = 3
const farShare = 0.3
const agreementWidth = 0.05
const cyclesToBelieve = 3

export const isSuddenlyEmpty = (adsBefore: number, adsNow: number): boolean => adsNow === 0 && adsBefore >= 5
export const cyclesToBelieveEmptiness = 2
