import type { Board, FaultKind, Fiat } from '@p2p-rates/core'
import type { MarketName } from './current-boards.js'

export type BackOff = {
  readonly exchange: string
  readonly kind: FaultKind
  readonly faultsInARow: number
  readonly notBeforeMs: number
}

/** Facts about a market, apart from its newest ads, that must survive a restart. */
export type BoardMemory = MarketName & {
  readonly observedAtMs: number
  /** Centre of that board's own ads, and that of the board before it. */
  readonly centre: StoredCentre | null
  readonly previous: StoredCentre | null
  readonly offers: readonly StoredOffer[]
  /** Profitable pairs that begin by buying on this board. A crash may lose the changes of the last cycle. */
  readonly paying: readonly StoredPair[]
}

export type StoredCentre = { readonly price: number; readonly atMs: number }

export type StoredOffer = readonly [key: string, firstAtMs: number, lastAtMs: number]

export type StoredPair = readonly [sellExchange: string, sizeUsdt: number, sinceMs: number, seenMs: number]

/** Implemented in storage/; every implementation passes collector-state-store.contract.ts. */
export interface CollectorStateStore {
  saveBackOff(backOff: BackOff): Promise<void>
  clearBackOff(exchange: string): Promise<void>
  backOffs(): Promise<readonly BackOff[]>

  /** In one step. A crash may lose the newest, but no board counts as fresh after 600 s. */
  saveBoards(boards: readonly Board[], memories: readonly BoardMemory[]): Promise<void>
  boardsSince(observedAtMs: number): Promise<readonly Board[]>
  memoriesSince(observedAtMs: number): Promise<readonly BoardMemory[]>

  /** Durable numbers above all that any process was ever given, and not below those asked for. */
  nextPublications(atLeast: ReadonlyMap<Fiat, number>): Promise<ReadonlyMap<Fiat, number>>
}
