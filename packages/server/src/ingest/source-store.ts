import type { Board, FaultKind, Fiat, Side } from '@p2p-rates/core'

/** How an exchange has been behaving: kept so that a restart does not hammer one that asked for peace. */
export type BackOff = {
  readonly exchange: string
  readonly kind: FaultKind
  readonly faultsInARow: number
  /** Ask again no earlier than this. */
  readonly notBeforeMs: number
}

/** What is known of a market beyond its newest ads: evidence that must survive a restart. */
export type BoardMemory = {
  readonly exchange: string
  readonly fiat: string
  readonly side: Side
  /** When its newest board was observed. */
  readonly observedAtMs: number
  /** Where the own ads of that board stood, and those of the one before it. */
  readonly centre: KeptCentre | null
  readonly previous: KeptCentre | null
  readonly offers: readonly KeptOffer[]
  /** Of the pairs that begin by buying on this board: a crash may lose the changes of the last cycle. */
  readonly paying: readonly KeptPair[]
}

export type KeptCentre = { readonly price: number; readonly atMs: number }

/** An offer by its `offerKey`, and when it was first and last seen. */
export type KeptOffer = readonly [key: string, firstAtMs: number, lastAtMs: number]

/** With which exchange a board makes a pair that pays, with how much, since when, and when that was last seen. */
export type KeptPair = readonly [sellExchange: string, sizeUsdt: number, sinceMs: number, seenMs: number]

/** What the collector must remember across a restart. Implemented in store/; every implementation passes source-store.contract.ts. */
export interface SourceStore {
  saveBackOff(backOff: BackOff): Promise<void>
  clearBackOff(exchange: string): Promise<void>
  backOffs(): Promise<readonly BackOff[]>

  /**
   * In one step: replaces the stored boards of these markets and what is known of them. Losing the newest ones in a
   * crash is allowed; serving one as fresh after 600 s is not.
   */
  saveBoards(boards: readonly Board[], memories: readonly BoardMemory[]): Promise<void>
  boardsSince(observedAtMs: number): Promise<readonly Board[]>
  memoriesSince(observedAtMs: number): Promise<readonly BoardMemory[]>

  /**
   * Gives every currency its next number: above all that were ever given, by whichever process, and not below the one
   * asked for. Resolves once that would survive a power cut.
   */
  nextPublications(atLeast: ReadonlyMap<Fiat, number>): Promise<ReadonlyMap<Fiat, number>>
}
