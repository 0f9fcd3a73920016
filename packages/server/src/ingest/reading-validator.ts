import { type Board, boardKey, type ExchangeId, type Side, sides } from '@p2p-rates/core'
import { isFresh } from '../market/freshness.js'
import type { Clock } from '../time/clock.js'
import type { AdAges } from './ad-ages.js'
import { afterReading, type BoardState, isStandingStill, unknownBoard } from './board-state.js'
import type { CurrentBoards } from './current-boards.js'
import type { ReportMarketEvent } from './market-event.js'
import {
  assessReading,
  cyclesToBelieveEmptiness,
  isSuddenlyEmpty,
  type Suspicion,
  stillContradicts,
} from './plausibility.js'
import { createSideComparison } from './side-comparison.js'

export interface ReadingValidator {
  /** `ask_again`: hard to believe, worth one more request. */
  acceptBoard(board: Board, receivedMonoMs: number, attempt: number): 'taken' | 'ask_again'
  restore(board: Board, receivedMonoMs: number): void
  watch(exchange: ExchangeId, fiat: string, side: Side): BoardState
  isSwapped(exchange: ExchangeId, fiat: string): boolean
}

export function createReadingValidator(ports: {
  readonly clock: Clock
  readonly exchanges: readonly ExchangeId[]
  readonly firstSeen: Pick<AdAges, 'recordBoard'>
  readonly held: Pick<CurrentBoards, 'put' | 'remove'>
  /** Returns true if the rows of an exchange name their side. */
  readonly sideInRow: (exchange: ExchangeId) => boolean
  readonly report: ReportMarketEvent
}): ReadingValidator {
  const { clock, exchanges, firstSeen, held, sideInRow, report } = ports
  const watches = new Map<string, BoardState>()
  const comparison = createSideComparison({ exchanges, sideInRow })

  const watchOf = (exchange: ExchangeId, fiat: string, side: Side): BoardState =>
    watches.get(`${fiat} ${boardKey(exchange, side)}`) ?? unknownBoard
  const keep = (exchange: ExchangeId, fiat: string, side: Side, watch: BoardState): void =>
    void watches.set(`${fiat} ${boardKey(exchange, side)}`, watch)

  const centresBut = (exchange: ExchangeId, fiat: string, side: Side): ReadonlyMap<ExchangeId, number> => {
    const centres = new Map<ExchangeId, number>()
    for (const other of exchanges) {
      const newest = other === exchange ? null : watchOf(other, fiat, side).newest
      // Ignore readings of a single unproven agent: they must not cast doubt on other exchanges.
      if (newest === null || newest.centre === null || newest.board.remote?.checked === false) continue
      if (isFresh(newest.receivedMonoMs, clock.monoMs())) centres.set(other, newest.centre)
    }
    return centres
  }

  const tell = (exchange: ExchangeId, fiat: string, side: Side | null, doubt: Suspicion | null): void =>
    report({ kind: 'doubt', exchange, fiat, side, doubt })

  const showOrHide = (exchange: ExchangeId, fiat: string, side: Side): void => {
    const { newest, hold, stillness } = watchOf(exchange, fiat, side)
    if (newest === null) return
    const isOut = hold !== null || stillness?.verdict === 'frozen' || comparison.isSwapped(exchange, fiat)
    if (isOut) held.remove({ exchange, fiat, side })
    else held.put(newest.board, newest.receivedMonoMs)
  }

  /** A new board is news about its neighbours too: what contradicted the old picture may fit the new one. */
  const reconsider = (fiat: string, side: Side, cause: ExchangeId): void => {
    for (const exchange of exchanges) {
      const watch = watchOf(exchange, fiat, side)
      if (exchange === cause || watch.newest === null) continue
      const consistency = centresBut(exchange, fiat, side)
      if (watch.hold !== null) {
        if (stillContradicts(watch.newest.board, consistency)) continue
        keep(exchange, fiat, side, { ...watch, hold: null, centre: watch.hold.centre })
        tell(exchange, fiat, side, null)
        showOrHide(exchange, fiat, side)
      } else if (!watch.compared && consistency.size >= 2) {
        const hold = assessReading({ ...watch.newest, before: null, consistency, hold: null })
        keep(exchange, fiat, side, { ...watch, hold, compared: true })
        if (hold === null) continue
        tell(exchange, fiat, side, 'implausible')
        showOrHide(exchange, fiat, side)
      }
    }
  }

  const believe = (board: Board, receivedMonoMs: number, before: BoardState): void => {
    const { exchange, fiat, side } = board
    const now = afterReading(before, board, receivedMonoMs, centresBut(exchange, fiat, side))
    keep(exchange, fiat, side, now)
    if ((now.hold === null) !== (before.hold === null))
      tell(exchange, fiat, side, now.hold === null ? null : 'implausible')
    if (isStandingStill(now) !== isStandingStill(before))
      tell(exchange, fiat, side, isStandingStill(now) ? 'frozen' : null)
    firstSeen.recordBoard(board, receivedMonoMs)
    const swap = comparison.compareReading(
      { exchange, fiat, side, receivedMonoMs },
      (one) => watchOf(exchange, fiat, one).newest?.board.ads ?? [],
    )
    if (swap !== null) tell(exchange, fiat, null, swap === 'exchanged' ? 'swapped_sides' : null)
    for (const one of sides) showOrHide(exchange, fiat, one)
    reconsider(fiat, side, exchange)
  }

  return {
    watch: watchOf,
    isSwapped: comparison.isSwapped,
    restore: (board, receivedMonoMs) => believe(board, receivedMonoMs, unknownBoard),
    acceptBoard: (board, receivedMonoMs, attempt) => {
      const { exchange, fiat, side } = board
      const known = watchOf(exchange, fiat, side)
      // Asking again within a cycle is not a second cycle.
      const isSudden = isSuddenlyEmpty(known.newest?.board.ads.length ?? 0, board.ads.length)
      const watch = isSudden && attempt === 0 ? { ...known, empties: known.empties + 1 } : known
      if (!isSudden || watch.empties >= cyclesToBelieveEmptiness) {
        believe(board, receivedMonoMs, watch)
        return 'taken'
      }
      keep(exchange, fiat, side, watch)
      if (attempt > 0) return 'taken'
      tell(exchange, fiat, side, 'suspect_empty')
      return 'ask_again'
    },
  }
}
