import type { SavedBoard } from './saved-board.js'

/** The price boards of all accounts. Implemented in store/; every implementation passes price-board-store.contract.ts. Writes resolve once they would survive a power cut. */
export interface PriceBoardStore {
  /** In one step: unless its account has `atMost` already. False when it has. */
  create(board: SavedBoard, atMost: number): Promise<boolean>
  find(boardId: string): Promise<SavedBoard | null>
  /** The oldest first. */
  list(accountId: string): Promise<readonly SavedBoard[]>
  /** In one durable step: `decide` is told the board as it stands, and what it answers is written. It may be asked again. Null where there is none. */
  change(boardId: string, decide: (now: SavedBoard) => SavedBoard): Promise<SavedBoard | null>
  delete(accountId: string, boardId: string): Promise<boolean>
}
