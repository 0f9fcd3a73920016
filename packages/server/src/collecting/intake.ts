import { type Board, boardKey, type ExchangeId, type Side, sideCentres, sides } from '@p2p-rates/core'
import type { Clock } from '../clock.js'
import { isFresh } from '../market/freshness.js'
import type { FirstSeen } from './first-seen.js'
import type { Latest } from './held-boards.js'
import type { ReportMarketEvent } from './market-event.js'
import {
  centreOf,
  cyclesToBelieveEmptiness,
  type Doubt,
  type Hold,
  isSuddenlyEmpty,
  stillContradicts,
  weighReading,
} from './plausibility.js'
import { type Stillness, watchStillness } from './standing-still.js'
import { cyclesToBelieveSwap, type SwapWatch, watchSwap } from './swap-suspicion.js'

type Newest = { readonly board: Board; readonly receivedMonoMs: number; readonly centre: number | null }

/** What we know of one side of one exchange for one currency. */
export type Watch = {
  readonly newest: Newest | null
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

const unknown: Watch = {
  newest: null,
  everHadAds: false,
  empties: 0,
  compared: false,
  centre: null,
  hold: null,
  stillness: null,
}

/** Decides which readings are believed, and hands those on. */
export interface Intake {
  /** `ask_again`: hard to believe, worth one more question. */
  take(board: Board, receivedMonoMs: number, attempt: number): 'taken' | 'ask_again'
  restore(board: Board, receivedMonoMs: number): void
  watch(exchange: ExchangeId, fiat: string, side: Side): Watch
  /** Cycles in a row in which both sides looked exchanged. */
  swaps(exchange: ExchangeId, fiat: string): number
}

export const createIntake = (ports: {
  readonly clock: Clock
  readonly exchanges: readonly ExchangeId[]
  readonly firstSeen: FirstSeen
  readonly latest: Pick<Latest, 'put' | 'remove'>
  /** Whether the rows of an exchange say which side they are on. */
  readonly namesSide: (exchange: ExchangeId) => boolean
  readonly report: ReportMarketEvent
}): Intake => {
  const { clock, exchanges, firstSeen, latest, namesSide, report } = ports
  const watches = new Map<string, Watch>()
  /** By exchange, then by currency. */
  const swapWatches = new Map<ExchangeId, Map<string, SwapWatch>>()
  /** Of which markets only one side was read anew. */
  const halfRead = new Map<string, Side>()

  const watchOf = (exchange: ExchangeId, fiat: string, side: Side): Watch =>
    watches.get(`${fiat} ${boardKey(exchange, side)}`) ?? unknown
  const keep = (exchange: ExchangeId, fiat: string, side: Side, watch: Watch): void =>
    void watches.set(`${fiat} ${boardKey(exchange, side)}`, watch)
  const swapsOf = (exchange: ExchangeId, fiat: string): number => swapWatches.get(exchange)?.get(fiat)?.inARow ?? 0

  const centresBut = (exchange: ExchangeId, fiat: string, side: Side): ReadonlyMap<ExchangeId, number> => {
    const centres = new Map<ExchangeId, number>()
    for (const other of exchanges) {
      const newest = other === exchange ? null : watchOf(other, fiat, side).newest
      if (newest === null || newest.centre === null) continue
      if (isFresh(newest.receivedMonoMs, clock.monoMs())) centres.set(other, newest.centre)
    }
    return centres
  }

  /** `null` = believed again. */
  const tell = (exchange: ExchangeId, fiat: string, side: Side | null, doubt: Doubt | null): void =>
    report({ kind: 'doubt', exchange, fiat, side, doubt })

  /** Hands the newest board on, or takes it back, as everything known about it together demands. */
  const settle = (exchange: ExchangeId, fiat: string, side: Side): void => {
    const { newest, hold, stillness } = watchOf(exchange, fiat, side)
    if (newest === null) return
    const isOut = hold !== null || stillness?.verdict === 'frozen' || swapsOf(exchange, fiat) >= cyclesToBelieveSwap
    if (isOut) latest.remove(exchange, fiat, side)
    else latest.put(newest.board, newest.receivedMonoMs)
  }

  /** A new board is news about its neighbours too: whoever contradicted the old picture may fit the new one. */
  const reconsider = (fiat: string, side: Side, cause: ExchangeId): void => {
    for (const exchange of exchanges) {
      const watch = watchOf(exchange, fiat, side)
      if (exchange === cause || watch.newest === null) continue
      const others = centresBut(exchange, fiat, side)
      if (watch.hold !== null) {
        if (stillContradicts(watch.newest.board, others)) continue
        keep(exchange, fiat, side, { ...watch, hold: null, centre: watch.hold.centre })
        tell(exchange, fiat, side, null)
        settle(exchange, fiat, side)
      } else if (!watch.compared && others.size >= 2) {
        const hold = weighReading({ ...watch.newest, before: null, others, hold: null })
        keep(exchange, fiat, side, { ...watch, hold, compared: true })
        if (hold === null) continue
        tell(exchange, fiat, side, 'implausible')
        settle(exchange, fiat, side)
      }
    }
  }

  /** Looked at once both sides were read anew. */
  const compareSides = ({ exchange, fiat, side }: Board, receivedMonoMs: number): void => {
    const market = `${exchange} ${fiat}`
    const first = halfRead.get(market)
    if (first === undefined || first === side) return void halfRead.set(market, side)
    halfRead.delete(market)

    const ofExchange = swapWatches.get(exchange) ?? new Map<string, SwapWatch>()
    swapWatches.set(exchange, ofExchange)
    const before = ofExchange.get(fiat) ?? null
    const adsOf = (one: Side) => watchOf(exchange, fiat, one).newest?.board.ads ?? []
    const watch = watchSwap({
      sides: sideCentres(adsOf('BUY'), adsOf('SELL')),
      atMonoMs: receivedMonoMs,
      before,
      others: exchanges.flatMap((other) => (other === exchange ? [] : (swapWatches.get(other)?.get(fiat) ?? []))),
      elsewhere: [...ofExchange].flatMap(([other, known]) => (other === fiat ? [] : known)),
      namesSide: namesSide(exchange),
    })
    ofExchange.set(fiat, watch)
    const wasOut = (before?.inARow ?? 0) >= cyclesToBelieveSwap
    const isOut = watch.inARow >= cyclesToBelieveSwap
    if (isOut !== wasOut) tell(exchange, fiat, null, isOut ? 'swapped_sides' : null)
  }

  const believe = (board: Board, receivedMonoMs: number, watch: Watch): void => {
    const { exchange, fiat, side } = board
    const others = centresBut(exchange, fiat, side)
    const centre = centreOf(board)
    const hold = weighReading({ board, centre, before: watch.centre, others, hold: watch.hold })
    if ((hold === null) !== (watch.hold === null)) tell(exchange, fiat, side, hold === null ? null : 'implausible')
    const before = watch.newest && watch.stillness && { board: watch.newest.board, stillness: watch.stillness }
    const stillness = watchStillness(before, { board, receivedMonoMs, others })
    const stoodStill = isStandingStill(watch.stillness)
    if (isStandingStill(stillness) !== stoodStill) tell(exchange, fiat, side, stoodStill ? null : 'frozen')
    keep(exchange, fiat, side, {
      newest: { board, receivedMonoMs, centre },
      everHadAds: watch.everHadAds || board.ads.length > 0,
      empties: 0,
      compared: others.size >= 2,
      centre: hold === null ? centre : watch.centre,
      hold,
      stillness,
    })
    firstSeen.note(board.ads, receivedMonoMs)
    compareSides(board, receivedMonoMs)
    for (const one of sides) settle(exchange, fiat, one)
    reconsider(fiat, side, exchange)
  }

  return {
    watch: watchOf,
    swaps: swapsOf,
    restore: (board, receivedMonoMs) => believe(board, receivedMonoMs, unknown),
    take: (board, receivedMonoMs, attempt) => {
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

/** Told of, whether it is left out yet or not. */
export const isStandingStill = (stillness: Stillness | null): boolean =>
  stillness !== null && stillness.verdict !== 'moving'
