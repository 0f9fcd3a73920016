import type { Board, ExchangeId } from '@p2p-rates/core'
import { centreOf, type Hold, weighReading } from './plausibility.js'
import { type Stillness, watchStillness } from './standing-still.js'

/** A reading that was taken, believed or not. */
export type NewestReading = { readonly board: Board; readonly receivedMonoMs: number; readonly centre: number | null }

/** What is known of one side of one exchange for one currency. */
export type BoardWatch = {
  readonly newest: NewestReading | null
  readonly everHadAds: boolean
  /** Cycles in a row that showed an empty list where ads had been. */
  readonly empties: number
  /** Whether the other exchanges were there to compare with. */
  readonly compared: boolean
  /** Where it stood when it was last believed. */
  readonly centre: number | null
  readonly hold: Hold | null
  readonly stillness: Stillness | null
}

export const unknownBoard: BoardWatch = {
  newest: null,
  everHadAds: false,
  empties: 0,
  compared: false,
  centre: null,
  hold: null,
  stillness: null,
}

/** What is known after one more reading. */
export function afterReading(
  watch: BoardWatch,
  board: Board,
  receivedMonoMs: number,
  others: ReadonlyMap<ExchangeId, number>,
): BoardWatch {
  const centre = centreOf(board)
  const hold = weighReading({ board, centre, before: watch.centre, others, hold: watch.hold })
  const before = watch.newest && watch.stillness && { board: watch.newest.board, stillness: watch.stillness }
  return {
    newest: { board, receivedMonoMs, centre },
    everHadAds: watch.everHadAds || board.ads.length > 0,
    empties: 0,
    compared: others.size >= 2,
    centre: hold === null ? centre : watch.centre,
    hold,
    stillness: watchStillness(before, { board, receivedMonoMs, others }),
  }
}

/** Told of, whether it is left out yet or not. */
export const isStandingStill = ({ stillness }: BoardWatch): boolean =>
  stillness !== null && stillness.verdict !== 'moving'
