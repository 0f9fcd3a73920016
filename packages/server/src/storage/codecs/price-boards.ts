import type { SavedBoard } from '../../market/price-pages/price-board-store.js'
import type { SqlRow } from './sql-values.js'

/** Our own writing, read back. Boards of older versions have no accent. */
export const readPriceBoard = (row: SqlRow): SavedBoard => ({
  accent: null,
  ...(JSON.parse(String(row.record)) as Omit<SavedBoard, 'accent'>),
})
