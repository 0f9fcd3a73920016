import { type Board, type ExchangeId, type Fiat, sides } from '@p2p-rates/core'
import { type Clock, isOfTheFuture } from '../base/time/clock.js'
import { boardBeforeTrust, freshForMs, isFresh } from '../market/market-snapshot.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import { type AdAges, rememberedMs } from './ad-ages.js'
import type { BoardMemory, CollectorStateStore, StoredCentre } from './collector-state-store.js'
import type { CurrentBoards, DatedCentre } from './current-boards.js'
import type { ProfitablePairs } from './profitable-pairs.js'
import type { ReadingValidator } from './reading-validator.js'

export interface BoardCheckpoint {
  save(fiat: Fiat): Promise<void>
  restore(): Promise<void>
}

export function createBoardCheckpoint(ports: {
  readonly store: Pick<CollectorStateStore, 'saveBoards' | 'boardsSince' | 'memoriesSince'>
  readonly clock: Clock
  readonly exchanges: readonly ExchangeId[]
  readonly fiats: readonly Fiat[]
  readonly validator: Pick<ReadingValidator, 'boardState' | 'restore'>
  readonly currentBoards: Pick<CurrentBoards, 'get' | 'restoreCentres'>
  readonly adAges: Pick<AdAges, 'storedOffersOf' | 'restoreOffers'>
  readonly paying: Pick<ProfitablePairs, 'storedPairsOf' | 'restorePairs'>
  readonly shown: Pick<ShownMarkets, 'snapshot'>
}): BoardCheckpoint {
  const { store, clock, exchanges, fiats, validator, currentBoards, adAges, paying, shown } = ports
  const saved = new WeakSet<Board>()

  /** Pairs change with boards of other exchanges, too. */
  const savedPairs = new Map<string, string>()
  const hasOtherPairs = (board: Board): boolean =>
    (savedPairs.get(nameOf(board)) ?? '[]') !== JSON.stringify(paying.storedPairsOf(board))

  const now = () => ({ wallMs: clock.wallMs(), monoMs: clock.monoMs() })
  const isOurs = ({ exchange, fiat }: Pick<Board, 'exchange' | 'fiat'>): boolean =>
    exchanges.includes(exchange) && fiats.some((ours) => ours === fiat)

  const memoryOf = (board: Board): BoardMemory => {
    const { wallMs, monoMs } = now()
    const kept = (centre: DatedCentre | null): StoredCentre | null =>
      centre && { price: centre.price, atMs: Math.round(wallMs - monoMs + centre.atMonoMs) }
    const { exchange, fiat, side, observedAtMs } = board
    const known = currentBoards.get(board)
    return {
      exchange,
      fiat,
      side,
      observedAtMs,
      centre: kept(known?.centre ?? null),
      previous: kept(known?.previous ?? null),
      offers: adAges.storedOffersOf(board, { wallMs, monoMs }),
      paying: paying.storedPairsOf(board),
    }
  }

  const recall = (memory: BoardMemory): void => {
    const { wallMs, monoMs } = now()
    // Skip memories from the future, because their age is unknown.
    if (!isOurs(memory) || isOfTheFuture(memory.observedAtMs, wallMs)) return
    const dated = (centre: StoredCentre | null): DatedCentre | null =>
      centre && { price: centre.price, atMonoMs: monoMs - wallMs + centre.atMs }
    const { observedAtMs, centre, previous, offers } = memory
    paying.restorePairs(memory, memory.paying)
    currentBoards.restoreCentres(memory, { observedAtMs, centre: dated(centre), previous: dated(previous) })
    adAges.restoreOffers(memory, offers, { wallMs, monoMs })
  }

  const restoreBoard = (board: Board): void => {
    const { wallMs, monoMs } = now()
    const receivedMonoMs = Math.min(monoMs, monoMs - (wallMs - board.observedAtMs))
    const isUsable = !isOfTheFuture(board.observedAtMs, wallMs) && isFresh(receivedMonoMs, monoMs)
    if (!isOurs(board) || !isUsable) return
    validator.restore(board, receivedMonoMs)
  }

  const publishedBoards = (): readonly Board[] =>
    fiats.flatMap((fiat) => shown.snapshot(fiat)?.market.boards.map(boardBeforeTrust) ?? [])

  return {
    save: async (fiat) => {
      const all = exchanges.flatMap((exchange) =>
        sides.flatMap((side) => validator.boardState(exchange, fiat, side).newest?.board ?? []),
      )
      // Nothing may rest on it, and it is read again after a restart.
      const boards = all.filter(({ remote }) => remote?.checked !== false)
      const unsaved = boards.filter((board) => !saved.has(board))
      const memories = boards.filter((board) => !saved.has(board) || hasOtherPairs(board)).map(memoryOf)
      await store.saveBoards(unsaved, memories)
      for (const board of unsaved) saved.add(board)
      for (const memory of memories) savedPairs.set(nameOf(memory), JSON.stringify(memory.paying))
    },
    restore: async () => {
      const nowMs = clock.wallMs()
      for (const memory of await store.memoriesSince(nowMs - rememberedMs)) recall(memory)
      const newest = new Map<string, Board>()
      for (const board of await store.boardsSince(nowMs - freshForMs)) {
        saved.add(board)
        newest.set(nameOf(board), board)
      }
      // A leader that died between publishing and saving leaves older boards than it has published.
      for (const board of publishedBoards()) {
        const stored = newest.get(nameOf(board))
        if (stored === undefined || stored.observedAtMs < board.observedAtMs) newest.set(nameOf(board), board)
      }
      for (const board of newest.values()) restoreBoard(board)
    },
  }
}

const nameOf = ({ exchange, fiat, side }: Pick<Board, 'exchange' | 'fiat' | 'side'>): string =>
  `${exchange} ${fiat} ${side}`
