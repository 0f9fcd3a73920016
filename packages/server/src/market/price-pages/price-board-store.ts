import type { BoardInput } from '@p2p-rates/contract'
import type { OwnedRecords } from '../../base/owned-records.js'

/** Implemented in storage/; every implementation passes price-board-store.contract.ts. */
export type PriceBoardStore = OwnedRecords<SavedBoard>

/** A price board as it is kept. Rules that it names may be gone. */
export type SavedBoard = BoardInput & { readonly accountId: string }
