import type { Board, ExchangeId } from '@p2p-rates/core'
import { type Stillness, updateStillness } from './frozen-detector.js'
import { assessReading, centreOf, type HeldVerdict } from './plausibility.js'

/** A reading that was taken, believed or not. */
export type NewestReading = { readonly board: Board; readonly receivedMonoMs: number; readonly centre: number | null }

export type BoardState = {
  readonly newest: NewestReading | null
  readonly everHadAds: boolean
  /** Cycles in a row that showed an empty list where ads had been. */
  readonly empties: number
  /** False if fewer than 2 other exchanges were there to compare with. */
  readonly compared: boolean
  /** Median price when the board was last accepted. */
  readonly centre: number | null
  readonly hold: HeldVerdict | null
  readonly stillness: Stillness | null
}

export const unknownBoard: BoardState = {
  newest: null,
  everHadAds: false,
  empties: 0,
  compared: false,
  centre: null,
  hold: null,
  stillness: null,
}

export function afterReading(
  watch: BoardState,
  board: Board,
  receivedMonoMs: number,
  otherCentres: ReadonlyMap<ExchangeId, number>,
): BoardState {
  const centre = centreOf(board)
  const hold = assessReading({ board, centre, before: watch.centre, otherCentres, hold: watch.hold })
  const before = watch.newest && watch.stillness && { board: watch.newest.board, stillness: watch.stillness }
  return {
    newest: { board, receivedMonoMs, centre },
    everHadAds: watch.everHadAds || board.ads.length > 0,
    empties: 0,
    compared: otherCentres.size >= 2,
    centre: hold === null ? centre : watch.centre,
    hold,
    stillness: updateStillness(before, { board, receivedMonoMs, otherCentres }),
  }
}

export const isStandingStill = ({ stillness }: BoardState): boolean =>
  stillness !== null && stillness.verdict !== 'moving'
