import { type Board, boardKey, type ExchangeId, type Side, sides } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import { isFresh } from '../market/market-snapshot.js'
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
import { createSideSwapTracker } from './side-swap-tracker.js'

export interface ReadingValidator {
  /** `ask_again`: hard to believe, worth one more request. */
  acceptBoard(board: Board, receivedMonoMs: number, attempt: number): 'taken' | 'ask_again'
  restore(board: Board, receivedMonoMs: number): void
  boardState(exchange: ExchangeId, fiat: string, side: Side): BoardState
  isSwapped(exchange: ExchangeId, fiat: string): boolean
}

export function createReadingValidator(ports: {
  readonly clock: Clock
  readonly exchanges: readonly ExchangeId[]
  readonly adAges: Pick<AdAges, 'recordBoard'>
  readonly currentBoards: Pick<CurrentBoards, 'put' | 'remove'>
  /** Returns true if the rows of an exchange name their side. */
  readonly sideInRow: (exchange: ExchangeId) => boolean
  readonly report: ReportMarketEvent
}): ReadingValidator {
  const { clock, exchanges, adAges, currentBoards, sideInRow, report } = ports
  const states = new Map<string, BoardState>()
  const comparison = createSideSwapTracker({ exchanges, sideInRow })

  const stateOf = (exchange: ExchangeId, fiat: string, side: Side): BoardState =>
    states.get(`${fiat} ${boardKey(exchange, side)}`) ?? unknownBoard
  const setState = (exchange: ExchangeId, fiat: string, side: Side, watch: BoardState): void =>
    void states.set(`${fiat} ${boardKey(exchange, side)}`, watch)

  const centresOfOthers = (exchange: ExchangeId, fiat: string, side: Side): ReadonlyMap<ExchangeId, number> => {
    const centres = new Map<ExchangeId, number>()
    for (const other of exchanges) {
      const newest = other === exchange ? null : stateOf(other, fiat, side).newest
      // Ignore readings of a single unproven agent: they must not cast doubt on other exchanges.
      if (newest === null || newest.centre === null || newest.board.remote?.checked === false) continue
      if (isFresh(newest.receivedMonoMs, clock.monoMs())) centres.set(other, newest.centre)
    }
    return centres
  }

  const reportSuspicion = (exchange: ExchangeId, fiat: string, side: Side | null, doubt: Suspicion | null): void =>
    report({ kind: 'doubt', exchange, fiat, side, doubt })

  const showOrHide = (exchange: ExchangeId, fiat: string, side: Side): void => {
    const { newest, hold, stillness } = stateOf(exchange, fiat, side)
    if (newest === null) return
    const isOut = hold !== null || stillness?.verdict === 'frozen' || comparison.isSwapped(exchange, fiat)
    if (isOut) currentBoards.remove({ exchange, fiat, side })
    else currentBoards.put(newest.board, newest.receivedMonoMs)
  }

  /** A new board is news about its neighbours too: what contradicted the old picture may fit the new one. */
  const reconsider = (fiat: string, side: Side, cause: ExchangeId): void => {
    for (const exchange of exchanges) {
      const watch = stateOf(exchange, fiat, side)
      if (exchange === cause || watch.newest === null) continue
      const otherCentres = centresOfOthers(exchange, fiat, side)
      if (watch.hold !== null) {
        if (stillContradicts(watch.newest.board, otherCentres)) continue
        setState(exchange, fiat, side, { ...watch, hold: null, centre: watch.hold.centre })
        reportSuspicion(exchange, fiat, side, null)
        showOrHide(exchange, fiat, side)
      } else if (!watch.compared && otherCentres.size >= 2) {
        const hold = assessReading({ ...watch.newest, before: null, otherCentres, hold: null })
        setState(exchange, fiat, side, { ...watch, hold, compared: true })
        if (hold === null) continue
        reportSuspicion(exchange, fiat, side, 'implausible')
        showOrHide(exchange, fiat, side)
      }
    }
  }

  const applyReading = (board: Board, receivedMonoMs: number, before: BoardState): void => {
    const { exchange, fiat, side } = board
    const now = afterReading(before, board, receivedMonoMs, centresOfOthers(exchange, fiat, side))
    setState(exchange, fiat, side, now)
    if ((now.hold === null) !== (before.hold === null))
      reportSuspicion(exchange, fiat, side, now.hold === null ? null : 'implausible')
    if (isStandingStill(now) !== isStandingStill(before))
      reportSuspicion(exchange, fiat, side, isStandingStill(now) ? 'frozen' : null)
    adAges.recordBoard(board, receivedMonoMs)
    const swap = comparison.compareReading(
      { exchange, fiat, side, receivedMonoMs },
      (one) => stateOf(exchange, fiat, one).newest?.board.ads ?? [],
    )
    if (swap !== null) reportSuspicion(exchange, fiat, null, swap === 'exchanged' ? 'swapped_sides' : null)
    for (const one of sides) showOrHide(exchange, fiat, one)
    reconsider(fiat, side, exchange)
  }

  return {
    boardState: stateOf,
    isSwapped: comparison.isSwapped,
    restore: (board, receivedMonoMs) => applyReading(board, receivedMonoMs, unknownBoard),
    acceptBoard: (board, receivedMonoMs, attempt) => {
      const { exchange, fiat, side } = board
      const known = stateOf(exchange, fiat, side)
      // Asking again within a cycle is not a second cycle.
      const isSudden = isSuddenlyEmpty(known.newest?.board.ads.length ?? 0, board.ads.length)
      const watch = isSudden && attempt === 0 ? { ...known, empties: known.empties + 1 } : known
      if (!isSudden || watch.empties >= cyclesToBelieveEmptiness) {
        applyReading(board, receivedMonoMs, watch)
        return 'taken'
      }
      setState(exchange, fiat, side, watch)
      if (attempt > 0) return 'taken'
      reportSuspicion(exchange, fiat, side, 'suspect_empty')
      return 'ask_again'
    },
  }
}
