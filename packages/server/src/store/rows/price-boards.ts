import type { SavedBoard } from '../../boards/saved-board.js'
import type { SqlRow } from './columns.js'

/** Our own writing, read back. */
export const readPriceBoard = (row: SqlRow): SavedBoard => JSON.parse(String(row.record)) as SavedBoard
