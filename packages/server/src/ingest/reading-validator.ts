import { type Board, type ExchangeId, type Side, sides } from '@p2p-rates/core'
import { isFresh } from '../market/market-snapshot.js'
import type { AdAges } from './ad-ages.js'
import { type CurrentBoards, keyOf, type MarketName } from './current-boards.js'
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
  readonly context: Pick<IngestContext, 'plan' | 'exchanges' | 'time' | 'report'>
  readonly adAges: Pick<AdAges, 'recordBoard'>
  readonly currentBoards: Pick<CurrentBoards, 'put' | 'remove'>
}

/** Decides which boards to believe, and shows or hides them among the current boards. */
export const createReadingValidator = (ports: ValidatorPorts) => ({
  ports,
  states: new Map<string, BoardState>(),
  swaps: createSideSwapTracker(ports.context.plan.exchanges, ports.context.exchanges),
})

export type ReadingValidator = ReturnType<typeof createReadingValidator>

/** Returns `ask_again` for a reading that is hard to believe and worth one more request. */
export function acceptBoard(
  validator: ReadingValidator,
  board: Board,
  receivedMonoMs: number,
  attempt: number,
): 'taken' | 'ask_again' {
  const known = boardStateOf(validator, board)
  // Asking again within a cycle is not a second cycle.
  const isSudden = isSuddenlyEmpty(known.newest?.board.ads.length ?? 0, board.ads.length)
  const watch = isSudden && attempt === 0 ? { ...known, empties: known.empties + 1 } : known
  if (!isSudden || watch.empties >= cyclesToBelieveEmptiness) {
    applyReading(validator, board, receivedMonoMs, watch)
    return 'taken'
  }
  setState(validator, board, watch)
  if (attempt > 0) return 'taken'
  reportSuspicion(validator, board, 'suspect_empty')
  return 'ask_again'
}

export const restoreBoard = (validator: ReadingValidator, board: Board, receivedMonoMs: number): void =>
  applyReading(validator, board, receivedMonoMs, unknownBoard)

export const boardStateOf = ({ states }: ReadingValidator, market: MarketName): BoardState =>
  states.get(keyOf(market)) ?? unknownBoard

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
  const now = afterReading(before, board, receivedMonoMs, centresOfOthers(validator, board))
  setState(validator, board, now)
  if ((now.hold === null) !== (before.hold === null))
    reportSuspicion(validator, board, now.hold === null ? null : 'implausible')
  if (isStandingStill(now) !== isStandingStill(before))
    reportSuspicion(validator, board, isStandingStill(now) ? 'frozen' : null)
  ports.adAges.recordBoard(board, receivedMonoMs)
  const swap = swaps.compareReading(
    { exchange, fiat, side, receivedMonoMs },
    (one) => boardStateOf(validator, { exchange, fiat, side: one }).newest?.board.ads ?? [],
  )
  if (swap !== null)
    reportSuspicion(validator, { exchange, fiat, side: null }, swap === 'exchanged' ? 'swapped_sides' : null)
  for (const one of sides) showOrHide(validator, { exchange, fiat, side: one })
  reconsider(validator, board)
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
function reconsider(validator: ReadingValidator, { exchange: cause, fiat, side }: MarketName): void {
  for (const exchange of validator.ports.context.plan.exchanges) {
    const market = { exchange, fiat, side }
    const watch = boardStateOf(validator, market)
    if (exchange === cause || watch.newest === null) continue
    const otherCentres = centresOfOthers(validator, market)
    if (watch.hold !== null) {
      if (stillContradicts(watch.newest.board, otherCentres)) continue
      setState(validator, market, { ...watch, hold: null, centre: watch.hold.centre })
      reportSuspicion(validator, market, null)
      showOrHide(validator, market)
    } else if (!watch.compared && otherCentres.size >= 2) {
      const hold = assessReading({ ...watch.newest, before: null, otherCentres, hold: null })
      setState(validator, market, { ...watch, hold, compared: true })
      if (hold === null) continue
      reportSuspicion(validator, market, 'implausible')
      showOrHide(validator, market)
    }
  }
}

function centresOfOthers(
  validator: ReadingValidator,
  { exchange, fiat, side }: MarketName,
): ReadonlyMap<ExchangeId, number> {
  const { plan, time } = validator.ports.context
  const centres = new Map<ExchangeId, number>()
  for (const other of plan.exchanges) {
    const newest = other === exchange ? null : boardStateOf(validator, { exchange: other, fiat, side }).newest
    // Ignore readings of a single unproven agent: they must not cast doubt on other exchanges.
    if (newest === null || newest.centre === null || newest.board.remote?.checked === false) continue
    if (isFresh(newest.receivedMonoMs, time.clock.monoMs())) centres.set(other, newest.centre)
  }
  return centres
}

function showOrHide(validator: ReadingValidator, market: MarketName): void {
  const { swaps, ports } = validator
  const { newest, hold, stillness } = boardStateOf(validator, market)
  if (newest === null) return
  const isOut = hold !== null || stillness?.verdict === 'frozen' || swaps.isSwapped(market.exchange, market.fiat)
  if (isOut) ports.currentBoards.remove(market)
  else ports.currentBoards.put(newest.board, newest.receivedMonoMs)
}

const setState = ({ states }: ReadingValidator, market: MarketName, watch: BoardState): void =>
  void states.set(keyOf(market), watch)

const reportSuspicion = (
  { ports }: ReadingValidator,
  { exchange, fiat, side }: { readonly exchange: ExchangeId; readonly fiat: string; readonly side: Side | null },
  doubt: Suspicion | null,
): void => ports.context.report({ kind: 'doubt', exchange, fiat, side, doubt })
