import type { BoardInput } from '@p2p-rates/contract'

/** The price boards of all accounts. Implemented in storage/; every implementation passes price-board-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface PriceBoardStore {
  /** In one step: unless its account has `atMost` already. False when it has. */
  create(board: SavedBoard, atMost: number): Promise<boolean>
  find(boardId: string): Promise<SavedBoard | null>
  /** The oldest first. */
  list(accountId: string): Promise<readonly SavedBoard[]>
  /**
   * Change the board in one durable step: `decide` gets the current board and returns the new one. It may run again.
   * Null if there is no such board.
   */
  change(boardId: string, decide: (now: SavedBoard) => SavedBoard): Promise<SavedBoard | null>
  delete(accountId: string, boardId: string): Promise<boolean>
}

/** A price board as it is kept. Rules that it names may be gone. */
export type SavedBoard = BoardInput & { readonly accountId: string }
