import { type Board, type Fiat, sides } from '@p2p-rates/core'
import { isOfTheFuture } from '../base/time/clock.js'
import { boardBeforeTrust, freshForMs, isFresh } from '../market/market-snapshot.js'
import { type AdAges, rememberedMs } from './ad-ages.js'
import type { BoardMemory, CollectorStateStore, StoredCentre } from './collector-state-store.js'
import { type CurrentBoards, type DatedCentre, keyOf, type MarketName } from './current-boards.js'
import type { IngestContext } from './ingest-context.js'
import type { ProfitablePairs } from './profitable-pairs.js'
import { boardStateOf, type ReadingValidator, restoreBoard } from './reading-validator.js'

type CheckpointPorts = {
  readonly context: Pick<IngestContext, 'plan' | 'time' | 'shown'>
  readonly store: Pick<CollectorStateStore, 'saveBoards' | 'boardsSince' | 'memoriesSince'>
  readonly validator: ReadingValidator
  readonly currentBoards: Pick<CurrentBoards, 'get' | 'restoreCentres'>
  readonly adAges: Pick<AdAges, 'storedOffersOf' | 'restoreOffers'>
  readonly paying: Pick<ProfitablePairs, 'storedPairsOf' | 'restorePairs'>
}

/** Stores the boards of the reviewer and its knowledge of them, so that a restart loses nothing. */
export const createBoardCheckpoint = (ports: CheckpointPorts) => ({
  ports,
  saved: new WeakSet<Board>(),
  /** As last stored, by board. Pairs change with boards of other exchanges, too. */
  savedPairs: new Map<string, string>(),
})

export type BoardCheckpoint = ReturnType<typeof createBoardCheckpoint>

export async function saveCheckpoint({ ports, saved, savedPairs }: BoardCheckpoint, fiat: Fiat): Promise<void> {
  const { context, store, validator, paying } = ports
  const all = context.plan.exchanges.flatMap((exchange) =>
    sides.flatMap((side) => boardStateOf(validator, { exchange, fiat, side }).newest?.board ?? []),
  )
  const hasOtherPairs = (board: Board): boolean =>
    (savedPairs.get(keyOf(board)) ?? '[]') !== JSON.stringify(paying.storedPairsOf(board))
  // Skip readings of a single unproven agent and parts of boards. They are read again after a restart.
  const boards = all.filter(({ remote, isIncomplete }) => remote?.checked !== false && !isIncomplete)
  const unsaved = boards.filter((board) => !saved.has(board))
  const memories = boards
    .filter((board) => !saved.has(board) || hasOtherPairs(board))
    .map((board) => memoryOf(ports, board))
  await store.saveBoards(unsaved, memories)
  for (const board of unsaved) saved.add(board)
  for (const memory of memories) savedPairs.set(keyOf(memory), JSON.stringify(memory.paying))
}

export async function restoreCheckpoint({ ports, saved }: BoardCheckpoint): Promise<void> {
  const { context, store, validator } = ports
  const nowMs = context.time.clock.wallMs()
  for (const memory of await store.memoriesSince(nowMs - rememberedMs)) recall(ports, memory)
  const newest = new Map<string, Board>()
  for (const board of await store.boardsSince(nowMs - freshForMs)) {
    saved.add(board)
    newest.set(keyOf(board), board)
  }
  // A leader that died between publishing and saving leaves older boards than it has published.
  for (const fiat of context.plan.fiats)
    for (const board of context.shown.snapshot(fiat)?.market.boards.map(boardBeforeTrust) ?? []) {
      const stored = newest.get(keyOf(board))
      if (stored === undefined || stored.observedAtMs < board.observedAtMs) newest.set(keyOf(board), board)
    }
  for (const board of newest.values()) {
    const { wallMs, monoMs } = now(context)
    const receivedMonoMs = Math.min(monoMs, monoMs - (wallMs - board.observedAtMs))
    const isUsable = !isOfTheFuture(board.observedAtMs, wallMs) && isFresh(receivedMonoMs, monoMs)
    if (isOurs(context, board) && isUsable) restoreBoard(validator, board, receivedMonoMs)
  }
}

function memoryOf({ context, currentBoards, adAges, paying }: CheckpointPorts, board: Board): BoardMemory {
  const { wallMs, monoMs } = now(context)
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

function recall({ context, currentBoards, adAges, paying }: CheckpointPorts, memory: BoardMemory): void {
  const { wallMs, monoMs } = now(context)
  // Skip memories from the future, because their age is unknown.
  if (!isOurs(context, memory) || isOfTheFuture(memory.observedAtMs, wallMs)) return
  const dated = (centre: StoredCentre | null): DatedCentre | null =>
    centre && { price: centre.price, atMonoMs: monoMs - wallMs + centre.atMs }
  const { observedAtMs, centre, previous, offers } = memory
  paying.restorePairs(memory, memory.paying)
  currentBoards.restoreCentres(memory, { observedAtMs, centre: dated(centre), previous: dated(previous) })
  adAges.restoreOffers(memory, offers, { wallMs, monoMs })
}

const now = ({ time: { clock } }: CheckpointPorts['context']) => ({ wallMs: clock.wallMs(), monoMs: clock.monoMs() })

const isOurs = ({ plan }: CheckpointPorts['context'], { exchange, fiat }: MarketName): boolean =>
  plan.exchanges.includes(exchange) && plan.fiats.some((ours) => ours === fiat)
