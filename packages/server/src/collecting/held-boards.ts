import {
  type Board,
  boardKey,
  type ExchangeId,
  type Fiat,
  judgeMarket,
  newestObservationMs,
  offerKey,
  rates,
  type Side,
  sides,
  type TrustMemory,
  type TrustRules,
} from '@p2p-rates/core'
import type { Clock } from '../clock.js'
import { isFresh, staleAtMonoMs } from '../market/freshness.js'
import type { LatestMarkets, MarketSnapshot } from '../market/market-snapshot.js'
import type { Cancel, Timers } from '../timers.js'
import type { FirstSeen } from './first-seen.js'
import type { ReportMarketEvent } from './market-event.js'

/** A board in use: when it was asked for, and where the own ads of the one before it stood. */
type Held = {
  readonly board: Board
  readonly receivedMonoMs: number
  readonly previous: DatedCentre | null
}
type DatedCentre = { readonly price: number; readonly atMonoMs: number }
type Current = { readonly snapshot: MarketSnapshot; readonly used: readonly Held[]; readonly staleAtMonoMs: number }

/** The newest boards and what was published of them. */
export interface Latest extends Pick<LatestMarkets, 'snapshot' | 'subscribe'> {
  put(board: Board, receivedMonoMs: number): void
  remove(exchange: ExchangeId, fiat: string, side: Side): void
  /** Judges what is held, puts it on record and then shows it. Resolves with what is shown. */
  publish(fiat: Fiat): Promise<MarketSnapshot | null>
  /** Shows what is held without recording it: it was on record before a restart. */
  show(fiat: Fiat): void
  stop(): void
}

export const createLatest = (ports: {
  readonly clock: Clock
  readonly timers: Timers
  /** In the order of answers. */
  readonly exchanges: readonly ExchangeId[]
  readonly rules: TrustRules
  readonly firstSeen: FirstSeen
  /** Resolves once the snapshot's prices would survive a power cut. */
  readonly record: (snapshot: MarketSnapshot) => Promise<void>
  readonly report: ReportMarketEvent
}): Latest => {
  const { clock, timers, exchanges, rules, firstSeen, record, report } = ports
  const held = new Map<string, Map<string, Held>>()
  const current = new Map<Fiat, Current>()
  const watches = new Map<Fiat, Cancel>()
  const listeners = new Set<(snapshot: MarketSnapshot) => void>()
  let generation = clock.wallMs()

  const boardsOf = (fiat: string): Map<string, Held> => {
    const boards = held.get(fiat) ?? new Map<string, Held>()
    held.set(fiat, boards)
    return boards
  }

  const placeOf = ({ board }: Held): number => exchanges.indexOf(board.exchange) * 2 + sides.indexOf(board.side)

  const judge = (fiat: Fiat, candidates: readonly Held[]): Current | null => {
    const nowMonoMs = clock.monoMs()
    const used = candidates
      .filter(({ receivedMonoMs }) => isFresh(receivedMonoMs, nowMonoMs))
      .sort((a, b) => placeOf(a) - placeOf(b))
    if (used.length === 0) return null
    const memory = memoryOf(fiat, used, nowMonoMs)
    const market = judgeMarket(
      fiat,
      used.map(({ board }) => board),
      memory,
      rules,
    )
    generation += 1
    const updatedAtMs = Math.max(...used.map(({ board }) => newestObservationMs(board)))
    return {
      snapshot: { fiat, generation, market, memory, rates: rates(market), updatedAtMs },
      used,
      staleAtMonoMs: Math.min(...used.map(({ receivedMonoMs }) => staleAtMonoMs(receivedMonoMs))),
    }
  }

  const memoryOf = (fiat: Fiat, used: readonly Held[], nowMonoMs: number): TrustMemory => {
    const previous = new Map<string, number>()
    for (const { board, previous: before } of used)
      if (before !== null && nowMonoMs - before.atMonoMs <= previousForMs)
        previous.set(boardKey(board.exchange, board.side), before.price)
    const otherFiats = new Map<string, number>()
    for (const [other, { snapshot }] of current) {
      const price = snapshot.rates.bestBuy?.price ?? snapshot.rates.bestSell?.price
      if (other !== fiat && price !== undefined) otherFiats.set(other, price)
    }
    const unchangedMinutes = new Map<string, number>()
    for (const { board } of used)
      for (const ad of board.ads) {
        const minutes = firstSeen.unchangedMinutes(ad, nowMonoMs)
        if (minutes > 0) unchangedMinutes.set(offerKey(ad), minutes)
      }
    return { previous, otherFiats, exchangesAsked: exchanges.length, unchangedMinutes }
  }

  const ownCentreOf = (fiat: string, key: string, before: Held): DatedCentre | null => {
    const board = current
      .get(fiat as Fiat)
      ?.snapshot.market.boards.find((judged) => boardKey(judged.exchange, judged.side) === key)
    const price = board?.observedAtMs === before.board.observedAtMs ? board.ownCentre : null
    return price === null ? before.previous : { price, atMonoMs: before.receivedMonoMs }
  }

  const set = (fiat: Fiat, next: Current | null): void => {
    watches.get(fiat)?.()
    watches.delete(fiat)
    if (next === null) {
      current.delete(fiat)
      return
    }
    current.set(fiat, next)
    watches.set(
      fiat,
      timers.after(next.staleAtMonoMs - clock.monoMs(), () => refresh(fiat)),
    )
  }

  const tell = (snapshot: MarketSnapshot): void => {
    const exchanges = new Set(snapshot.market.boards.map(({ exchange }) => exchange)).size
    report({ kind: 'published', fiat: snapshot.fiat, generation: snapshot.generation, exchanges })
    for (const listener of listeners) {
      try {
        listener(snapshot)
      } catch (error) {
        report({ kind: 'crash', where: 'subscriber', error })
      }
    }
  }

  /** What is shown is too old in part: the rest is judged without it. */
  const refresh = (fiat: Fiat): Current | null => {
    const shown = current.get(fiat)
    if (shown === undefined) return null
    if (clock.monoMs() < shown.staleAtMonoMs) return shown
    const next = judge(fiat, shown.used)
    set(fiat, next)
    if (next !== null) timers.soon(() => tell(next.snapshot))
    return next
  }

  return {
    put: (board, receivedMonoMs) => {
      const key = boardKey(board.exchange, board.side)
      const boards = boardsOf(board.fiat)
      const before = boards.get(key)
      if (before?.board === board) return
      boards.set(key, {
        board,
        receivedMonoMs,
        previous: before === undefined ? null : ownCentreOf(board.fiat, key, before),
      })
    },
    remove: (exchange, fiat, side) => void boardsOf(fiat).delete(boardKey(exchange, side)),
    publish: async (fiat) => {
      const next = judge(fiat, [...boardsOf(fiat).values()])
      if (next !== null) {
        try {
          await record(next.snapshot)
        } catch (error) {
          report({ kind: 'not_recorded', fiat, error })
        }
      }
      set(fiat, next)
      if (next !== null) tell(next.snapshot)
      return next?.snapshot ?? null
    },
    show: (fiat) => set(fiat, judge(fiat, [...boardsOf(fiat).values()])),
    stop: () => {
      for (const cancel of watches.values()) cancel()
      listeners.clear()
    },
    snapshot: (fiat) => refresh(fiat)?.snapshot ?? null,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Trust may lean on a centre that is at most that old. */
const previousForMs = 30 * 60_000
