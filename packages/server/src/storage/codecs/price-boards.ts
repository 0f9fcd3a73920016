import type { SavedBoard } from '../../market/price-pages/price-board-store.js'
import { readJson, type SqlRow } from './sql-values.js'

/** Boards of older versions have no accent. */
export const readPriceBoard = (row: SqlRow): SavedBoard => ({
  accent: null,
  ...readJson<Omit<SavedBoard, 'accent'>>(row, 'record'),
})
