import type { BoardInput } from '@p2p-rates/contract'

/** A price board as it is kept. Rules that it names may be gone. */
export type SavedBoard = BoardInput & { readonly accountId: string }
