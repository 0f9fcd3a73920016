import { type Board, boardKey, type ExchangeId, type Side, sides } from '@p2p-rates/core'
import { isFresh } from '../market/market-snapshot.js'
import type { AdAges } from './ad-ages.js'
import type { CurrentBoards } from './current-boards.js'
import { type Stillness, updateStillness } from './frozen-detector.js'
import type { IngestContext } from './ingest-context.js'
import {
  assessReading,
  centreOf,
  cyclesToBelieveEmptiness,
  type HeldVerdict,
  isSuddenlyEmpty,
  type Suspicion,
  stillContradicts,
} from './plausibility.js'
import { createSideSwapTracker } from './side-swap-detector.js'

/** Decides which boards to believe, and shows or hides them among the current boards. */
export type ReadingValidator = {
  readonly ports: ValidatorPorts
  readonly states: Map<string, BoardState>
  readonly swaps: ReturnType<typeof createSideSwapTracker>
}

export type BoardState = {
  /** The newest reading that was taken, believed or not. */
  readonly newest: { readonly board: Board; readonly receivedMonoMs: number; readonly centre: number | null } | null
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

type ValidatorPorts = {
  readonly exchanges: readonly ExchangeId[]
  readonly time: Pick<IngestContext['time'], 'clock'>
  readonly report: IngestContext['report']
  readonly adAges: Pick<AdAges, 'recordBoard'>
  readonly currentBoards: Pick<CurrentBoards, 'put' | 'remove'>
}

export const createReadingValidator = (ports: ValidatorPorts): ReadingValidator => ({
  ports,
  states: new Map(),
  swaps: createSideSwapTracker(ports.exchanges),
})

/** Returns `ask_again` for a reading that is hard to believe and worth one more request. */
export function acceptBoard(
  validator: ReadingValidator,
  board: Board,
  receivedMonoMs: number,
  attempt: number,
): 'taken' | 'ask_again' {
  const { exchange, fiat, side } = board
  const known = boardStateOf(validator, exchange, fiat, side)
  // Asking again within a cycle is not a second cycle.
  const isSudden = isSuddenlyEmpty(known.newest?.board.ads.length ?? 0, board.ads.length)
  const watch = isSudden && attempt === 0 ? { ...known, empties: known.empties + 1 } : known
  if (!isSudden || watch.empties >= cyclesToBelieveEmptiness) {
    applyReading(validator, board, receivedMonoMs, watch)
    return 'taken'
  }
  setState(validator, exchange, fiat, side, watch)
  if (attempt > 0) return 'taken'
  reportSuspicion(validator, exchange, fiat, side, 'suspect_empty')
  return 'ask_again'
}

export const restoreBoard = (validator: ReadingValidator, board: Board, receivedMonoMs: number): void =>
  applyReading(validator, board, receivedMonoMs, unknownBoard)

export const boardStateOf = (
  { states }: ReadingValidator,
  exchange: ExchangeId,
  fiat: string,
  side: Side,
): BoardState => states.get(`${fiat} ${boardKey(exchange, side)}`) ?? unknownBoard

export const isStandingStill = ({ stillness }: BoardState): boolean =>
  stillness !== null && stillness.verdict !== 'moving'

const unknownBoard: BoardState = {
  newest: null,
  everHadAds: false,
  empties: 0,
  compared: false,
  centre: null,
  hold: null,
  stillness: null,
}

function applyReading(validator: ReadingValidator, board: Board, receivedMonoMs: number, before: BoardState): void {
  const { swaps, ports } = validator
  const { exchange, fiat, side } = board
  const now = afterReading(before, board, receivedMonoMs, centresOfOthers(validator, exchange, fiat, side))
  setState(validator, exchange, fiat, side, now)
  if ((now.hold === null) !== (before.hold === null))
    reportSuspicion(validator, exchange, fiat, side, now.hold === null ? null : 'implausible')
  if (isStandingStill(now) !== isStandingStill(before))
    reportSuspicion(validator, exchange, fiat, side, isStandingStill(now) ? 'frozen' : null)
  ports.adAges.recordBoard(board, receivedMonoMs)
  const swap = swaps.compareReading(
    { exchange, fiat, side, receivedMonoMs },
    (one) => boardStateOf(validator, exchange, fiat, one).newest?.board.ads ?? [],
  )
  if (swap !== null) reportSuspicion(validator, exchange, fiat, null, swap === 'exchanged' ? 'swapped_sides' : null)
  for (const one of sides) showOrHide(validator, exchange, fiat, one)
  reconsider(validator, fiat, side, exchange)
}

function afterReading(
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

/** Judges the other exchanges again, because a new board may agree with what contradicted the old ones. */
function reconsider(validator: ReadingValidator, fiat: string, side: Side, cause: ExchangeId): void {
  for (const exchange of validator.ports.exchanges) {
    const watch = boardStateOf(validator, exchange, fiat, side)
    if (exchange === cause || watch.newest === null) continue
    const otherCentres = centresOfOthers(validator, exchange, fiat, side)
    if (watch.hold !== null) {
      if (stillContradicts(watch.newest.board, otherCentres)) continue
      setState(validator, exchange, fiat, side, { ...watch, hold: null, centre: watch.hold.centre })
      reportSuspicion(validator, exchange, fiat, side, null)
      showOrHide(validator, exchange, fiat, side)
    } else if (!watch.compared && otherCentres.size >= 2) {
      const hold = assessReading({ ...watch.newest, before: null, otherCentres, hold: null })
      setState(validator, exchange, fiat, side, { ...watch, hold, compared: true })
      if (hold === null) continue
      reportSuspicion(validator, exchange, fiat, side, 'implausible')
      showOrHide(validator, exchange, fiat, side)
    }
  }
}

function centresOfOthers(
  validator: ReadingValidator,
  exchange: ExchangeId,
  fiat: string,
  side: Side,
): ReadonlyMap<ExchangeId, number> {
  const { exchanges, time } = validator.ports
  const centres = new Map<ExchangeId, number>()
  for (const other of exchanges) {
    const newest = other === exchange ? null : boardStateOf(validator, other, fiat, side).newest
    // Ignore readings of a single unproven agent: they must not cast doubt on other exchanges.
    if (newest === null || newest.centre === null || newest.board.remote?.checked === false) continue
    if (isFresh(newest.receivedMonoMs, time.clock.monoMs())) centres.set(other, newest.centre)
  }
  return centres
}

function showOrHide(validator: ReadingValidator, exchange: ExchangeId, fiat: string, side: Side): void {
  const { swaps, ports } = validator
  const { newest, hold, stillness } = boardStateOf(validator, exchange, fiat, side)
  if (newest === null) return
  const isOut = hold !== null || stillness?.verdict === 'frozen' || swaps.isSwapped(exchange, fiat)
  if (isOut) ports.currentBoards.remove({ exchange, fiat, side })
  else ports.currentBoards.put(newest.board, newest.receivedMonoMs)
}

const setState = (
  { states }: ReadingValidator,
  exchange: ExchangeId,
  fiat: string,
  side: Side,
  watch: BoardState,
): void => void states.set(`${fiat} ${boardKey(exchange, side)}`, watch)

const reportSuspicion = (
  { ports }: ReadingValidator,
  exchange: ExchangeId,
  fiat: string,
  side: Side | null,
  doubt: Suspicion | null,
): void => ports.report({ kind: 'doubt', exchange, fiat, side, doubt })
